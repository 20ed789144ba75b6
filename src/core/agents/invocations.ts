import type { OpenedProject } from '../project/types'
import { prepared } from '../project/statements'

/** A call of one session that another session works on (04 §4). It is over when `outcome` is stored. */
export interface InvocationRow {
  sessionId: number; callId: string; childId: number; jobId: string | null; runId: string | null; queueId: string | null; tool: string
  state: 'open' | 'ended'; outcome: string | null; startedAt: string; endedAt: string | null
}

/** How an invocation ended, as the caller is told. `waiting`: the child was paused and only the author continues it. */
export interface Outcome {
  status: 'completed' | 'waiting' | 'error'
  finalMessage: string
  data: unknown
  sessionId: number
  stats: { inputTokens: number; outputTokens: number; totalTokens: number; elapsedMs: number }
  error?: { code: string; message: string }
}

/** The rows of Invocation, and who in this process waits for them. */
export class Invocations {
  readonly #project: OpenedProject
  readonly #waiters = new Map<string, (outcome: Outcome) => void>()
  constructor(project: OpenedProject) { this.#project = project }

  add(row: Pick<InvocationRow, 'sessionId' | 'callId' | 'childId' | 'jobId' | 'tool'>): void {
    prepared(this.#project.sessionsDb, 'INSERT INTO Invocation (sessionId, callId, childId, jobId, tool, startedAt) VALUES (@sessionId, @callId, @childId, @jobId, @tool, @startedAt)')
      .run({ ...row, startedAt: this.#project.env.now().toISOString() })
  }

  started(sessionId: number, callId: string, given: { runId?: string; queueId?: string }): void {
    prepared(this.#project.sessionsDb, 'UPDATE Invocation SET runId = coalesce(?, runId), queueId = coalesce(?, queueId) WHERE sessionId = ? AND callId = ?').run(given.runId ?? null, given.queueId ?? null, sessionId, callId)
  }

  /** The message that waited in the queue was taken by a run. */
  taken(queueId: string, runId: string): void {
    prepared(this.#project.sessionsDb, "UPDATE Invocation SET runId = ? WHERE queueId = ? AND state = 'open'").run(runId, queueId)
  }

  find(sessionId: number, callId: string): InvocationRow | undefined { return this.#rows('sessionId = ? AND callId = ?', sessionId, callId)[0] }
  /** What is asked of a session and not yet answered. */
  openOf(childId: number): InvocationRow[] { return this.#rows("childId = ? AND state = 'open'", childId) }
  /** What a session has asked of others and waits for. */
  openBy(sessionId: number): InvocationRow[] { return this.#rows("sessionId = ? AND state = 'open' AND jobId IS NULL", sessionId) }
  allOpen(): InvocationRow[] { return this.#rows("state = 'open'") }

  /** False when it was over before. */
  end(row: Pick<InvocationRow, 'sessionId' | 'callId'>, outcome: Outcome): boolean {
    return prepared(this.#project.sessionsDb, "UPDATE Invocation SET state = 'ended', outcome = ?, endedAt = ? WHERE sessionId = ? AND callId = ? AND state = 'open'")
      .run(JSON.stringify(outcome), this.#project.env.now().toISOString(), row.sessionId, row.callId).changes === 1
  }

  wait(sessionId: number, callId: string): Promise<Outcome> {
    return new Promise((resolve) => { this.#waiters.set(`${sessionId} ${callId}`, resolve) })
  }

  /** True when somebody in this process waited and is told now. */
  tell(sessionId: number, callId: string, outcome: Outcome): boolean {
    const key = `${sessionId} ${callId}`
    const waiter = this.#waiters.get(key)
    this.#waiters.delete(key)
    waiter?.(outcome)
    return waiter !== undefined
  }

  #rows(where: string, ...values: (string | number)[]): InvocationRow[] {
    return prepared<unknown[], InvocationRow>(this.#project.sessionsDb, `SELECT * FROM Invocation WHERE ${where} ORDER BY rowid`).all(...values)
  }
}
