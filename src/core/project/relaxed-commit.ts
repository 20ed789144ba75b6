import type Database from 'better-sqlite3'

/**
 * One commit without waiting for the disk (13 rows 6 and 8): it may be lost with the power, never with the process, and the next
 * full commit brings it to the disk too. For what nobody was told had succeeded (01: FULL is for commits that a user saw succeed).
 */
export function relaxedCommit<T>(db: Database.Database, write: () => T): T {
  if (db.inTransaction) return write()
  db.exec('PRAGMA synchronous = NORMAL')
  try {
    return write()
  } finally {
    db.exec('PRAGMA synchronous = FULL')
  }
}
