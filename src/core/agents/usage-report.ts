import type { SessionUsage } from '@shared/procedures/agents'
import { budgetStates } from './budget'
import type { Parts } from './parts'
import { chooseModel } from './run-loop'

const CALLS = 50

/** What a session used, per call, with its helpers, today and in the whole project, against its limits (04 §8, §13). */
export function usageOf(parts: Parts, sessionId: number): SessionUsage {
  const { usage } = parts
  return { own: usage.own(sessionId), total: usage.tree(sessionId), today: usage.today(), project: usage.whole(), calls: usage.calls(sessionId, CALLS), limits: limitsOf(parts, sessionId) }
}

/** A model that is no longer configured has no limits to show; its next call says what is wrong. */
function limitsOf(parts: Parts, sessionId: number): SessionUsage['limits'] {
  try { return budgetStates(parts, sessionId, chooseModel(parts, sessionId)) } catch { return [] }
}
