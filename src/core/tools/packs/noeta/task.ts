import { outcomeCode, outcomeText } from '../../../agents/outcome'
import { defineTool } from '../../define-tool'
import { LONGEST_WAIT } from '../../longest-wait'
import { taskInput } from '../../reply-inputs'

/** `Task` of 04 §5: a helper does one piece of work; several of one reply work side by side. */
export const task = defineTool({
  name: 'Task',
  operation: 'agent.task',
  description: 'Hand one piece of work to a helper of the given kind and get its report. Several in one reply, and nothing else but TodoWrite beside them, work side by side; at most 16.',
  input: taskInput,
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'content',
  caps: { timeoutMs: LONGEST_WAIT, durable: true },
  live: ({ agents }) => ({ subagent_type: agents.taskProfiles() }),
  needs: ['agents'],
  prepare: (input, { agents }, { caller }) => ({ plan: agents.prepareTask(caller.sessionId, input), effects: [] }),
  async run(plan, { agents }, { caller, signal }) {
    const asker = { sessionId: caller.sessionId, callId: caller.callId, signal }
    if (plan.background === true) {
      const { jobId, sessionId } = agents.backgroundTask(asker, plan)
      return { value: `[OK] Started ${jobId}; its result comes as a message. Go on with something else.`, changes: [], details: { jobId, status: 'started', data: null, finalMessage: '', sessionId } }
    }
    const outcome = await agents.task(asker, plan)
    const code = outcomeCode(outcome)
    return { value: outcomeText(outcome), changes: [], details: { ...outcome }, ...(code === null ? {} : { failure: { code } }) }
  },
  say: (text) => text,
})
