import type { Usage } from '@shared/session'
import type { OpenedProject } from '../project/types'

export interface CallUsage extends Usage { model: string; runId: string | null; ms: number; retries: number }
interface SumRow { input: number | null; cachedInput: number | null; cacheWrite: number | null; output: number | null; reasoning: number | null; cost: number | null; currency: string | null; currencies: number }

const SUMS = `sum(input) AS input, sum(cachedInput) AS cachedInput, sum(cacheWrite) AS cacheWrite, sum(output) AS output, sum(reasoning) AS reasoning,
  sum(cost) AS cost, max(currency) AS currency, count(DISTINCT currency) AS currencies`

/** What model calls used, and what that cost (04 §8). Costs of two currencies are not added: such a sum is unknown. */
export class UsageBook {
  readonly #project: OpenedProject
  constructor(project: OpenedProject) { this.#project = project }

  add(sessionId: number, usage: CallUsage): void {
    const { env, sessionsDb } = this.#project
    sessionsDb.prepare(`INSERT INTO ModelUsage (id, sessionId, runId, at, model, input, cachedInput, cacheWrite, output, reasoning, ms, retries, cost, currency)
      VALUES (@id, @sessionId, @runId, @at, @model, @input, @cachedInput, @cacheWrite, @output, @reasoning, @ms, @retries, @cost, @currency)`)
      .run({ ...usage, ms: Math.round(usage.ms), id: env.id('us'), sessionId, at: env.now().toISOString() })
  }

  own(sessionId: number): Usage { return this.#sum('WHERE sessionId = ?', sessionId) }

  /** The session with its descendants. */
  tree(sessionId: number): Usage {
    return this.#sum('WHERE sessionId IN (WITH RECURSIVE t(id) AS (SELECT ? UNION SELECT Session.id FROM Session JOIN t ON Session.parentId = t.id) SELECT id FROM t)', sessionId)
  }

  project(): { total: Usage; days: { day: string; usage: Usage }[] } {
    const rows = this.#project.sessionsDb.prepare<[], SumRow & { day: string }>(`SELECT substr(at, 1, 10) AS day, ${SUMS} FROM ModelUsage GROUP BY day ORDER BY day`).all()
    return { total: this.#sum(''), days: rows.map((row) => ({ day: row.day, usage: toUsage(row) })) }
  }

  /** Tokens the newest call of a session put before the model. */
  contextTokens(sessionId: number): number {
    const row = this.#project.sessionsDb.prepare<[number], { tokens: number }>('SELECT input + output AS tokens FROM ModelUsage WHERE sessionId = ? ORDER BY rowid DESC LIMIT 1').get(sessionId)
    return row?.tokens ?? 0
  }

  #sum(where: string, ...values: number[]): Usage {
    const row = this.#project.sessionsDb.prepare<number[], SumRow>(`SELECT ${SUMS} FROM ModelUsage ${where}`).get(...values)
    return toUsage(row)
  }
}

function toUsage(row: SumRow | undefined): Usage {
  const one = row?.currencies === 1
  return {
    input: row?.input ?? 0, cachedInput: row?.cachedInput ?? 0, cacheWrite: row?.cacheWrite ?? 0, output: row?.output ?? 0, reasoning: row?.reasoning ?? 0,
    cost: one ? row.cost : null, currency: one ? row.currency : null,
  }
}
