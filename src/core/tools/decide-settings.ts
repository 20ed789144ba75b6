import type { CallSettings } from './types'
import type { Refusal } from './refusal'

/** Settings as they are stored: a missing one is its default, an unknown or unreadable one denies (05 §1). */
export interface RawSettings { workMode?: unknown; permissionMode?: unknown; writeMode?: unknown; approvals?: unknown; trust?: unknown; /** A file that could not be read. */ unreadable?: string | null }
export type ValidSettings = CallSettings

/** Strictest first, the default named apart (05 §1). */
const LADDERS = {
  workMode: { values: ['discuss', 'plan', 'normal'], fallback: 'normal' },
  permissionMode: { values: ['default', 'acceptEdits', 'bypassPermissions'], fallback: 'default' },
  writeMode: { values: ['dry_run', 'apply'], fallback: 'dry_run' },
  approvals: { values: ['strict', 'author'], fallback: 'author' },
  trust: { values: ['untrusted', 'trusted'], fallback: 'untrusted' },
} as const
type Ladder = keyof typeof LADDERS

/** Each setting = the strictest of the session's own and of every ancestor's now (05 §5); SETTING_INVALID else. */
export function readSettings(chain: readonly RawSettings[]): ValidSettings | Refusal {
  for (const raw of chain) {
    const wrong = firstInvalid(raw)
    if (wrong !== null) return { verdict: 'deny', code: 'SETTING_INVALID', text: wrong }
  }
  const approvals = strictest('approvals', chain)
  return {
    workMode: strictest('workMode', chain),
    // Under strict approvals nothing passes by permission mode (05 §2).
    permissionMode: approvals === 'strict' ? 'default' : strictest('permissionMode', chain),
    writeMode: strictest('writeMode', chain),
    approvals,
    trusted: strictest('trust', chain) === 'trusted',
  }
}

function firstInvalid(raw: RawSettings): string | null {
  if (typeof raw.unreadable === 'string') return `the settings cannot be read: ${raw.unreadable}`
  return invalid('workMode', raw.workMode) ?? invalid('permissionMode', raw.permissionMode) ?? invalid('writeMode', raw.writeMode) ?? invalid('approvals', raw.approvals) ?? invalid('trust', raw.trust)
}

function invalid(name: Ladder, value: unknown): string | null {
  if (value === undefined || value === null || rankOf(name, value) >= 0) return null
  return `${name} is ${JSON.stringify(value) ?? String(value)}; expected one of ${LADDERS[name].values.join(', ')}.`
}

function rankOf(name: Ladder, value: unknown): number {
  const legal: readonly unknown[] = LADDERS[name].values
  return legal.indexOf(value)
}

/** Of values that are all legal. */
function strictest<N extends Ladder>(name: N, chain: readonly RawSettings[]): (typeof LADDERS)[N]['values'][number] {
  const { values, fallback } = LADDERS[name]
  let best = Number.POSITIVE_INFINITY
  for (const raw of chain) {
    const value = raw[name]
    if (value !== undefined && value !== null) best = Math.min(best, rankOf(name, value))
  }
  return (values[best] ?? fallback) as (typeof LADDERS)[N]['values'][number]
}
