import type { Usage } from '@shared/session'
import type { ModelPort } from '../models/types'
import { estimateText } from './context/estimate'

/** One call as it ended: as its provider counted it, or broken off or stopped with what had come. */
export interface Ended { readonly text: string; readonly reasoning: string; readonly end: { readonly usage: Omit<Usage, 'cost' | 'currency'>; readonly dropped: boolean; readonly ms: number; readonly retries: number; readonly openCalls: readonly unknown[] } | null }

/** What one call used, ready to be booked. */
export interface CallUse extends Usage { readonly ms: number; readonly retries: number; readonly estimated: boolean }

/**
 * What a call used (04 §8). Nobody counts one that broke off or was stopped, though its request was read: that is our
 * estimate, and nothing when nothing had come at all. `estimate`: tokens we think the request had.
 */
export function useOf({ models }: { readonly models: Pick<ModelPort, 'price'> }, model: string, { text, reasoning, end }: Ended, estimate: number): CallUse | null {
  const counted = end !== null && (!end.dropped || end.usage.input > 0)
  if (!counted && text + reasoning === '' && (end?.openCalls.length ?? 0) === 0) return null
  const tokens = counted ? end.usage : { input: Math.round(estimate), cachedInput: 0, cacheWrite: 0, output: Math.round(estimateText(text + reasoning)), reasoning: 0 }
  return { ...tokens, ...models.price(model, tokens), ms: end?.ms ?? 0, retries: end?.retries ?? 0, estimated: !counted }
}
