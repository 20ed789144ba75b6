import type { Handlers } from '@shared/procedures'
import type { approvalProcedures } from '@shared/procedures/agents'
import type { RequestContext } from '../app/types'
import { answerCard } from './answer-card'

/** The author's cards (05 §6): the answer runs the call or ends it, and the run that waits for it goes on. */
export const approvalsHandlers: Handlers<keyof typeof approvalProcedures, RequestContext> = {
  'approvals.list': ({ project }, { core }) => ({ approvals: core.get(project).approvals.pending() }),
  'approvals.get': ({ project, id }, { core }) => core.get(project).approvals.get(id),
  'approvals.answer': async ({ project, id, verdict, effectsHash, note, remember }, context) => {
    const { core, principal } = context
    const runtime = core.get(project)
    const { sessionId, callId, runId } = runtime.approvals.get(id)
    const answered = await answerCard(context, runtime, { id, verdict, effectsHash, note, remember: remember === true, by: principal === 'human' ? 'author' : 'open' }, async (result) => {
      // A call of the command line has no run that waits.
      if (runId !== null) await runtime.agents.settled(sessionId, callId, result)
    })
    return { status: answered.status, code: answered.code, newId: answered.newId }
  },
}
