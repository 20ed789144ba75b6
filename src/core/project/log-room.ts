import { closeSync, existsSync, fdatasync, openSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type Database from 'better-sqlite3'
import { logPages } from './database'
import { relaxedCommit } from './relaxed-commit'

const datasynced = promisify(fdatasync)

const FRAME = 24 + 4_096
const roomBytes = logPages * FRAME
/** Where the disk has less left, it is kept for the author's texts. */
const leftBytes = 1_073_741_824
/** Short commands do not pay for it, nor does opening a novel. */
const afterMs = 5_000

/** `makeRoom` for each of these, one after another, once a novel has been open for a moment; the way to stop comes back. */
export function roomInLogs(databases: readonly Database.Database[], note: (what: string, about: object) => void): () => void {
  let stopped = false
  const run = async (): Promise<void> => {
    for (const db of databases) if (!stopped) await makeRoom(db)
  }
  const timer = setTimeout(() => void run().catch((error: unknown) => note('no room in a log', { message: error instanceof Error ? error.message : String(error) })), afterMs)
  timer.unref()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/**
 * Makes the log of commits as long as it may become. A log that grows brings its new length to the disk at every commit, which takes
 * as long again as what the commit holds; one that has room is only written over until it begins again. False: it has room, the
 * disk has little, or somebody is in the middle of a change. Throws what SQLite and the disk throw, SQLITE_BUSY too; the database stays as it was.
 */
export async function makeRoom(db: Database.Database): Promise<boolean> {
  const log = logOf(db)
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  const disk = statfsSync(dirname(log))
  if (db.inTransaction || size >= roomBytes || disk.bavail * disk.bsize < leftBytes) return false
  fill(db, roomBytes - size)
  await logToDisk(db)
  return true
}

const logOf = (db: Database.Database): string => `${db.name}-wal`

/** What a change that is taken back had written stays behind the last commit, where later ones write over it. */
function fill(db: Database.Database, bytes: number): void {
  const [cache, patience] = [db.pragma('cache_size', { simple: true }), db.pragma('busy_timeout', { simple: true })]
  // A small cache, so that the change is written before its end; no waiting for another process, which is writing room itself.
  db.pragma('cache_size = 10')
  db.pragma('busy_timeout = 0')
  try {
    db.exec('BEGIN IMMEDIATE')
    try {
      db.exec('CREATE TABLE Room (bytes BLOB) STRICT')
      db.prepare('INSERT INTO Room VALUES (zeroblob(?))').run(bytes)
    } finally {
      // A full disk has taken it back already.
      if (db.inTransaction) db.exec('ROLLBACK')
    }
  } finally {
    db.pragma(`cache_size = ${String(cache)}`)
    db.pragma(`busy_timeout = ${String(patience)}`)
  }
}

/** Brings to the disk what was committed so far, beside the work of this process: `relaxedCommit` and then this is a full commit. */
export async function logToDisk(db: Database.Database): Promise<void> {
  const fd = openSync(logOf(db), 'r+')
  try {
    await datasynced(fd)
  } finally {
    closeSync(fd)
  }
}

/** A full commit whose wait for the disk goes on beside what is done meanwhile: `onDisk` ends when it has, or fails. */
export function commitBeside<T>(db: Database.Database, write: () => T): { made: T; onDisk: Promise<void> } {
  // A file system on which there can be no log: SQLite itself waits.
  if (!existsSync(logOf(db))) return { made: write(), onDisk: Promise.resolve() }
  const made = relaxedCommit(db, write)
  const onDisk = logToDisk(db)
  onDisk.catch(() => undefined)
  return { made, onDisk }
}
