import type { SessionSnapshot } from '@shared/session'
import { isMessageKey } from '@shared/i18n'
import { timeText } from '../../i18n/dates'
import type { text } from '../../i18n/text'
import { toolName } from '../tools/words'
import { amount } from './amount'

/** Why it paused, with its numbers; null where only the engine's own words are known. */
export function pauseText(t: typeof text, paused: NonNullable<SessionSnapshot['pause']>): string | null {
  const values = paused.values ?? {}
  if (paused.code === 'RETRY_LATER') return t('sessions.pause.RETRY_LATER', { minutes: Math.ceil(Number(values['seconds'] ?? 0) / 60), time: timeText(String(values['until'])) })
  if (paused.code === 'CONTEXT_OVERFLOW' && values['tokens'] !== undefined) return t('sessions.pause.farTooLong', values)
  const budget = paused.code === 'BUDGET' ? `sessions.budget.${String(values['scope'])}` : ''
  const why = isMessageKey(budget) ? budget : `sessions.pause.${paused.code}`
  if (!isMessageKey(why)) return null
  const unit = String(values['unit'] ?? '')
  const tool = typeof values['tool'] === 'string' ? { tool: toolName(t, values['tool']) } : {}
  if (budget === '') return t(why, { ...values, ...tool })
  // What Continue grants: the limit again, or the next request where that takes more.
  const numbers = { limit: Number(values['limit']), spent: Number(values['spent']), next: Number(values['next']), more: Math.max(Number(values['limit']), Number(values['next'])) }
  return t(why, Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, amount(t, value, unit)])))
}
