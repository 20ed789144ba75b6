import type { Usage } from '@shared/session'
import type { text } from '../../i18n/text'

/** Money with its currency, or tokens. */
export function amount(t: typeof text, value: number, unit: string): string {
  return unit === 'tokens' ? t('usage.tokens', { count: Math.round(value) }) : `${value.toFixed(value < 1 ? 4 : 2)} ${unit}`
}

/** A cost with its currency; nothing in no currency is free, what has no price is not known. */
export function costText(t: typeof text, { cost, currency }: Pick<Usage, 'cost' | 'currency'>): string {
  if (cost === null) return t('sessions.costUnknown')
  return cost === 0 && currency === null ? t('sessions.costFree') : `${cost.toFixed(4)} ${currency ?? ''}`.trim()
}
