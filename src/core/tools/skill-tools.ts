import type { Effect } from '@shared/tool-result'
import { failureOf } from '../shell/show-output'
import type { Finished } from '../shell/types'
import type { ScriptPlan, SkillService } from '../skills/skill-service'
import type { Ran } from './types'

/** Skills with what a profile includes of them. */
export interface SkillTools extends SkillService { includeOf(profileKey: string): readonly string[] | null }

declare module './types' {
  interface ToolServices { skills: SkillTools }
}

/** The card of a script: its real file, arguments, and the hash that must still hold when it runs (05 §6). */
export function scriptEffect({ skill, script, program, args }: ScriptPlan, cwd: string, timeoutMs: number): Effect {
  return {
    kind: 'script', target: `${skill}/${script.relpath}`, resolved: script.real, before: script.hash, after: null, action: 'run',
    preview: `${JSON.stringify([program, script.real, ...args])}\n(effects unknown; files are journalled)`,
    fields: [{ field: 'cwd', from: null, to: cwd }, { field: 'timeout', from: null, to: `${timeoutMs / 1_000} s` }, { field: 'program', from: null, to: program }],
  }
}

const tailOf = (text: string, bytes: number): string => {
  const whole = Buffer.from(text)
  return whole.length <= bytes ? text : new TextDecoder().decode(whole.subarray(whole.length - bytes)).replace(/^\uFFFD+/, '')
}

/** How a script ended, as data (07 §7). */
export function scriptResult(plan: ScriptPlan, finished: Finished, durationMs: number, timeoutMs: number): Ran<string> {
  const { ended, changes, changedLine } = finished
  const details = {
    skill: plan.skill, relpath: plan.script.relpath, interpreter: plan.script.interpreter, argv: [plan.program, plan.script.real, ...plan.args], exit_code: ended.code, duration_ms: durationMs,
    resource_hash: plan.script.hash, stdout_tail: tailOf(finished.stdout, 2_048), stderr_tail: tailOf(finished.stderr, 1_024), timed_out: ended.stopped === 'timeout',
  }
  const failure = failureOf(ended, timeoutMs)
  const text = [...(failure === null ? [] : [failure.text]), JSON.stringify(details), ...(changedLine === null ? [] : [changedLine])].join('\n')
  return { value: text, changes, details, ...(failure === null ? {} : { failure: { code: failure.code } }) }
}
