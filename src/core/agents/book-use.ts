import type { Usage, Used } from '@shared/session'
import { estimateText } from './context/estimate'
import type { Parts } from './parts'
import type { Run } from './run'

/** One call as it ended: as its provider counted it, or broken off or stopped with what had come. */
export interface Ended { readonly text: string; readonly reasoning: string; readonly end: { readonly usage: Omit<Usage, 'cost' | 'currency'>; readonly dropped: boolean; readonly ms: number; readonly retries: number; readonly openCalls: readonly unknown[] } | null }

/** What one call used, ready to be booked. */
export interface CallUse extends Usage { readonly ms: number; readonly retries: number; readonly estimated: boolean }

/**
 * What a call used (04 §8). Nobody counts one that broke off or was stopped, though its request was read: that is our
 * estimate, and nothing when nothing had come at all. `estimate`: tokens we think the request had.
 */
export function useOf(parts: Parts, model: string, { text, reasoning, end }: Ended, estimate: number): CallUse | null {
  const counted = end !== null && (!end.dropped || end.usage.input > 0)
  if (!counted && text + reasoning === '' && (end?.openCalls.length ?? 0) === 0) return null
  const tokens = counted ? end.usage : { input: Math.round(estimate), cachedInput: 0, cacheWrite: 0, output: Math.round(estimateText(text + reasoning)), reasoning: 0 }
  return { ...tokens, ...parts.models.price(model, tokens), ms: end?.ms ?? 0, retries: end?.retries ?? 0, estimated: !counted }
}

/** Writes it down; inside the caller's commit where there is one. */
export function bookUse(parts: Parts, run: Run, model: string, use: CallUse | null): void {
  if (use === null) return
  const { estimated: _, ...used } = use
  parts.usage.add(run.sessionId, { ...used, model, runId: run.runId })
}

/** Remembers it for the entry that will stand for this call too. */
export function carryUse(run: Run, use: CallUse | null): void {
  if (use !== null) run.used = together(run.used, use)
}

/** Books a call whose reply is not stored by itself: it broke off and is asked for again. */
export function bookAside(parts: Parts, run: Run, model: string, ended: Ended, estimate: number): void {
  const use = useOf(parts, model, ended, estimate)
  bookUse(parts, run, model, use)
  carryUse(run, use)
}

function together(before: Used | null, { ms: _ms, retries: _retries, ...next }: CallUse): Used {
  if (before === null) return { ...next, calls: 1 }
  const cost = before.cost === null || next.cost === null || before.currency !== next.currency ? null : before.cost + next.cost
  return {
    input: before.input + next.input, cachedInput: before.cachedInput + next.cachedInput, cacheWrite: before.cacheWrite + next.cacheWrite, output: before.output + next.output,
    reasoning: before.reasoning + next.reasoning, cost, currency: cost === null ? null : next.currency, calls: before.calls + 1, estimated: before.estimated || next.estimated,
  }
}

/** What is shown with an entry that stands for more than its own counted call; nothing when its own usage says it all. */
export function usedBehind(run: Run, use: CallUse | null, own: boolean): { used?: Used } {
  carryUse(run, use)
  const { used } = run
  run.used = null
  return used === null || (own && used.calls === 1 && !used.estimated) ? {} : { used }
}
