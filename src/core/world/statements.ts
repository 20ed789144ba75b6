import type Database from 'better-sqlite3'
import { statements } from '../project/statements'

/** Statements of the world: every integer comes as bigint, because instants are int64. */
export const { prepared, all, one } = statements((db, sql) => db.prepare<unknown[]>(sql).safeIntegers(true))
export const run = (db: Database.Database, sql: string, ...values: unknown[]): void => void prepared(db, sql).run(...values)

const engines = new WeakMap<Database.Database, boolean>()

/** Whether the engine's own tables are there: a project that an older version holds is read without them. */
export function hasEngine(db: Database.Database): boolean {
  const known = engines.get(db) ?? db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'WorldHidden'").get() !== undefined
  engines.set(db, known)
  return known
}

/** A column as the database gives it: numbers where a row's own type says so, never an instant. */
export type Raw<T> = { [K in keyof T]: T[K] extends number ? bigint : T[K] extends boolean ? bigint : T[K] }
