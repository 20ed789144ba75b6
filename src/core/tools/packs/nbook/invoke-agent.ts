import { z } from 'zod'
import type { InvokeInput } from '../../../agents/linked-types'
import { outcomeCode, outcomeText } from '../../../agents/outcome'
import { defineTool } from '../../define-tool'
import { LONGEST_WAIT } from '../../longest-wait'
import type { Problem } from '../../types'

/** `invoke_agent` of 04 §4: asks a linked assistant and waits for its result, or leaves it to a job. */
export const invokeAgent = defineTool({
  name: 'invoke_agent',
  operation: 'agent.invoke',
  description: 'Ask a linked assistant to work and wait for its result; several in one reply work side by side. background: true returns a job at once and the result comes as a message.\n\nprompt and followup start a run (queued while it is busy), steer reaches a running one, continue lets it go on without a message.',
  input: z.strictObject({
    sessionId: z.int().min(1).describe('The linked session.'),
    mode: z.enum(['prompt', 'continue', 'steer', 'followup']).optional().describe('How it is asked. When omitted: prompt with a message or input, else continue.'),
    message: z.string().min(1).max(100_000).optional().describe('What you want of it, complete in itself. When omitted: only the input is given.'),
    input: z.unknown().optional().describe('An object as its payloadSchema asks; a real object, no text. When omitted: none.'),
    title: z.string().min(1).max(120).optional().describe('A new title for its session. When omitted: unchanged.'),
    model: z.string().max(120).optional().describe('The model of this call alone, one of those you may name. When omitted: its own.'),
    background: z.boolean().optional().describe('Do not wait. When omitted: false.'),
  }),
  check: modeProblems,
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'action',
  caps: { timeoutMs: LONGEST_WAIT, durable: true },
  needs: ['agents'],
  prepare: (input, { agents }, { caller }) => ({ plan: agents.prepareInvoke(caller.sessionId, input), effects: [] }),
  async run(plan, { agents }, { caller, signal }) {
    const asker = { sessionId: caller.sessionId, callId: caller.callId, signal }
    if (plan.background) {
      const jobId = agents.background(asker, plan)
      const details = { jobId, status: 'started', data: null, finalMessage: '', sessionId: plan.childId }
      return { value: `Started ${jobId} with session ${plan.childId}. Its result comes as a message; go on with something else.`, changes: [], details }
    }
    const outcome = await agents.invoke(asker, plan)
    const code = outcomeCode(outcome)
    return { value: outcomeText(outcome), changes: [], details: { ...outcome }, ...(code === null ? {} : { failure: { code } }) }
  },
  say: (text) => text,
})

/** prompt, steer and followup say something; continue says nothing (04 §4). */
function modeProblems({ mode, message, input }: Pick<InvokeInput, 'mode' | 'message' | 'input'>): Problem[] {
  const said = message !== undefined || input !== undefined
  if (mode === 'continue' && message !== undefined) return [{ pointer: '/message', message: 'actual a message; expected none with mode continue, which goes on from the tail.' }]
  if (mode === 'continue' && input !== undefined) return [{ pointer: '/input', message: 'actual an input; expected none with mode continue, which goes on from the tail.' }]
  return mode === undefined || mode === 'continue' || said ? [] : [{ pointer: '/message', message: `missing; expected message or input with mode ${mode}.` }]
}
