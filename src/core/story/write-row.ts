import type Database from 'better-sqlite3'
import type { StoryEffect } from '@shared/story'
import { clampPlaces, makeRoom } from './order'
import { prepared } from './prepared'
import { isInstant, tables, type Row, type TableKey } from './rows'

/** One row before and after; null: not there. Swapped, it is its own inverse (the shifted neighbours follow from it). */
export interface RowChange { key: TableKey; from: Row | null; to: Row | null }

/** What one operation does inside its transaction, collected for undo, approval and journal. */
export interface Work { db: Database.Database; now: string; changes: RowChange[]; effects: StoryEffect[]; extra: string[] }

const bound = (row: Row, column: string): unknown => {
  const value = row[column] ?? null
  return isInstant(column) && value !== null ? BigInt(value) : value
}

function writeRefs(db: Database.Database, id: number, row: Row): void {
  prepared(db, 'DELETE FROM StorySceneRef WHERE sceneId = ?').run(id)
  const refs = JSON.parse(String(row['refs'] ?? '[]')) as { relation: string; target: string; visibility: string; note: string | null }[]
  const insert = prepared(db, 'INSERT INTO StorySceneRef (sceneId, position, relation, target, visibility, note) VALUES (?, ?, ?, ?, ?, ?)')
  refs.forEach((ref, position) => insert.run(id, position, ref.relation, ref.target, ref.visibility, ref.note))
}

function insert(db: Database.Database, key: TableKey, row: Row): number {
  const columns = tables[key].columns.filter((c) => c !== 'id' || row['id'] !== undefined)
  const sql = `INSERT INTO ${tables[key].table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  return Number(prepared(db, sql).run(...columns.map((c) => bound(row, c))).lastInsertRowid)
}

function update(db: Database.Database, key: TableKey, from: Row, to: Row): void {
  const columns = tables[key].columns.filter((c) => c !== 'id' && from[c] !== to[c])
  if (columns.length === 0) return
  prepared(db, `UPDATE ${tables[key].table} SET ${columns.map((c) => `${c} = ?`).join(', ')} WHERE id = ?`).run(...columns.map((c) => bound(to, c)), from['id'])
}

/** Writes a row, keeps its lists contiguous and its refs in step. Returns the row as it stands now, null when deleted. */
export function applyRow(db: Database.Database, change: RowChange): Row | null {
  const { key, from } = change
  const spec = tables[key]
  const to = change.to && clampPlaces(db, spec, change.to)
  makeRoom(db, spec, from, to)
  if (to === null) {
    if (key === 'scene') prepared(db, 'DELETE FROM StorySceneRef WHERE sceneId = ?').run(from?.['id'])
    prepared(db, `DELETE FROM ${spec.table} WHERE id = ?`).run(from?.['id'])
    return null
  }
  return putRow(db, key, from, to)
}

/** A row as it is given, with the links of a scene; nothing steps aside for it. */
export function putRow(db: Database.Database, key: TableKey, from: Row | null, to: Row): Row {
  if (from === null) {
    const rowid = insert(db, key, to)
    const made: Row = { ...to, id: to['id'] ?? rowid }
    if (key === 'scene') writeRefs(db, Number(made['id']), made)
    return made
  }
  update(db, key, from, to)
  if (key === 'scene' && from['refs'] !== to['refs']) writeRefs(db, Number(from['id']), to)
  return to
}

/** `applyRow`, remembered in the work. */
export function write<R extends Row>(work: Work, key: TableKey, from: R | null, to: R): R {
  const written = applyRow(work.db, { key, from, to }) as R
  work.changes.push({ key, from, to: written })
  return written
}

export function remove(work: Work, key: TableKey, from: Row): void {
  applyRow(work.db, { key, from, to: null })
  work.changes.push({ key, from, to: null })
}
