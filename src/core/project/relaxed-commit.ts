import type Database from 'better-sqlite3'

const FULL = 2
/** How a database was opened to commit; read once. */
const levels = new WeakMap<Database.Database, number>()

/**
 * One commit without waiting for the disk (13 rows 6 and 8): it may be lost with the power, never with the process, and the next
 * full commit brings it to the disk too. For what nobody was told had succeeded (01: FULL is for commits that a user saw succeed).
 */
export function relaxedCommit<T>(db: Database.Database, write: () => T): T {
  const level = levels.get(db) ?? Number(db.pragma('synchronous', { simple: true }))
  levels.set(db, level)
  if (level < FULL || db.inTransaction) return write()
  db.exec('PRAGMA synchronous = NORMAL')
  try {
    return write()
  } finally {
    db.exec('PRAGMA synchronous = FULL')
  }
}
