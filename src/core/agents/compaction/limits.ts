import type { ModelSpec } from '@shared/settings'
import type { Profile } from '../types'

export interface Limits {
  /** The conversation is summarised before a call of more tokens than this. */
  readonly at: number
  /** So many of the newest tokens stay word for word. */
  readonly keep: number
  /** From so many on, old results are cleared. */
  readonly clearFrom: number
  isOver(tokens: number): boolean
}

const NBOOK_RESERVE = 25_600
const NBOOK_RESERVE_SHARE = 0.4
const NBOOK_KEEP = 24_000
const NBOOK_KEEP_SHARE = 0.25
const NOETA_RESERVE = 2_000
/** A model whose output limit is nearly its window would otherwise have no room for a conversation at all. */
const LEAST_SHARE = 0.25

/** When a conversation is summarised and what stays, by the pack of the profile and what the profile itself says (04 §7, §1). */
export function limitsOf({ pack, compaction = {} }: Pick<Profile, 'pack' | 'compaction'>, spec: Pick<ModelSpec, 'context' | 'maxOutput'>): Limits {
  const window = spec.context
  const clearFrom = window / 2
  if (pack === 'noeta') {
    const at = Math.max(window - spec.maxOutput - (compaction.reserve ?? NOETA_RESERVE), window * LEAST_SHARE)
    return { at, keep: Math.floor(Math.min(compaction.keep ?? at, at / 3)), clearFrom, isOver: (tokens) => tokens >= at }
  }
  const at = window - Math.min(compaction.reserve ?? NBOOK_RESERVE, window * NBOOK_RESERVE_SHARE)
  return { at, keep: Math.floor(Math.min(compaction.keep ?? NBOOK_KEEP, window * NBOOK_KEEP_SHARE)), clearFrom, isOver: (tokens) => tokens > at }
}
