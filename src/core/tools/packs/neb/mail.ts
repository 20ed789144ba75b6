import { z } from 'zod'
import { defineTool } from '../../define-tool'

/** `Mail` of 08 §3: `invoke_agent` as a followup in the background; queued while the other works. */
export const mail = defineTool({
  name: 'Mail',
  operation: 'agent.invoke',
  description: 'Leave a linked assistant a message and go on; it reads it after what it is doing. Its answer comes as a message.',
  input: z.strictObject({
    to: z.int().min(1).describe('The linked session.'),
    body: z.string().min(1).max(8_000).describe('The message, complete in itself.'),
    paths: z.array(z.string().min(1).max(1_024)).max(20).optional().describe('Files of the project it should look at. When omitted: none.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'action',
  needs: ['agents', 'files'],
  async prepare({ to, body, paths = [] }, { agents, files }, { caller }) {
    const shown: string[] = []
    for (const path of paths) shown.push((await files.authorize(caller, path, 'read', { kind: 'any' })).shown)
    const message = shown.length === 0 ? body : `${body}\n\nFiles:\n${shown.map((path) => `- ${path}`).join('\n')}`
    // Not asked as background, which a busy one refuses: a letter waits.
    return { plan: agents.prepareInvoke(caller.sessionId, { sessionId: to, mode: 'followup', message }), effects: [] }
  },
  run(plan, { agents }, { caller, signal }) {
    const jobId = agents.background({ sessionId: caller.sessionId, callId: caller.callId, signal }, plan)
    return { value: { jobId, to: plan.childId }, changes: [], details: { jobId, sessionId: plan.childId } }
  },
  say: ({ jobId, to }) => `Mail to session ${to} is on its way (${jobId}); its answer comes as a message.`,
})
