import type { Usage } from '@shared/session'
import type { BudgetScope } from '@shared/settings'
import type { OpenedProject } from '../project/types'
import { prepared } from '../project/statements'

export interface CallUsage extends Usage { model: string; runId: string | null; ms: number; retries: number }
interface SumRow { input: number | null; cachedInput: number | null; cacheWrite: number | null; output: number | null; reasoning: number | null; cost: number | null; currency: string | null; currencies: number; unpriced: number | null }

/** Older rows of the demo have no cost; it never had one. */
const SUMS = `sum(input) AS input, sum(cachedInput) AS cachedInput, sum(cacheWrite) AS cacheWrite, sum(output) AS output, sum(reasoning) AS reasoning,
  sum(CASE WHEN model LIKE 'demo/%' THEN coalesce(cost, 0) ELSE cost END) AS cost, sum(cost IS NULL AND model NOT LIKE 'demo/%') AS unpriced, max(currency) AS currency, count(DISTINCT currency) AS currencies`

const TREE = 'sessionId IN (WITH RECURSIVE t(id) AS (SELECT ? UNION SELECT Session.id FROM Session JOIN t ON Session.parentId = t.id) SELECT id FROM t)'

/** When the author's own day began. */
export function localMidnight(now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString()
}

/** What model calls used, and what that cost (04 §8). Costs of two currencies are not added: such a sum is unknown. */
export class UsageBook {
  readonly #project: OpenedProject
  constructor(project: OpenedProject) { this.#project = project }

  add(sessionId: number, usage: CallUsage): void {
    const { emit, env, sessionsDb } = this.#project
    prepared(sessionsDb, `INSERT INTO ModelUsage (id, sessionId, runId, at, model, input, cachedInput, cacheWrite, output, reasoning, ms, retries, cost, currency)
      VALUES (@id, @sessionId, @runId, @at, @model, @input, @cachedInput, @cacheWrite, @output, @reasoning, @ms, @retries, @cost, @currency)`)
      .run({ ...usage, ms: Math.round(usage.ms), id: env.id('us'), sessionId, at: env.now().toISOString() })
    // After the caller's commit, where there is one.
    queueMicrotask(() => emit({ type: 'usage.changed', sessionId }))
  }

  own(sessionId: number): Usage { return this.#sum('WHERE sessionId = ?', sessionId) }

  /** The session with its descendants. */
  tree(sessionId: number): Usage {
    return this.#sum(`WHERE ${TREE}`, sessionId)
  }

  /** Whether anything of it was used of a model other than the offline demo. */
  hasReal(sessionId: number): boolean {
    return prepared<[number], { n: number }>(this.#project.sessionsDb, `SELECT EXISTS (SELECT 1 FROM ModelUsage WHERE ${TREE} AND model NOT LIKE 'demo/%') AS n`).get(sessionId)?.n === 1
  }

  /** The same within a time, both ends included; `to` null: until now. Without the offline demo, which nobody pays for. */
  between(sessionId: number, from: string, to: string | null): Usage {
    return this.#sum(`WHERE ${TREE} AND at BETWEEN ? AND ? AND model NOT LIKE 'demo/%'`, sessionId, from, to ?? '9999')
  }

  /** Several sessions with all below them, none counted twice. */
  trees(ids: readonly number[]): Usage {
    return this.#sum('WHERE sessionId IN (WITH RECURSIVE t(id) AS (SELECT value FROM json_each(?) UNION SELECT Session.id FROM Session JOIN t ON Session.parentId = t.id) SELECT id FROM t)', JSON.stringify(ids))
  }

  project(): { total: Usage; days: { day: string; usage: Usage }[] } {
    const rows = prepared<[], SumRow & { day: string }>(this.#project.sessionsDb, `SELECT date(at, 'localtime') AS day, ${SUMS} FROM ModelUsage GROUP BY day ORDER BY day`).all()
    return { total: this.whole(), days: rows.map((row) => ({ day: row.day, usage: toUsage(row) })) }
  }

  /** Of every session of the project. */
  whole(): Usage { return this.#sum('') }

  today(): Usage { return this.#sum('WHERE at >= ?', localMidnight(this.#project.env.now())) }

  /** The newest calls of a session and its descendants, newest first. */
  calls(sessionId: number, limit: number): (CallUsage & { at: string; sessionId: number })[] {
    return prepared<[number, number], CallUsage & { at: string; sessionId: number }>(this.#project.sessionsDb,
      `SELECT sessionId, at, model, runId, input, cachedInput, cacheWrite, output, reasoning, ms, retries, cost, currency FROM ModelUsage WHERE ${TREE} ORDER BY rowid DESC LIMIT ?`).all(sessionId, limit)
  }

  /** What counts against a limit: cost in its currency, and the tokens of every call (04 §13). Helpers count to their root. */
  spent(scope: BudgetScope, sessionId: number, currency: string): { cost: number; tokens: number } {
    const root = 'sessionId IN (SELECT id FROM Session WHERE rootId = (SELECT rootId FROM Session WHERE id = @sessionId))'
    // The first call of the root's run: nothing of its helpers comes before it.
    const began = "coalesce((SELECT min(at) FROM ModelUsage JOIN Session root ON root.id = (SELECT rootId FROM Session WHERE id = @sessionId) WHERE ModelUsage.sessionId = root.id AND ModelUsage.runId = root.runId), '9999')"
    const where = { run: `${root} AND (at >= ${began} OR runId = (SELECT runId FROM Session WHERE id = @sessionId))`, session: root, project: 'true', day: 'at >= @midnight' }[scope]
    const row = prepared<[{ sessionId: number; currency: string; midnight: string }], { cost: number | null; tokens: number | null }>(this.#project.sessionsDb, `
      SELECT sum(CASE WHEN currency = @currency THEN cost END) AS cost, sum(input + output) AS tokens
      FROM ModelUsage WHERE ${where}`).get({ sessionId, currency, midnight: localMidnight(this.#project.env.now()) })
    return { cost: row?.cost ?? 0, tokens: row?.tokens ?? 0 }
  }

  /** Tokens the newest call of a session put before the model. */
  contextTokens(sessionId: number): number {
    const row = prepared<[number], { tokens: number }>(this.#project.sessionsDb, 'SELECT input + output AS tokens FROM ModelUsage WHERE sessionId = ? ORDER BY rowid DESC LIMIT 1').get(sessionId)
    return row?.tokens ?? 0
  }

  #sum(where: string, ...values: (number | string)[]): Usage {
    const row = this.#project.sessionsDb.prepare<(number | string)[], SumRow>(`SELECT ${SUMS} FROM ModelUsage ${where}`).get(...values)
    return toUsage(row)
  }
}

function toUsage(row: SumRow | undefined): Usage {
  const known = row?.currencies === 1 || (row?.currencies === 0 && row.unpriced === 0)
  return {
    input: row?.input ?? 0, cachedInput: row?.cachedInput ?? 0, cacheWrite: row?.cacheWrite ?? 0, output: row?.output ?? 0, reasoning: row?.reasoning ?? 0,
    cost: known ? row.cost : null, currency: row?.currencies === 1 ? row.currency : null,
  }
}
