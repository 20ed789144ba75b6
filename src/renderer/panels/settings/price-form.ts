import type { ModelSpec } from '@shared/settings'

type Price = NonNullable<ModelSpec['price']>
export type PriceField = 'input' | 'cachedInput' | 'output'

/** What the form's labels promise; a price may be kept per another number of tokens. */
const shownPer = 1_000_000

/** A price as the form shows it, without the dust of division. */
export function shownPrice(price: Price | undefined, field: PriceField): number | undefined {
  const value = price?.[field]
  return price === undefined || value === undefined ? undefined : Number((value * (shownPer / price.per)).toPrecision(12))
}

/** The price the form's numbers mean; one that was not touched stays in its own unit. Without both prices the model is unpriced. */
export function writtenPrice(before: Price | undefined, currency: string, typed: Readonly<Record<PriceField, number | null>>): Price | undefined {
  const { input, cachedInput, output } = typed
  if (input === null || output === null) return undefined
  const same = before !== undefined && before.currency === currency && (['input', 'cachedInput', 'output'] as const).every((field) => (shownPrice(before, field) ?? null) === typed[field])
  return same ? before : { currency, per: shownPer, input, output, ...(cachedInput === null ? {} : { cachedInput }) }
}
