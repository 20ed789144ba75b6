import type { Entry } from '@shared/session'
import { rolesIn } from './conversation'
import type { Pause } from './session-rows'

const MAX_STEPS = 200
const MAX_CALLS = 400
const FAILED_CALLS = 10
const FAILED_REPLIES = 5

/**
 * Whether a run must ask before it goes on (04 §13). Counted from the stored entries of the run, so a restart forgets
 * nothing; the author's "continue" starts a new run and thereby a new count.
 */
export function guardPause(entries: readonly Entry[], runId: string, maxSteps: number): Pause | null {
  // A run stands at the end: what was before it is not looked through.
  const own = entries.slice(Math.max(0, entries.findIndex((entry) => entry.runId === runId))).filter((entry) => entry.runId === runId)
  const replies = rolesIn(own, 'assistant').map((one) => one.message)
  const results = rolesIn(own, 'toolResult').map((one) => one.message)
  const steps = Math.min(MAX_STEPS, maxSteps)
  const calls = replies.reduce((sum, reply) => sum + reply.calls.length, 0)
  const failedCalls = trailing(results, (one) => one.result.status === 'fail' && one.result.code !== 'SKIPPED')
  const failedReplies = trailing(replies, (one) => one.status === 'interrupted')
  const loop = results.findLast((one) => one.result.code === 'LOOP_GUARD' && one.result.details['pause'] === true)
  if (loop !== undefined) return { code: 'LOOP_GUARD', text: `${loop.tool} was called ${String(loop.result.details['count'])} times in a row with the same arguments and the same result.`, values: { tool: loop.tool, count: Number(loop.result.details['count']) } }
  if (replies.length >= steps) return { code: 'LIMIT_STEPS', text: `${replies.length} replies in this run, at most ${steps}.`, values: { count: replies.length } }
  if (calls >= MAX_CALLS) return { code: 'LIMIT_CALLS', text: `${calls} calls in this run, at most ${MAX_CALLS}.`, values: { count: calls } }
  if (failedCalls >= FAILED_CALLS) return { code: 'CALLS_FAILING', text: `${failedCalls} calls in a row failed.`, values: { count: failedCalls } }
  if (failedReplies >= FAILED_REPLIES) return { code: 'PROVIDER_FAILING', text: `${failedReplies} replies in a row broke off.`, values: { count: failedReplies } }
  return null
}

function trailing<T>(items: readonly T[], test: (item: T) => boolean): number {
  return items.length - 1 - items.findLastIndex((item) => !test(item))
}
