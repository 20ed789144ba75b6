import type Database from 'better-sqlite3'
import { count, prepared } from './prepared'
import type { Cell, ListSpec, Row, TableSpec } from './rows'

/** Where a row stands in one of its lists. */
interface Place { parent: Cell; index: number }

function placeOf(list: ListSpec, row: Row | null): Place | null {
  if (!row) return null
  const parent = list.parent === null ? null : (row[list.parent] ?? null)
  if (list.optional && parent === null) return null
  return { parent, index: Number(row[list.order] ?? 0) }
}

const inList = (list: ListSpec): string => (list.parent === null ? '? IS NULL' : `${list.parent} IS ?`)

/** Rows between two places of one list step over by one; nothing else is touched, however long the list. */
function shiftBetween(db: Database.Database, table: string, list: ListSpec, old: Place, fresh: Place, except: number): void {
  const [by, low, high] = fresh.index > old.index ? [-1, old.index + 1, fresh.index] : [1, fresh.index, old.index - 1]
  prepared(db, `UPDATE ${table} SET ${list.order} = ${list.order} + (${by}) WHERE ${inList(list)} AND ${list.order} BETWEEN ? AND ? AND id <> ?`).run(old.parent, low, high, except)
}

function shift(db: Database.Database, table: string, list: ListSpec, place: Place, by: 1 | -1, except: number): void {
  const edge = by === 1 ? '>=' : '>'
  prepared(db, `UPDATE ${table} SET ${list.order} = ${list.order} + (${by}) WHERE ${inList(list)} AND ${list.order} ${edge} ? AND id <> ?`).run(place.parent, place.index, except)
}

/**
 * Keeps every list contiguous from 0 when a row appears, goes or moves (02 §6): the others close up behind it and make room
 * before it. The row itself is written by the caller. `to`'s index counts without the row.
 */
export function makeRoom(db: Database.Database, spec: TableSpec, from: Row | null, to: Row | null): void {
  const self = Number(from?.['id'] ?? to?.['id'] ?? -1)
  for (const list of spec.lists) {
    const old = placeOf(list, from)
    const fresh = placeOf(list, to)
    if (old && fresh && old.parent === fresh.parent) {
      if (old.index !== fresh.index) shiftBetween(db, spec.table, list, old, fresh, self)
      continue
    }
    if (old) shift(db, spec.table, list, old, -1, self)
    if (fresh) shift(db, spec.table, list, fresh, 1, self)
  }
}

/** How many rows a list holds, not counting `except`: the index of "last". */
export function listLength(db: Database.Database, table: string, list: ListSpec, parent: Cell, except = -1): number {
  return count(db, `SELECT count(*) AS n FROM ${table} WHERE ${inList(list)} AND id <> ?`, parent, except)
}

/** Indexes of a row brought inside its lists: beyond the end means last; no list, no index. */
export function clampPlaces(db: Database.Database, spec: TableSpec, row: Row): Row {
  const clamped = { ...row }
  for (const list of spec.lists) {
    const place = placeOf(list, row)
    clamped[list.order] = place === null ? null : Math.max(0, Math.min(place.index, listLength(db, spec.table, list, place.parent, Number(row['id'] ?? -1))))
  }
  return clamped
}

/** An index that clamping turns into "last". */
export const atEnd = Number.MAX_SAFE_INTEGER
