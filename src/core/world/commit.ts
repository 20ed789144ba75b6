import type Database from 'better-sqlite3'
import type { ChangedSlice, Overlay } from './overlay'
import { journalSlices } from './slice-journal'
import { dropSnapshots, keepDue } from './snapshots'
import { one, run } from './statements'
import { storedRevision } from './stored'
import type { WorldBy } from './types'

const insertPatch = 'INSERT INTO WorldPatch (id, sliceId, subjectId, instant, seq, path, op, value, summary) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'

function storeSlice(db: Database.Database, { row, patches, from }: ChangedSlice): void {
  if (from === null) run(db, 'INSERT INTO WorldSlice (id, instant, title, summary, kind, hidden, createdAt) VALUES (?, ?, ?, ?, ?, ?, ?)', row.id, row.instant, row.title, row.summary, row.kind, row.hidden ? 1 : 0, row.createdAt)
  else run(db, 'UPDATE WorldSlice SET instant = ?, title = ?, summary = ?, kind = ?, hidden = ? WHERE id = ?', row.instant, row.title, row.summary, row.kind, row.hidden ? 1 : 0, row.id)
  run(db, 'DELETE FROM WorldPatch WHERE sliceId = ?', row.id)
  for (const patch of patches) run(db, insertPatch, patch.id, row.id, patch.subjectId, row.instant, patch.seq, patch.path, patch.op, patch.value, patch.summary)
}

/** When and by whom a slice was hidden; nothing once it is back. */
function noteHidden(db: Database.Database, { row, from }: ChangedSlice, by: WorldBy, now: string): void {
  if (row.hidden && from?.hidden !== true) run(db, 'INSERT OR REPLACE INTO WorldHidden (sliceId, at, actor, sessionId) VALUES (?, ?, ?, ?)', row.id, now, by.actor, by.sessionId)
  if (!row.hidden && from?.hidden === true) run(db, 'DELETE FROM WorldHidden WHERE sliceId = ?', row.id)
}

/** Ids given in a run that are not among what it commits are not given again. */
function noteIds(db: Database.Database, overlay: Overlay): void {
  const last = overlay.lastIds()
  if (last === null) return
  for (const [name, id] of [['WorldSlice', last.slice], ['WorldPatch', last.patch]] as const) {
    if (one(db, 'SELECT 1 FROM sqlite_sequence WHERE name = ?', name) === undefined) run(db, 'INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', name, id)
    else run(db, 'UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?', id, name)
  }
}

export function bumpRevision(db: Database.Database): number {
  run(db, 'UPDATE WorldRevision SET revision = revision + 1')
  return storedRevision(db)
}

/**
 * Writes what a run changed; to be called inside an immediate transaction that has checked the revision. Gives the subjects
 * whose states wait for an idle moment.
 */
export function storeDelta(db: Database.Database, overlay: Overlay, by: WorldBy, now: string): string[] {
  const { slices, subjects, since } = overlay.delta
  journalSlices(db, overlay, { callId: null, ...by }, now)
  for (const { id, type, name, createdAt } of subjects.values()) run(db, 'INSERT INTO WorldSubject (id, type, name, createdAt) VALUES (?, ?, ?, ?)', id, type, name, createdAt)
  const changed = [...slices.values()]
  // Slices that change places must not meet on the way.
  for (const { row, from } of changed) if (from !== null) run(db, 'UPDATE WorldSlice SET hidden = 1 WHERE id = ?', row.id)
  for (const slice of changed) {
    storeSlice(db, slice)
    noteHidden(db, slice, by, now)
  }
  noteIds(db, overlay)
  const waiting: string[] = []
  for (const [id, from] of since) {
    dropSnapshots(db, id, from)
    const subject = overlay.subject(id)
    if (subject && keepDue(db, subject, overlay.resolver)) waiting.push(id)
  }
  bumpRevision(db)
  return waiting
}
