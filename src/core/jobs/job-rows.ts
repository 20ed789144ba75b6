import { z } from 'zod'
import { fail } from '@shared/fault'
import { JobAsk, JobTitles, type DeliveryStatus, type Job, type JobKind, type JobStatus } from '@shared/job'
import type { OpenedProject } from '../project/types'
import { prepared } from '../project/statements'

/** Columns of Job as SQLite gives them. */
export interface JobRow {
  seq: number; id: string; kind: JobKind; title: string; titles: string | null; ownerId: number; rootId: number; sessionId: number | null; callId: string | null; status: JobStatus; stage: string | null
  asks: string; stopping: number; deliveryStatus: DeliveryStatus; deliver: number; result: string; data: string | null; error: string | null; startedAt: string; finishedAt: string | null
}
export type JobChange = Partial<Pick<JobRow, 'status' | 'stage' | 'asks' | 'stopping' | 'deliveryStatus' | 'result' | 'data' | 'error' | 'finishedAt'>>

const PREVIEW = 200
const Asks = z.array(JobAsk)

export function toJob(row: JobRow): Job {
  return {
    id: row.id, kind: row.kind, ...namesOf(row), status: row.status, ownerId: row.ownerId, rootId: row.rootId, sessionId: row.sessionId, stage: row.stage,
    asks: Asks.parse(JSON.parse(row.asks)), stopping: row.stopping === 1, deliveryStatus: row.deliveryStatus, preview: [...row.result.replace(/\s+/g, ' ').trim()].slice(0, PREVIEW).join(''),
    error: row.error, startedAt: row.startedAt, finishedAt: row.finishedAt,
  }
}

/** What it is called: in one language, or in both. */
export function namesOf({ title, titles }: Pick<JobRow, 'title' | 'titles'>): Pick<Job, 'title' | 'titles'> {
  return { title, ...(titles === null ? {} : { titles: JobTitles.parse(JSON.parse(titles)) }) }
}

/** The Job table. */
export class JobRows {
  readonly #project: OpenedProject
  constructor(project: OpenedProject) { this.#project = project }

  get(id: string): JobRow {
    return prepared<[string], JobRow>(this.#project.sessionsDb, 'SELECT * FROM Job WHERE id = ?').get(id)
      ?? fail('JOB_UNKNOWN', `There is no job "${id.slice(0, 60)}".`, { fix: 'list_jobs gives the ids.' })
  }

  has(id: string): boolean {
    return this.#project.sessionsDb.prepare('SELECT 1 FROM Job WHERE id = ?').get(id) !== undefined
  }

  /** Newest first; the result as far as a preview needs it. */
  list(ownerIds: readonly number[] | null): JobRow[] {
    const columns = 'seq, id, kind, title, titles, ownerId, rootId, sessionId, callId, status, stage, asks, stopping, deliveryStatus, deliver, substr(result, 1, 800) AS result, NULL AS data, error, startedAt, finishedAt'
    return ownerIds === null
      ? prepared<[], JobRow>(this.#project.sessionsDb, `SELECT ${columns} FROM Job ORDER BY seq DESC LIMIT 1000`).all()
      : prepared<[string], JobRow>(this.#project.sessionsDb, `SELECT ${columns} FROM Job WHERE ownerId IN (SELECT value FROM json_each(?)) ORDER BY seq DESC LIMIT 1000`).all(JSON.stringify(ownerIds))
  }

  where(condition: string, ...values: unknown[]): JobRow[] {
    return prepared<unknown[], JobRow>(this.#project.sessionsDb, `SELECT * FROM Job WHERE ${condition} ORDER BY seq`).all(...values)
  }

  insert(row: Pick<JobRow, 'id' | 'kind' | 'title' | 'titles' | 'ownerId' | 'rootId' | 'sessionId' | 'callId' | 'deliver' | 'startedAt'>): void {
    prepared(this.#project.sessionsDb, `INSERT INTO Job (id, kind, title, titles, ownerId, rootId, sessionId, callId, deliver, startedAt)
      VALUES (@id, @kind, @title, @titles, @ownerId, @rootId, @sessionId, @callId, @deliver, @startedAt)`).run(row)
  }

  /** False when the job was over, or changed by another, in between. */
  set(id: string, change: JobChange, onlyWhile: readonly JobStatus[]): boolean {
    const columns = Object.keys(change).map((name) => `${name} = @${name}`).join(', ')
    return prepared(this.#project.sessionsDb, `UPDATE Job SET ${columns} WHERE id = @id AND status IN (SELECT value FROM json_each(@onlyWhile))`).run({ ...change, id, onlyWhile: JSON.stringify(onlyWhile) }).changes === 1
  }

  /** An interrupted one runs again, and its next end is told like a first one. */
  reopen(id: string): boolean {
    return this.#project.sessionsDb.transaction(() => {
      const done = this.#project.sessionsDb.prepare("UPDATE Job SET status = 'running', stopping = 0, asks = '[]', error = NULL, deliveryStatus = 'not_required', finishedAt = NULL WHERE id = ? AND status = 'interrupted'").run(id).changes === 1
      if (done) this.#project.sessionsDb.prepare('DELETE FROM JobDelivery WHERE jobId = ?').run(id)
      return done
    })()
  }

  remove(ids: readonly string[]): void {
    const list = JSON.stringify(ids)
    prepared(this.#project.sessionsDb, 'DELETE FROM Job WHERE id IN (SELECT value FROM json_each(?))').run(list)
    prepared(this.#project.sessionsDb, 'DELETE FROM JobDelivery WHERE jobId IN (SELECT value FROM json_each(?))').run(list)
  }
}
