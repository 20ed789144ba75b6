import type { ModelSpec } from '@shared/settings'
import type { Usage } from '@shared/session'

type Tokens = Omit<Usage, 'cost' | 'currency'>

/** What a call cost by the configured price; null = unpriced (04 §8). Cached input counts inside `input`. */
export function costOf(spec: ModelSpec, usage: Tokens): { cost: number | null; currency: string | null } {
  const price = spec.price
  if (price === undefined) return { cost: null, currency: null }
  const fresh = Math.max(0, usage.input - usage.cachedInput)
  const sum = fresh * price.input + usage.cachedInput * (price.cachedInput ?? price.input) + usage.output * price.output
  return { cost: sum / price.per, currency: price.currency }
}
