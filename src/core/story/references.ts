import type Database from 'better-sqlite3'
import type { StoryKind } from '@shared/story'
import { notFound } from './problems'
import { prepared } from './prepared'
import { tables } from './rows'

/** A reference given as id text, as the number of an entity that exists; ENTITY_NOT_FOUND with the parameter otherwise. */
export function referenced(db: Database.Database, kind: StoryKind, id: string | null, parameter: string): number | null {
  if (id === null) return null
  if (!prepared(db, `SELECT 1 FROM ${tables[kind].table} WHERE id = ?`).get(id)) notFound(kind, id, `/${parameter}`)
  return Number(id)
}
