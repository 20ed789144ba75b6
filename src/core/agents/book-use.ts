import { isFault } from '@shared/fault'
import type { Used } from '@shared/session'
import type { Parts } from './parts'
import type { Run } from './run'
import type { SessionRow } from './session-rows'
import { useOf, type CallUse, type Ended } from './use-of'

/** Writes it down; inside the caller's commit where there is one. */
export function bookUse(parts: Parts, run: Pick<Run, 'sessionId' | 'runId'>, model: string, use: CallUse | null): void {
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

/** Nobody counted the call that ran when the app stopped: our estimate, once, as for one that breaks off (04 §8). */
export function bookDraft(parts: Parts, { id: sessionId, epoch }: Pick<SessionRow, 'id' | 'epoch'>): void {
  const draft = parts.store.draft(sessionId)
  if (draft?.estimate === undefined) return
  const { estimate, ...booked } = draft
  const use = useOf({ models: { price: (model, tokens) => priceIfKnown(parts, model, tokens) } }, draft.model, { text: draft.text, reasoning: draft.reasoning, end: null }, estimate)
  parts.project.sessionsDb.transaction(() => {
    bookUse(parts, { sessionId, runId: draft.runId }, draft.model, use)
    parts.store.saveDraft(sessionId, epoch, booked)
  })()
}

/** A model that was taken out of the settings before the next start has no price any more. */
function priceIfKnown({ models }: Pick<Parts, 'models'>, ...call: Parameters<Parts['models']['price']>): ReturnType<Parts['models']['price']> {
  try { return models.price(...call) } catch (error) { if (!isFault(error)) throw error; return { cost: null, currency: null } }
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
