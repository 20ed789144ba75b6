import { failureOf, showStreams, showTail } from '../shell/show-output'
import type { Finished, ShellPlan } from '../shell/types'
import type { Ran } from './types'

export interface ShellSaid { text: string }

const joined = (...parts: (string | null)[]): string => parts.filter((part) => part !== null && part !== '').join('\n')

/** `Bash` (06 §8): the streams, how it ended when that is a failure, and what changed. grep and rg run directly find nothing without failing. */
export function judgedResult(plan: ShellPlan, finished: Finished, timeoutMs: number | null): Ran<ShellSaid> {
  const shown = showStreams(finished)
  const quiet = plan.kind === 'argv' && (plan.command.rule === 'grep' || plan.command.rule === 'rg') && finished.ended.code === 1 && finished.stderr.trim() === ''
  return ran(finished, quiet ? null : failureOf(finished.ended, timeoutMs), shown)
}

/** `bash` (06 §8): both streams in order of arrival, their end; the whole stays readable at `where`. */
export function tailResult(finished: Finished, timeoutMs: number | null, where: string): Ran<ShellSaid> {
  const { merged } = finished
  const tail = showTail(merged, merged.lines > merged.text.split('\n').length)
  const total = Math.max(merged.lines, tail.shown)
  const dropped = merged.dropped === 0 ? '' : ` Its last ${merged.dropped} bytes were not kept there.`
  const note = tail.cut ? `(Showing the last ${tail.shown} of ${total} lines. Full output: ${where}${dropped})` : null
  const result = ran(finished, failureOf(finished.ended, timeoutMs), joined(tail.text, note))
  if (!tail.cut) return result
  const full = merged.full()
  return { ...result, full: { text: full, shown: [...tail.text].length, total: full.length } }
}

function ran(finished: Finished, failure: { code: string; text: string } | null, shown: string): Ran<ShellSaid> {
  const { ended, changes, changedLine } = finished
  const details = { exitCode: ended.code, signal: ended.signal }
  if (failure === null) return { value: { text: joined(shown === '' ? '(no output)' : shown, changedLine) }, changes, details }
  return { value: { text: joined(failure.text, shown, changedLine) }, changes, details, failure: { code: failure.code } }
}
