import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { scriptEffect, scriptResult } from '../../skill-tools'

const timeoutMs = 120_000

/** `run_skill_script` of 07 §7: a script of an active skill, by the hash the author approved, without a shell. */
export const runSkillScript = defineTool({
  name: 'run_skill_script',
  operation: 'skill.run',
  description: 'Run a script that comes with an active skill, in the project folder. The author is asked first.',
  input: z.strictObject({
    skill: z.string().min(1).max(64).describe('Id of the active skill.'),
    relpath: z.string().min(1).max(400).describe('Path of the script inside the skill, e.g. scripts/count.py.'),
    args: z.array(z.string().describe('One argument, passed as it is.')).max(100).optional().describe('Arguments, without characters that a shell would read. When omitted: none.'),
  }),
  risk: 'high',
  mutates: true,
  gate: 'risk',
  result: 'content',
  caps: { timeoutMs: timeoutMs + 20_000 },
  needs: ['skills', 'shell'],
  prepare({ skill, relpath, args = [] }, { skills, shell }, { caller }) {
    const plan = skills.planScript(caller.sessionId, { skill, relpath, args })
    return { plan, effects: [scriptEffect(plan, shell.dir, timeoutMs)], replacesRisk: true, ask: { code: 'RISK_HIGH', text: 'A script can do anything a program can.', bypass: true } }
  },
  async run(plan, { shell }, { caller, settings, signal, output }) {
    const began = performance.now()
    const wish = { plan: { kind: 'program', program: plan.program, args: [plan.script.real, ...plan.args] } as const, timeoutMs, ...(output === undefined ? {} : { output }) }
    const finished = await shell.run(wish, { sessionId: caller.sessionId, callId: caller.callId, trusted: settings.trusted, signal })
    return scriptResult(plan, finished, Math.round(performance.now() - began), timeoutMs)
  },
  say: (text) => text,
})
