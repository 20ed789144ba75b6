import type { Entry } from '@shared/session'
import { clearedCalls } from '../context/cleared'
import { rolesIn } from '../conversation'

const NEWEST = 5
const LEAST_CHARACTERS = 400

/** Calls whose results may be cleared now: older than the newest five, at least 400 characters, not cleared yet (04 §7). */
export function clearable(entries: readonly Entry[]): string[] {
  const cleared = clearedCalls(entries)
  const results = rolesIn(entries, 'toolResult').map((one) => one.message)
  return results.slice(0, -NEWEST).filter((one) => !cleared.has(one.callId) && [...one.result.content].length >= LEAST_CHARACTERS).map((one) => one.callId)
}
