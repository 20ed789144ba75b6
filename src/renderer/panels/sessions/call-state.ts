import type { MessageKey } from '@shared/i18n'
import type { ToolResult } from '@shared/tool-result'

export type CardState = ToolResult['status'] | 'running' | 'approval' | 'question'

/** What is no failure of the tool's and no refusal of the author's. */
const otherwise = { NOT_FOUND: 'notFound', CANCELLED: 'stopped', INTERRUPTED: 'interrupted', OUTCOME_UNKNOWN: 'unknown', SKIPPED: 'skipped', EXPIRED: 'expired' } as const
const isOther = (code: string): code is keyof typeof otherwise => Object.hasOwn(otherwise, code)

/** How a call stands, in the author's words: looking in vain is no failure, a stop is a stop, what was never begun is not called a failure, and where the app stopped it says what is known (04 §10). */
export const stateKey = (state: CardState, code: string | null | undefined) =>
  (`sessions.toolState.${(state === 'fail' || state === 'denied') && code && isOther(code) ? otherwise[code] : state}` as const)

/** Nothing was done, and nothing is wrong. */
export const isIdle = (code: string | null | undefined): boolean => code === 'CANCELLED' || code === 'INTERRUPTED' || code === 'SKIPPED' || code === 'EXPIRED'

/** What became of a call that the tool itself says nothing of, in the author's language; null: the tool's own words. */
export function endedKey({ code, content }: Pick<ToolResult, 'code' | 'content'>): MessageKey | null {
  if (code === 'INTERRUPTED') return 'sessions.toolInterrupted'
  if (code === 'OUTCOME_UNKNOWN') return 'sessions.toolUnknown'
  if (code === 'SKIPPED') return 'sessions.toolSkipped'
  if (code === 'EXPIRED') return 'sessions.toolExpired'
  if (code !== 'CANCELLED') return null
  return content.includes('Its change was made') ? 'sessions.toolStoppedAfter' : content.includes('Nothing was changed') ? 'sessions.toolStoppedNothing' : 'sessions.toolStopped'
}
