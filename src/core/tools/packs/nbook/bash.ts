import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { clamp, commandProblems, shellEffect } from '../../shell-effect'
import { tailResult } from '../../shell-result'
import { warningsOf } from '../../../shell/warnings'

const SECONDS = 120

/** `bash` of 06 §8: a full shell in a trusted project, journalled, never judged by its text. */
export const bash = defineTool({
  name: 'bash',
  operation: 'shell.run',
  description: 'Run a shell command in the project folder, for what no other tool does: counting, comparing, converting. Changed files are journalled and the author can restore them.\n\nThe end of a long output is shown. No input, no terminal; everything it started ends with it.',
  input: z.strictObject({
    command: z.string().describe('The command, read by bash.'),
    timeout: z.number().optional().describe('Seconds until it is stopped, 1 to 600. When omitted: 120.'),
  }),
  check: ({ command }) => commandProblems(command),
  risk: 'high',
  mutates: false,
  gate: 'none',
  result: 'content',
  caps: { limitsItself: true, timeoutMs: 660_000 },
  needs: ['shell'],
  prepare({ command, timeout }, { shell }) {
    const timeoutMs = Math.round(clamp(timeout ?? SECONDS, 1, 600) * 1_000)
    const plan = shell.plain(command)
    return { plan: { plan, timeoutMs }, effects: [shellEffect({ plan, dir: shell.dir, timeoutMs, warnings: warningsOf(command) })] }
  },
  async run({ plan, timeoutMs }, { shell }, { caller, settings, signal, output }) {
    const finished = await shell.run({ plan, timeoutMs, ...(output === undefined ? {} : { output }) }, { sessionId: caller.sessionId, callId: caller.callId, trusted: settings.trusted, signal })
    return tailResult(finished, timeoutMs, caller.callId)
  },
  say: ({ text }) => text,
})
