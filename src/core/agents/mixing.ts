import type { ToolCall } from '@shared/session'
import { taskInput } from '../tools/reply-inputs'

/** Alone in their reply, else nothing of it runs (04 §5 "Mixing"). */
const ALONE = new Set(['AskUserQuestion', 'skill', 'run_workflow', 'structured_output'])
const ONCE = new Set(['TodoWrite', 'RecallHistory'])
const BESIDE_TASK = new Set(['Task', 'TodoWrite'])
const MOST_TASKS = 16

export interface Refusal { code: string; text: string }

/**
 * What the calls of one reply may not be together (noeta). By call id; empty when all may run. `helpers`: the kinds `Task` may start.
 * Checked before anything runs, so that of a refused set nothing is started.
 */
export function mixingRefusals(calls: readonly ToolCall[], helpers: () => readonly string[]): Map<string, Refusal> {
  const alone = calls.find((call) => ALONE.has(call.tool))
  if (alone !== undefined && calls.length > 1) return all(calls, 'MUST_BE_ALONE', `${alone.tool} must be the only call of its reply; ${calls.length} were made and none was run. Make it alone, the others before or after.`)
  const tasks = calls.filter((call) => call.tool === 'Task')
  const wrong = tasks.length === 0 ? null : taskProblem(calls, tasks, helpers())
  if (wrong !== null) return all(calls, 'TASK_BATCH', wrong)
  const refused = new Map<string, Refusal>()
  for (const tool of ONCE) {
    const same = calls.filter((call) => call.tool === tool)
    if (same.length > 1) for (const call of same) refused.set(call.id, { code: 'ONCE_PER_REPLY', text: `${tool} may be called once per reply; ${same.length} were made and none of them was run.` })
  }
  return refused
}

function taskProblem(calls: readonly ToolCall[], tasks: readonly ToolCall[], helpers: readonly string[]): string | null {
  const other = calls.find((call) => !BESIDE_TASK.has(call.tool))
  if (other !== undefined) return `Task goes only with Task and TodoWrite; ${other.tool} was beside it and nothing was started.`
  if (tasks.length > MOST_TASKS) return `${tasks.length} Task calls in one reply, at most ${MOST_TASKS}; none was started.`
  if (calls.length > 1 && tasks.some((call) => call.args['background'] === true)) return 'Task with background: true must be the only call of its reply; nothing was started.'
  // One bad call alone is told what is wrong with it by its own check.
  const bad = tasks.length < 2 ? -1 : tasks.findIndex((call) => !isGood(call, helpers))
  return bad < 0 ? null : `Task ${bad + 1} of ${tasks.length} cannot be started: ${badWords(tasks[bad], helpers)}; none was started.`
}

function isGood(call: ToolCall, helpers: readonly string[]): boolean {
  const parsed = call.argsError === undefined ? taskInput.safeParse(call.args) : null
  return parsed?.success === true && helpers.includes(parsed.data.subagent_type)
}

function badWords(call: ToolCall | undefined, helpers: readonly string[]): string {
  if (call === undefined || call.argsError !== undefined) return 'its arguments are no JSON object'
  const parsed = taskInput.safeParse(call.args)
  if (!parsed.success) return parsed.error.issues.slice(0, 3).map((issue) => `/${issue.path.join('/')}: ${issue.message}`).join('; ')
  return `/subagent_type: actual "${parsed.data.subagent_type}"; expected one of ${helpers.join(', ')}`
}

const all = (calls: readonly ToolCall[], code: string, text: string): Map<string, Refusal> => new Map(calls.map((call) => [call.id, { code, text }]))
