import { FaultError } from '@shared/fault'
import type { Handlers } from '@shared/procedures'
import type { approvalProcedures } from '@shared/procedures/agents'
import type { RequestContext } from '../app/types'

/** The author's cards (05 §6): the answer runs the call or ends it, and the run that waits for it goes on. */
export const approvalsHandlers: Handlers<keyof typeof approvalProcedures, RequestContext> = {
  'approvals.list': ({ project }, { core }) => ({ approvals: core.get(project).approvals.pending() }),
  'approvals.get': ({ project, id }, { core }) => core.get(project).approvals.get(id),
  'approvals.answer': async ({ project, id, verdict, effectsHash, note }, { core, principal }) => {
    const { approvals, pipeline, agents } = core.get(project)
    const { sessionId, callId, runId } = approvals.get(id)
    const answered = await pipeline.answer(id, verdict, effectsHash, principal === 'human' ? 'author' : 'open', note)
    if (answered.fault !== null) throw new FaultError(answered.fault)
    // A call of the command line has no run that waits.
    if (answered.result !== null && runId !== null) await agents.settled(sessionId, callId, answered.result)
    return { status: answered.status, code: answered.code, newId: answered.newId }
  },
}
