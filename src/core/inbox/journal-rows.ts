import type Database from 'better-sqlite3'
import { fail } from '@shared/fault'
import type { InboxState } from '../project/entity-journal'
import { statements } from '../project/statements'
import type { EntityRow, FileRow } from './types'

const { all, prepared } = statements((db, sql) => db.prepare<unknown[]>(sql))

const fileColumns = 'j.*, c.runId FROM Journal j LEFT JOIN Call c ON c.sessionId = j.sessionId AND c.callId = j.callId'
/** The author's own work is not theirs to look through; what they took back is, as history. */
const others = "actor IN ('agent', 'shell', 'script', 'outside', 'restore')"
const chosen = (view: 'new' | 'all', alias: string): string => (view === 'new' ? `${alias}.inbox = 'new'` : `${alias}.${others}`)

/** Finished file rows, newest first. */
export const fileRows = (db: Database.Database, view: 'new' | 'all', limit: number): FileRow[] =>
  all<FileRow>(db, `SELECT ${fileColumns} WHERE ${chosen(view, 'j')} AND j.state = 'done' ORDER BY j.seq DESC LIMIT ?`, limit)

type Stored = Omit<EntityRow, 'payload'> & { payload: string }
const parsed = (row: Stored): EntityRow => ({ ...row, runId: null, payload: JSON.parse(row.payload) as never }) as EntityRow

/** Rows of story and world, newest first; their runs are in the other database. */
export function entityRows(dbs: { projectDb: Database.Database; sessionsDb: Database.Database }, view: 'new' | 'all', limit: number): EntityRow[] {
  return withRuns(dbs.sessionsDb, all<Stored>(dbs.projectDb, `SELECT e.* FROM EntityJournal e WHERE ${chosen(view, 'e')} ORDER BY e.seq DESC LIMIT ?`, limit).map(parsed))
}

function withRuns(db: Database.Database, rows: EntityRow[]): EntityRow[] {
  const run = prepared(db, 'SELECT runId FROM Call WHERE sessionId = ? AND callId = ?')
  return rows.map((row) => (row.callId === null ? row : { ...row, runId: (run.get(row.sessionId, row.callId) as { runId: string | null } | undefined)?.runId ?? null }))
}

const unknown = (): never => fail('CHANGE_UNKNOWN', 'This change is no longer in the inbox.')

/** The file rows an id names, oldest first. CHANGE_UNKNOWN. */
export function fileRowsOf(db: Database.Database, seqs: readonly number[]): FileRow[] {
  const rows = all<FileRow>(db, `SELECT ${fileColumns} WHERE j.seq IN (SELECT value FROM json_each(?)) AND j.state = 'done' AND j.${others} ORDER BY j.seq`, JSON.stringify(seqs))
  return rows.length === seqs.length ? rows : unknown()
}

/** The rows of story or world an id names, oldest first. CHANGE_UNKNOWN. */
export function entityRowsOf(dbs: { projectDb: Database.Database; sessionsDb: Database.Database }, seqs: readonly number[]): EntityRow[] {
  const rows = all<Stored>(dbs.projectDb, `SELECT e.* FROM EntityJournal e WHERE e.seq IN (SELECT value FROM json_each(?)) AND e.${others} ORDER BY e.seq`, JSON.stringify(seqs)).map(parsed)
  return rows.length === seqs.length ? withRuns(dbs.sessionsDb, rows) : unknown()
}

/** Where a file of a row is now: later moves of it are followed. */
export function placeNow(db: Database.Database, path: string, after: number): string {
  const moved = prepared(db, "SELECT seq, movedTo FROM Journal WHERE path = ? AND kind = 'move' AND state = 'done' AND seq > ? AND movedTo IS NOT NULL ORDER BY seq LIMIT 1")
  let at = { path, seq: after }
  for (let steps = 0; steps < 1_000; steps += 1) {
    const next = moved.get(at.path, at.seq) as { seq: number; movedTo: string } | undefined
    if (next === undefined) break
    at = { path: next.movedTo, seq: next.seq }
  }
  return at.path
}

/** Marks rows; those already settled otherwise stay as they are. Gives how many changed. */
export function settle(db: Database.Database, table: 'Journal' | 'EntityJournal', seqs: readonly number[], to: InboxState, at: string): number {
  const from = to === 'kept' ? "inbox = 'new'" : "inbox <> 'reverted'"
  return prepared(db, `UPDATE ${table} SET inbox = ?, settledAt = ? WHERE seq IN (SELECT value FROM json_each(?)) AND ${from}`).run(to, at, JSON.stringify(seqs)).changes
}
