import type Database from 'better-sqlite3'
import { fail } from '@shared/fault'
import type { StoryContext } from './context'
import { storyViolations } from './invariants'
import { paidOffPromises, revertUnpaid } from './knock-on'
import { placedByNear } from './near'
import { one, prepared } from './prepared'
import { getRow, tables, type Row, type TableKey } from './rows'
import type { TrashPayload } from './trash'
import type { UndoFiles, UndoStep } from './types'
import { applyRow, type RowChange, type Work } from './write-row'

interface Payload { changes: RowChange[]; files: UndoFiles }
const kept = 500

/** Keeps the inverse of an author's operation in the same transaction; returns its id. */
export function recordUndo(context: StoryContext, work: Work, label: string): string | null {
  if (work.changes.length === 0) return null
  const id = context.env.id('un')
  const payload: Payload = { changes: work.changes, files: { restore: [], trash: [] } }
  prepared(context.db, 'INSERT INTO StoryUndo (id, at, label, payload) VALUES (?, ?, ?, ?)').run(id, work.now, label, JSON.stringify(payload))
  prepared(context.db, 'DELETE FROM StoryUndo WHERE rowid <= (SELECT max(rowid) FROM StoryUndo) - ?').run(kept)
  return id
}

function payloadOf(db: Database.Database, undoId: string): Payload {
  const row = one<{ payload: string }>(db, 'SELECT payload FROM StoryUndo WHERE id = ?', undoId)
  if (!row) fail('UNDO_GONE', 'This change was already taken back, or is too old.', { actual: undoId })
  return JSON.parse(row.payload) as Payload
}

export const undoFiles = (db: Database.Database, undoId: string): UndoFiles => payloadOf(db, undoId).files

export function attachUndoFiles(db: Database.Database, undoId: string, files: UndoFiles): void {
  prepared(db, 'UPDATE StoryUndo SET payload = ? WHERE id = ?').run(JSON.stringify({ ...payloadOf(db, undoId), files }), undoId)
}

/** What an undo takes back, for people: the act, and of which entity. */
export function undoStep(db: Database.Database, undoId: string): UndoStep {
  const label = one<{ label: string }>(db, 'SELECT label FROM StoryUndo WHERE id = ?', undoId)?.label ?? ''
  const [, done = label.split(' ')[0] ?? '', kind = null, id = null, title = null] = /^(\S+) (\S+) (\d+) "(.*)"$/su.exec(label) ?? []
  return { done, kind, id, title }
}

/** The chapter an operation made, if it made one. */
export function madeChapter(db: Database.Database, undoId: string): string | null {
  const made = payloadOf(db, undoId).changes.find((change) => change.key === 'chapter' && change.from === null)
  return made?.to ? String(made.to['id']) : null
}

export const dropUndo = (db: Database.Database, undoId: string): void => { prepared(db, 'DELETE FROM StoryUndo WHERE id = ?').run(undoId) }

export const listColumns = (key: TableKey): string[] => tables[key].lists.map((list) => list.order)
const columnsOf = (key: TableKey): string[] => [...tables[key].columns, ...(key === 'scene' ? ['refs'] : [])]

function stale(change: RowChange): never {
  const row = change.to ?? change.from
  fail('UNDO_STALE', `${change.key} ${String(row?.['id'])} "${String(row?.['title'] ?? row?.['name'] ?? '')}" has changed since; nothing was taken back.`, { fix: 'Undo the later change first, or edit by hand.' })
}

/** Columns of a change, without places: neighbours may have moved a row since. */
export const contentColumns = (key: TableKey): string[] => columnsOf(key).filter((c) => c !== 'updatedAt' && !listColumns(key).includes(c))

function restored(change: RowChange, from: Row, to: Row, current: Row): Row {
  const next = { ...current }
  for (const column of contentColumns(change.key)) {
    if (from[column] === to[column]) continue
    if (current[column] !== to[column]) stale(change)
    next[column] = from[column] ?? null
  }
  for (const column of listColumns(change.key)) {
    if (from[column] !== to[column] || tables[change.key].lists.some((l) => l.order === column && l.parent !== null && from[l.parent] !== to[l.parent])) next[column] = from[column] ?? null
  }
  if (from['updatedAt'] !== undefined && current['updatedAt'] === to['updatedAt']) next['updatedAt'] = from['updatedAt']
  return next
}

/** A row that went to the trash comes back among the neighbours it had. */
function backInPlace(work: Work, { key, from }: RowChange, changes: readonly RowChange[]): Row | null {
  const payload = changes.find((one) => one.key === 'trash' && one.to !== null)?.to?.['payload']
  if (from === null || typeof payload !== 'string') return from
  return placedByNear(work.db, key, from, (JSON.parse(payload) as TrashPayload).rows.find((gone) => gone.key === key && gone.row['id'] === from['id'])?.near)
}

/** The inverse of one change on today's rows; UNDO_STALE when someone changed the same thing since. */
function revert(work: Work, change: RowChange, changes: readonly RowChange[]): void {
  const { key, from, to } = change
  const id = (to ?? from)?.['id'] ?? ''
  const current = getRow<Row>(work.db, key, id as number | string) ?? null
  if ((to === null) !== (current === null)) stale(change)
  if (from === null && to && current && contentColumns(key).some((c) => (current[c] ?? null) !== (to[c] ?? null))) stale(change)
  const target = from && to && current ? restored(change, from, to, current) : to === null ? backInPlace(work, change, changes) : from
  try {
    applyRow(work.db, { key, from: current, to: target })
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT')) stale(change)
    throw error
  }
  work.changes.push({ key, from: current, to: target })
}

/**
 * Rule 4 of 02 §7 for an undo: a promise that loses its last payoff by it, and was fulfilled after the operation that is taken
 * back, is open again. One that stood fulfilled before comes back as it was.
 */
export function reopenUnpaid(work: Work, paidBefore: ReadonlySet<number>, since: string): void {
  const later = (id: number): boolean => String(getRow<Row>(work.db, 'promise', id)?.['updatedAt'] ?? '') > since
  revertUnpaid(work, [...paidBefore].filter((id) => later(id)), 'its last payoff was taken back')
}

/** Takes an author's operation back, newest change first; call inside one transaction. Returns the undo of the undo. UNDO_STALE when what others did since would break an invariant of 02 §7. */
export function runUndo(context: StoryContext, work: Work, undoId: string): string | null {
  const { changes } = payloadOf(work.db, undoId)
  const { at: since, label } = one<{ at: string; label: string }>(work.db, 'SELECT at, label FROM StoryUndo WHERE id = ?', undoId) ?? { at: '', label: '' }
  const paidBefore = paidOffPromises(work.db)
  for (const change of changes.toReversed()) revert(work, change, changes)
  const decided = changes.find((change) => change.key === 'decision')
  if (decided && storyViolations(work.db).length > 0) stale(decided)
  reopenUnpaid(work, paidBefore, since)
  prepared(work.db, 'DELETE FROM StoryUndo WHERE id = ?').run(undoId)
  return recordUndo(context, work, label)
}
