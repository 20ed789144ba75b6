import type Database from 'better-sqlite3'

type Runner = Database.Transaction<(work: () => unknown) => unknown>
const runners = new WeakMap<Database.Database, Runner>()

/** `db.transaction`, made once for each database: a transaction of its own, or a savepoint inside another. */
export function transact<T>(db: Database.Database, work: () => T): T {
  const run = runners.get(db) ?? db.transaction((given: () => unknown) => given())
  runners.set(db, run)
  return run(work) as T
}
