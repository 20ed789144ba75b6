import type Database from 'better-sqlite3'
import { maxInstant, type Moment, type PatchRow, type SliceRow, type SubjectRow } from './rows'
import { all, hasEngine, one, type Raw } from './statements'
import type { SliceFilter } from './types'

const patchColumns = 'p.id, p.sliceId, p.subjectId, p.instant, p.seq, p.path, p.op, p.value, p.summary'
const patchOf = (raw: Raw<PatchRow>): PatchRow => ({ ...raw, id: Number(raw.id), sliceId: Number(raw.sliceId), seq: Number(raw.seq) })
const sliceOf = (raw: Raw<SliceRow>): SliceRow => ({ ...raw, id: Number(raw.id), hidden: raw.hidden !== 0n })
const sliceColumns = 's.id, s.instant, s.title, s.summary, s.kind, s.hidden, s.createdAt'

export const storedRevision = (db: Database.Database): number => (hasEngine(db) ? Number(one<{ revision: bigint }>(db, 'SELECT revision FROM WorldRevision')?.revision ?? 0n) : 0)
export const storedSubject = (db: Database.Database, id: string): SubjectRow | undefined => one<SubjectRow>(db, 'SELECT id, type, name, createdAt FROM WorldSubject WHERE id = ?', id)
export const storedSubjects = (db: Database.Database): SubjectRow[] => all<SubjectRow>(db, 'SELECT id, type, name, createdAt FROM WorldSubject ORDER BY id')

export function storedSlice(db: Database.Database, id: number): SliceRow | undefined {
  const raw = one<Raw<SliceRow>>(db, `SELECT ${sliceColumns} FROM WorldSlice s WHERE s.id = ?`, id)
  return raw && sliceOf(raw)
}

export function storedSliceAt(db: Database.Database, instant: bigint): SliceRow | undefined {
  const raw = one<Raw<SliceRow>>(db, `SELECT ${sliceColumns} FROM WorldSlice s WHERE s.instant = ? AND s.hidden = 0`, instant)
  return raw && sliceOf(raw)
}

export interface HiddenRow extends SliceRow { hiddenAt: string | null; actor: string | null; sessionId: number | null }

/** Hidden slices, the newest hidden first. */
export function storedHidden(db: Database.Database): HiddenRow[] {
  if (!hasEngine(db)) return []
  const sql = `SELECT ${sliceColumns}, h.at AS hiddenAt, h.actor, h.sessionId FROM WorldSlice s LEFT JOIN WorldHidden h ON h.sliceId = s.id WHERE s.hidden = 1 ORDER BY h.at DESC, s.id DESC`
  return all<Raw<SliceRow> & { hiddenAt: string | null; actor: string | null; sessionId: bigint | null }>(db, sql)
    .map((raw) => ({ ...sliceOf(raw), hiddenAt: raw.hiddenAt, actor: raw.actor, sessionId: raw.sessionId === null ? null : Number(raw.sessionId) }))
}

export const storedLatest = (db: Database.Database): bigint | null =>
  one<{ instant: bigint }>(db, 'SELECT instant FROM WorldSlice WHERE hidden = 0 ORDER BY instant DESC LIMIT 1')?.instant ?? null

export const storedPatches = (db: Database.Database, sliceId: number): PatchRow[] =>
  all<Raw<PatchRow>>(db, `SELECT ${patchColumns} FROM WorldPatch p WHERE p.sliceId = ? ORDER BY p.seq`, sliceId).map(patchOf)

// CROSS JOIN keeps the order of the loops: the subject's own index first, each slice by its key.
const historySql = `SELECT ${patchColumns} FROM WorldPatch p CROSS JOIN WorldSlice s ON s.id = p.sliceId
  WHERE p.subjectId = ? AND (p.instant, p.seq) > (?, ?) AND p.instant <= ? AND s.hidden = 0 ORDER BY p.instant, p.seq LIMIT ?`

/** A subject's visible patches after a moment, up to and including an instant, in order. */
export const storedHistory = (db: Database.Database, subjectId: string, after: Moment, to: bigint, limit = -1): PatchRow[] =>
  all<Raw<PatchRow>>(db, historySql, subjectId, after.instant, after.seq, to, limit).map(patchOf)

/** The moment before every patch of an instant. */
export const before = (instant: bigint): Moment => ({ instant, seq: -1 })

export const patchCountOf = (db: Database.Database, sliceId: number): number => Number(one<{ n: bigint }>(db, 'SELECT count(*) AS n FROM WorldPatch WHERE sliceId = ?', sliceId)?.n ?? 0n)

function conditions({ from, to, subjectIds, subjectMode }: SliceFilter): { where: string; values: unknown[] } {
  const parts = ['s.hidden = 0']
  const values: unknown[] = []
  if (from !== undefined) { parts.push('s.instant >= ?'); values.push(from) }
  if (to !== undefined) { parts.push('s.instant <= ?'); values.push(to) }
  if (subjectIds !== undefined) {
    const wanted = new Set(subjectIds)
    parts.push(subjectMode === 'all' ? '(SELECT count(DISTINCT p.subjectId) FROM WorldPatch p WHERE p.sliceId = s.id AND p.subjectId IN (SELECT value FROM json_each(?))) = ?'
      : 's.id IN (SELECT p.sliceId FROM WorldPatch p WHERE p.subjectId IN (SELECT value FROM json_each(?)))')
    values.push(JSON.stringify([...wanted]), ...(subjectMode === 'all' ? [wanted.size] : []))
  }
  return { where: parts.join(' AND '), values }
}

/** Visible slices by instant, those of `without` left out; `count` of them all and the first `limit` from `offset`. */
export function storedPage(db: Database.Database, filter: SliceFilter, without: readonly number[], limit: number, offset: number): { rows: SliceRow[]; count: number } {
  const { where, values } = conditions(filter)
  const sql = `FROM WorldSlice s WHERE ${where} AND s.id NOT IN (SELECT value FROM json_each(?))`
  const bound = [...values, JSON.stringify(without)]
  const rows = all<Raw<SliceRow>>(db, `SELECT ${sliceColumns} ${sql} ORDER BY s.instant ${filter.order === 'desc' ? 'DESC' : 'ASC'} LIMIT ? OFFSET ?`, ...bound, limit, offset).map(sliceOf)
  return { rows, count: Number(one<{ n: bigint }>(db, `SELECT count(*) AS n ${sql}`, ...bound)?.n ?? 0n) }
}

/** All visible slices by instant, each with the number of its patches. */
export const storedTimeline = (db: Database.Database): { row: SliceRow; patches: number }[] =>
  all<Raw<SliceRow> & { patches: bigint }>(db, `SELECT ${sliceColumns}, (SELECT count(*) FROM WorldPatch p WHERE p.sliceId = s.id) AS patches FROM WorldSlice s WHERE s.hidden = 0 ORDER BY s.instant`)
    .map(({ patches, ...raw }) => ({ row: sliceOf(raw), patches: Number(patches) }))

/** The ids the next slice and the next patch get: AUTOINCREMENT never gives one twice. */
export function nextIds(db: Database.Database): { slice: number; patch: number } {
  const last = new Map(all<{ name: string; seq: bigint }>(db, "SELECT name, seq FROM sqlite_sequence WHERE name IN ('WorldSlice', 'WorldPatch')").map((row) => [row.name, Number(row.seq)]))
  return { slice: (last.get('WorldSlice') ?? 0) + 1, patch: (last.get('WorldPatch') ?? 0) + 1 }
}

export const forever = maxInstant
