import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { statusLine } from './bash-output'

/** `KillShell` of 06 §8: ends a background job with everything it started. */
export const killShell = defineTool({
  name: 'KillShell',
  operation: 'shell.kill',
  description: 'End a background command that Bash started, with everything it started itself.',
  input: z.strictObject({ shell_id: z.string().describe('The id that Bash gave, e.g. bg-0123456789ab.') }),
  risk: 'high',
  mutates: false,
  gate: 'risk',
  result: 'action',
  needs: ['shell'],
  prepare: async ({ shell_id }, { shell }, { caller }) => ({ plan: shell.status(shell_id, caller.sessionId).id, effects: [{ kind: 'shell', target: shell_id, resolved: null, before: null, after: null, action: 'kill', preview: shell_id }] }),
  run: (id, { shell }, { caller }) => ({ value: shell.kill(id, caller.sessionId), changes: [] }),
  say: (ended) => (ended === null ? 'killing' : statusLine(ended)),
})
