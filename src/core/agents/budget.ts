import { BudgetScope, type Budgets } from '@shared/settings'
import type { Parts } from './parts'
import type { Pause } from './session-rows'
import { localMidnight } from './usage'
import { prepared } from '../project/statements'

/** One limit with what has been used of it. */
export interface BudgetState { scope: BudgetScope; unit: string; spent: number; limit: number }

/** The author's limits and the project's own: the stricter of each (05 §5). */
export function strictest(global: Budgets, project: Partial<Record<BudgetScope, { cost: number | null; tokens: number | null } | undefined>> | undefined): Budgets {
  const least = (a: number | null, b: number | null | undefined): number | null => (b === null || b === undefined ? a : a === null ? b : Math.min(a, b))
  const of = (scope: BudgetScope) => ({ cost: least(global[scope].cost, project?.[scope]?.cost), tokens: least(global[scope].tokens, project?.[scope]?.tokens) })
  return { currency: global.currency, run: of('run'), session: of('session'), project: of('project'), day: of('day') }
}

/** Every limit that applies to a model's calls in a session, with what is used: of money where it is priced in the currency, of tokens always: who sets one means it. */
export function budgetStates(parts: Parts, sessionId: number, model: string): BudgetState[] {
  const budgets = parts.config().budgets
  if (budgets === undefined) return []
  const priced = parts.models.spec(model).price?.currency === budgets.currency
  return BudgetScope.options.flatMap((scope): BudgetState[] => {
    const { cost, tokens } = budgets[scope]
    const limits = [...(priced && cost !== null ? [{ unit: budgets.currency, of: 'cost' as const, limit: cost }] : []), ...(tokens === null ? [] : [{ unit: 'tokens', of: 'tokens' as const, limit: tokens }])]
    if (limits.length === 0) return []
    const spent = parts.usage.spent(scope, sessionId, budgets.currency)
    return limits.map(({ unit, of, limit }) => ({ scope, unit, spent: spent[of], limit }))
  })
}

/**
 * The pause before a call that could go over a limit: spent + estimate + maxOutput (04 §13). Nothing is sent. What the author let
 * go on counts anew from where it stood.
 */
export function budgetPause(parts: Parts, sessionId: number, model: string, tokens: number, maxOutput: number): Pause | null {
  const states = budgetStates(parts, sessionId, model)
  if (states.length === 0) return null
  const price = parts.models.price(model, { input: tokens, cachedInput: 0, cacheWrite: 0, output: maxOutput, reasoning: 0 })
  for (const state of states) {
    const next = state.unit === 'tokens' ? tokens + maxOutput : price.cost ?? 0
    if (state.spent + next <= state.limit || state.spent + next <= grantedUpTo(parts, sessionId, state)) continue
    return {
      code: 'BUDGET', text: `Limit per ${state.scope}: ${shown(state.spent, state.unit)} of ${shown(state.limit, state.unit)} ${state.unit} used, the next call may take ${shown(next, state.unit)}. Nothing was sent.`,
      values: { scope: state.scope, unit: state.unit, spent: state.spent, limit: state.limit, next },
    }
  }
  return null
}

const shown = (value: number, unit: string): string => (unit === 'tokens' ? String(Math.round(value)) : value.toFixed(4).replace(/(\.\d\d\d*?)0+$/, '$1'))

/** Up to where the author let this conversation go, by an earlier Continue. */
function grantedUpTo(parts: Parts, sessionId: number, { scope, unit }: BudgetState): number {
  const root = parts.store.row(sessionId).rootId
  const row = prepared<[number, string, string], { payload: string; at: string }>(parts.project.sessionsDb,
    "SELECT payload, at FROM Entry WHERE sessionId = ? AND type = 'session_update' AND json_extract(payload, '$.kind') = 'budget' AND json_extract(payload, '$.scope') = ? AND json_extract(payload, '$.unit') = ? ORDER BY seq DESC LIMIT 1").get(root, scope, unit)
  if (row === undefined || (scope === 'day' && row.at < localMidnight(parts.env.now()))) return 0
  const upTo: unknown = JSON.parse(row.payload).upTo
  return typeof upTo === 'number' ? upTo : 0
}

/** The author goes on after a BUDGET pause: as much again as the limit, or the next call where that takes more, for this conversation. */
export function grantBudget(parts: Parts, sessionId: number, pause: Pause | null): void {
  const { scope, unit, spent, limit, next } = pause?.values ?? {}
  if (pause?.code !== 'BUDGET' || typeof spent !== 'number' || typeof limit !== 'number' || typeof next !== 'number') return
  const root = parts.store.row(sessionId).rootId
  parts.store.append(root, { type: 'session_update', origin: 'user', payload: { kind: 'budget', scope, unit, upTo: spent + Math.max(limit, next) } })
}
