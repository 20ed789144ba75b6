import { z } from 'zod'
import type { ShellPlan } from '../../../shell/types'
import { defineTool } from '../../define-tool'
import { clamp, commandProblems, shellEffect } from '../../shell-effect'
import { judgedResult } from '../../shell-result'

const MS = 120_000
interface Plan { plan: ShellPlan; timeoutMs: number; background: boolean }

/** `Bash` of 06 §8, §9: the judge's list runs at once and without a shell, everything else is the author's to allow. */
export const judgedBash = defineTool({
  name: 'Bash',
  operation: 'shell.run',
  description: 'Run one command in the project folder; git status, diff, log, ls, grep, rg and find with plain arguments run at once, anything else asks the author. No pipes, redirections or variables in what should run at once.\n\nPrefer Read, Grep and Glob. No input, no terminal.',
  input: z.strictObject({
    command: z.string().describe('The command; quote words that hold special characters.'),
    timeout: z.number().optional().describe('Milliseconds until it is stopped, 1000 to 600000. When omitted: 120000.'),
    description: z.string().max(200).optional().describe('What it is for, in a few words. When omitted: nothing is shown.'),
    run_in_background: z.boolean().optional().describe('Start it and go on; read it with BashOutput. When omitted: false.'),
  }),
  check: ({ command }) => commandProblems(command),
  risk: 'high',
  mutates: true,
  gate: 'risk',
  result: 'content',
  caps: { limitsItself: true, timeoutMs: 660_000 },
  needs: ['shell'],
  async prepare({ command, timeout, run_in_background }, { shell }, { caller, settings, signal }) {
    const timeoutMs = Math.round(clamp(timeout ?? MS, 1_000, 600_000))
    const background = run_in_background === true
    const found = await shell.consider(command, { sessionId: caller.sessionId, callId: caller.callId, trusted: settings.trusted, signal })
    const plan: Plan = { plan: found.plan, timeoutMs, background }
    return {
      plan, effects: [shellEffect({ plan: found.plan, dir: shell.dir, timeoutMs: background ? null : timeoutMs, warnings: found.warnings })], replacesRisk: true,
      ...(found.ask === null ? {} : { ask: { ...found.ask, bypass: true } }), ...(found.allowCode === null ? {} : { allowCode: found.allowCode }),
      ...(found.readOnly ? { refine: { mutates: false, risk: 'low' } as const } : {}),
    }
  },
  async run({ plan, timeoutMs, background }, { shell }, { caller, settings, signal, output }) {
    const who = { sessionId: caller.sessionId, callId: caller.callId, trusted: settings.trusted, signal }
    if (background) {
      // Its end is read with BashOutput; nobody is woken for it.
      const { id, jobId, output: file } = await shell.start({ plan, deliver: false, text: (finished) => judgedResult(plan, finished, null).value.text }, who)
      return { value: { text: `[OK] Started ${id}; read it with BashOutput, stop it with KillShell.` }, changes: [], details: { shellId: id, jobId, output: file } }
    }
    return judgedResult(plan, await shell.run({ plan, timeoutMs, ...(output === undefined ? {} : { output }) }, who), timeoutMs)
  },
  say: ({ text }) => text,
})
