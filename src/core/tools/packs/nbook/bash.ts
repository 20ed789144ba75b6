import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { clamp, commandProblems, shellEffect } from '../../shell-effect'
import { tailResult, type ShellSaid } from '../../shell-result'
import type { Ran } from '../../types'
import type { ShellCaller, ShellPlan, ShellService } from '../../../shell/types'
import { warningsOf } from '../../../shell/warnings'

const SECONDS = 120

/** `bash` of 06 §8: a full shell in a trusted project, journalled, never judged by its text. */
export const bash = defineTool({
  name: 'bash',
  operation: 'shell.run',
  description: 'Run a shell command in the project folder, for what no other tool does: counting, comparing, converting. Changed files are journalled and the author can restore them.\n\nThe end of a long output is shown. No input, no terminal; everything it started ends with it. In the background it runs without a limit and you are told its result at its end.',
  input: z.strictObject({
    command: z.string().describe('The command, read by bash.'),
    timeout: z.number().optional().describe('Seconds until it is stopped, 1 to 600. When omitted: 120.'),
    background: z.boolean().optional().describe('Start it as a job and go on; see get_job and cancel_job. When omitted: false.'),
  }),
  check: ({ command }) => commandProblems(command),
  risk: 'high',
  mutates: false,
  gate: 'none',
  result: 'content',
  caps: { limitsItself: true, timeoutMs: 660_000 },
  needs: ['shell'],
  prepare({ command, timeout, background }, { shell }) {
    const timeoutMs = Math.round(clamp(timeout ?? SECONDS, 1, 600) * 1_000)
    const plan = shell.plain(command)
    return { plan: { plan, timeoutMs, background: background === true }, effects: [shellEffect({ plan, dir: shell.dir, timeoutMs: background === true ? null : timeoutMs, warnings: warningsOf(command) })] }
  },
  async run({ plan, timeoutMs, background }, { shell }, { caller, settings, signal, output }) {
    const who = { sessionId: caller.sessionId, callId: caller.callId, trusted: settings.trusted, signal }
    if (background) return inBackground(shell, plan, who)
    const finished = await shell.run({ plan, timeoutMs, ...(output === undefined ? {} : { output }) }, who)
    return tailResult(finished, timeoutMs, `result://${caller.callId}`)
  },
  say: ({ text }) => text,
})

async function inBackground(shell: ShellService, plan: ShellPlan, who: ShellCaller): Promise<Ran<ShellSaid>> {
  const { jobId, output } = await shell.start({ plan, deliver: true, text: (finished, file) => tailResult(finished, null, file).value.text }, who)
  return { value: { text: `[OK] Started ${jobId}; its result is told when it has ended. What it prints until then: ${output}.` }, changes: [], details: { jobId, output } }
}
