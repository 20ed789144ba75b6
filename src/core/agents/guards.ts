import type { Entry } from '@shared/session'
import { messageOf, type ResultMessage } from './conversation'
import { grown } from './context/grown'
import type { Pause } from './session-rows'

const MAX_STEPS = 200
const MAX_CALLS = 400
const FAILED_CALLS = 10
export const FAILED_REPLIES = 5

/**
 * Whether a run must ask before it goes on (04 §13). Counted from the stored entries of the run, so a restart forgets
 * nothing; the author's "continue" starts a new run and thereby a new count.
 */
export function guardPause(entries: readonly Entry[], runId: string, maxSteps: number): Pause | null {
  const { replies, calls, failedCalls, failedReplies, loop } = tallies(entries).get(runId) ?? NOTHING
  const steps = Math.min(MAX_STEPS, maxSteps)
  if (loop !== null) return { code: 'LOOP_GUARD', text: `${loop.tool} was called ${String(loop.result.details['count'])} times in a row with the same arguments and the same result.`, values: { tool: loop.tool, count: Number(loop.result.details['count']) } }
  if (replies >= steps) return { code: 'LIMIT_STEPS', text: `${replies} replies in this run, at most ${steps}.`, values: { count: replies } }
  if (calls >= MAX_CALLS) return { code: 'LIMIT_CALLS', text: `${calls} calls in this run, at most ${MAX_CALLS}.`, values: { count: calls } }
  if (failedCalls >= FAILED_CALLS) return { code: 'CALLS_FAILING', text: `${failedCalls} calls in a row failed.`, values: { count: failedCalls } }
  if (failedReplies >= FAILED_REPLIES) return providerFailing(failedReplies, null)
  return null
}

/** The service broke off too often in a row (04 §13); `why` as it was last told. */
export const providerFailing = (count: number, why: string | null): Pause => ({ code: 'PROVIDER_FAILING', text: `${count} replies in a row broke off.${why === null ? '' : ` The last time: ${why}.`}`, values: { count } })

/** Of one run; `failedCalls` and `failedReplies` are those at its end, in a row. */
interface Tally { replies: number; calls: number; failedCalls: number; failedReplies: number; loop: ResultMessage | null }
const NOTHING: Readonly<Tally> = { replies: 0, calls: 0, failedCalls: 0, failedReplies: 0, loop: null }

const tallies = grown<Map<string, Tally>>(() => new Map(), (runs, entry) => {
  const message = messageOf(entry)
  if (message === null || entry.runId === null) return
  const tally = runs.get(entry.runId) ?? { ...NOTHING }
  runs.set(entry.runId, tally)
  if (message.role === 'assistant') {
    tally.replies++
    tally.calls += message.calls.length
    tally.failedReplies = message.status === 'interrupted' ? tally.failedReplies + 1 : 0
  }
  if (message.role === 'toolResult') {
    const { status, code, details } = message.result
    tally.failedCalls = status === 'fail' && code !== 'SKIPPED' ? tally.failedCalls + 1 : 0
    if (code === 'LOOP_GUARD' && details['pause'] === true) tally.loop = message
  }
})
