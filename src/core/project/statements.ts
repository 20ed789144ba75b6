import type Database from 'better-sqlite3'

type Statement = Database.Statement<unknown[]>

/** Statements of a database, each prepared once; `make` says how. */
export interface Statements {
  prepared(db: Database.Database, sql: string): Statement
  /** All rows of a query whose columns the caller knows. */
  all<R>(db: Database.Database, sql: string, ...values: unknown[]): R[]
  /** The first row, or undefined. */
  one<R>(db: Database.Database, sql: string, ...values: unknown[]): R | undefined
}

const kept = new WeakMap<Database.Database, Map<string, unknown>>()

/**
 * `db.prepare`, once for each text of a database: preparing costs more than most of our queries. Not for a statement that is
 * changed afterwards (`pluck`, `raw`, `safeIntegers`, `iterate`).
 */
export function prepared<B extends unknown[] | object = unknown[], R = unknown>(db: Database.Database, sql: string): B extends unknown[] ? Database.Statement<B, R> : Database.Statement<[B], R> {
  const cache = kept.get(db) ?? new Map<string, unknown>()
  if (cache.size === 0) kept.set(db, cache)
  const made = cache.get(sql) ?? db.prepare<B, R>(sql)
  cache.set(sql, made)
  return made as B extends unknown[] ? Database.Statement<B, R> : Database.Statement<[B], R>
}

export function statements(make: (db: Database.Database, sql: string) => Statement): Statements {
  const caches = new WeakMap<Database.Database, Map<string, Statement>>()
  const prepared = (db: Database.Database, sql: string): Statement => {
    const cache = caches.get(db) ?? new Map<string, Statement>()
    caches.set(db, cache)
    const known = cache.get(sql) ?? make(db, sql)
    cache.set(sql, known)
    return known
  }
  return { prepared, all: <R>(db: Database.Database, sql: string, ...values: unknown[]) => prepared(db, sql).all(...values) as R[], one: <R>(db: Database.Database, sql: string, ...values: unknown[]) => prepared(db, sql).get(...values) as R | undefined }
}
