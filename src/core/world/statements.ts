import type Database from 'better-sqlite3'

const caches = new WeakMap<Database.Database, Map<string, Database.Statement<unknown[]>>>()

/** A statement of the world, prepared once; every integer comes as bigint, because instants are int64. */
export function prepared(db: Database.Database, sql: string): Database.Statement<unknown[]> {
  const cache = caches.get(db) ?? new Map<string, Database.Statement<unknown[]>>()
  caches.set(db, cache)
  const known = cache.get(sql)
  if (known) return known
  const made = db.prepare<unknown[]>(sql).safeIntegers(true)
  cache.set(sql, made)
  return made
}

export const all = <R>(db: Database.Database, sql: string, ...values: unknown[]): R[] => prepared(db, sql).all(...values) as R[]
export const one = <R>(db: Database.Database, sql: string, ...values: unknown[]): R | undefined => prepared(db, sql).get(...values) as R | undefined
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
