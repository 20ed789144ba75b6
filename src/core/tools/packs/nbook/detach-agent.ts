import { z } from 'zod'
import { defineTool } from '../../define-tool'

/** `detach_agent` of 04 §4: cuts a link; the session stays, bound by what held when it was cut. */
export const detachAgent = defineTool({
  name: 'detach_agent',
  operation: 'agent.detach',
  description: 'Let go of a linked assistant that you no longer need. Its session stays for the author; you can no longer reach it.',
  input: z.strictObject({ sessionId: z.int().min(1).describe('The session to let go.') }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'action',
  needs: ['agents'],
  prepare: ({ sessionId }) => ({ plan: sessionId, effects: [] }),
  run(sessionId, { agents }, { caller }) {
    const status = agents.detach(caller.sessionId, sessionId)
    return { value: { sessionId, status }, changes: [], details: { sessionId, status } }
  },
  say: ({ sessionId, status }) => `Session ${sessionId}: ${status}.`,
})
