import { FaultError } from '@shared/fault'
import type { Handlers } from '@shared/procedures'
import type { approvalProcedures } from '@shared/procedures/agents'
import type { RequestContext } from '../app/types'
import { offeredRule, remembered } from './trust-handlers'

/** The author's cards (05 §6): the answer runs the call or ends it, and the run that waits for it goes on. */
export const approvalsHandlers: Handlers<keyof typeof approvalProcedures, RequestContext> = {
  'approvals.list': ({ project }, { core }) => ({ approvals: core.get(project).approvals.pending() }),
  'approvals.get': ({ project, id }, { core }) => core.get(project).approvals.get(id),
  'approvals.answer': async ({ project, id, verdict, effectsHash, note, remember }, context) => {
    const { core, principal } = context
    const runtime = core.get(project)
    const { approvals, pipeline, agents } = runtime
    // Refused before anything runs; stored after it, for the rule would make another plan of the same command.
    const rule = remember === true && verdict === 'approve' ? offeredRule(context, runtime, id) : null
    const { sessionId, callId, runId } = approvals.get(id)
    const answered = await pipeline.answer(id, verdict, effectsHash, principal === 'human' ? 'author' : 'open', note)
    if (answered.fault !== null) throw new FaultError(answered.fault)
    if (rule !== null && answered.newId === null) await remembered(runtime, rule)
    // A call of the command line has no run that waits.
    if (answered.result !== null && runId !== null) await agents.settled(sessionId, callId, answered.result)
    return { status: answered.status, code: answered.code, newId: answered.newId }
  },
}
