import type Database from 'better-sqlite3'

const caches = new WeakMap<Database.Database, Map<string, Database.Statement<unknown[]>>>()

/** A statement of this database, prepared once. */
export function prepared(db: Database.Database, sql: string): Database.Statement<unknown[]> {
  const cache = caches.get(db) ?? new Map<string, Database.Statement<unknown[]>>()
  caches.set(db, cache)
  const known = cache.get(sql)
  if (known) return known
  const made = db.prepare<unknown[]>(sql)
  cache.set(sql, made)
  return made
}

/** All rows of a query whose columns the caller knows. */
export const all = <R>(db: Database.Database, sql: string, ...values: unknown[]): R[] => prepared(db, sql).all(...values) as R[]

/** The first row, or undefined. */
export const one = <R>(db: Database.Database, sql: string, ...values: unknown[]): R | undefined => prepared(db, sql).get(...values) as R | undefined

/** The number of a `SELECT count(*) AS n`. */
export const count = (db: Database.Database, sql: string, ...values: unknown[]): number => one<{ n: number }>(db, sql, ...values)?.n ?? 0
