import type { MessageKey } from '@shared/i18n'
import type { ToolResult } from '@shared/tool-result'

export type CardState = ToolResult['status'] | 'running' | 'approval' | 'question'

/** Failures that are none of the tool's. */
const otherwise = { NOT_FOUND: 'notFound', CANCELLED: 'stopped', INTERRUPTED: 'interrupted', OUTCOME_UNKNOWN: 'unknown' } as const
const isOther = (code: string): code is keyof typeof otherwise => Object.hasOwn(otherwise, code)

/** How a call stands, in the author's words: looking in vain is no failure, a stop is a stop, and where the app stopped it says what is known (04 §10). */
export const stateKey = (state: CardState, code: string | null | undefined) =>
  (`sessions.toolState.${state === 'fail' && code && isOther(code) ? otherwise[code] : state}` as const)

/** A stop is the author's own, an interruption nobody's: both are said in the author's language; null: the tool's own words. */
export function endedKey({ code, content }: Pick<ToolResult, 'code' | 'content'>): MessageKey | null {
  if (code === 'INTERRUPTED') return 'sessions.toolInterrupted'
  if (code === 'OUTCOME_UNKNOWN') return 'sessions.toolUnknown'
  if (code !== 'CANCELLED') return null
  return content.includes('Its change was made') ? 'sessions.toolStoppedAfter' : content.includes('Nothing was changed') ? 'sessions.toolStoppedNothing' : 'sessions.toolStopped'
}
