import type { Usage } from '@shared/session'
import type { text } from '../../i18n/text'

/** Money with its currency, or tokens. */
export function amount(t: typeof text, value: number, unit: string): string {
  return unit === 'tokens' ? t('usage.tokens', { count: Math.round(value) }) : `${value.toFixed(value < 1 ? 4 : 2)} ${unit}`
}

/** A known cost with its currency. */
export const costText = ({ cost, currency }: Pick<Usage, 'cost' | 'currency'>): string => `${(cost ?? 0).toFixed(4)} ${currency ?? ''}`.trim()
