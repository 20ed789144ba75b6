import Database from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { closeSync, copyFileSync, existsSync, fsyncSync, linkSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fail, isFault } from '@shared/fault'
import { errorCode } from './retry'
import type { Migration } from './migrations/migration'
import type { Env } from './types'

export interface OpenDatabaseOptions { migrations: readonly Migration[]; backups: string; env: Env; readOnly?: boolean }

/** 16 MiB of log before it is taken in: pages that many commits change are written home once. */
export const logPages = 4_096

/** Files up to this size are checked whole at every open; larger ones by `project verify`. */
const quickCheckBytes = 16 * 1_048_576

/**
 * Opens a project database (01 "Data on disk"): WAL, synchronous=FULL, foreign keys, untrusted schema, 5 s of patience.
 * A missing file is made whole elsewhere and then put in place; an older one is backed up and migrated, one transaction per step.
 * SCHEMA_NEWER, DATABASE_DAMAGED (the bad file is left as it is).
 */
export function openDatabase(path: string, options: OpenDatabaseOptions): Database.Database {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? null
  if (size === null && options.readOnly !== true) makeFresh(path, options)
  if (size === 0) damaged(path, options.backups, 'the file is empty')
  let db: Database.Database | null = null
  try {
    db = options.readOnly === true ? openToRead(path) : new Database(path, { timeout: 5_000 })
    configure(db, options.readOnly === true)
    if (size !== null && size <= quickCheckBytes) quickCheck(db)
    const newest = newestOf(options.migrations)
    const version = schemaVersion(db)
    if (version > newest) fail('SCHEMA_NEWER', `${basename(path)} was made by a newer version of Wenqu (schema ${version}, this one knows ${newest}).`, { data: { version, newest } })
    if (version === newest) return db
    if (options.readOnly === true) return upgradedCopy(db, version, options)
    upgrade(db, path, version, options)
    return db
  } catch (error) {
    db?.close()
    if (isFault(error)) throw error
    if (isDamage(error)) return damaged(path, options.backups, error instanceof Error ? error.message : String(error))
    throw error
  }
}

export const schemaVersion = (db: Database.Database): number => db.pragma('user_version', { simple: true }) as number
const newestOf = (migrations: readonly Migration[]): number => migrations.reduce((most, one) => Math.max(most, one.version), 0)
const isDamage = (error: unknown): boolean => ['SQLITE_NOTADB', 'SQLITE_CORRUPT'].some((code) => errorCode(error).startsWith(code)) || (error instanceof Error && error.message.startsWith('quick_check'))

function configure(db: Database.Database, readOnly: boolean): void {
  if (!readOnly) db.pragma('journal_mode = WAL')
  if (!readOnly) db.pragma(`wal_autocheckpoint = ${logPages}`)
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  if (readOnly) db.pragma('query_only = ON')
}

function quickCheck(db: Database.Database): void {
  const found = db.pragma('quick_check(1)', { simple: true })
  if (found !== 'ok') throw new Error(`quick_check: ${String(found)}`)
}

/** Reads a database another installation holds, or one on a disk that takes no changes; where not even a reader may open it, a copy in memory is read. */
function openToRead(path: string): Database.Database {
  if (!existsSync(path)) fail('PROJECT_LOCKED', `${basename(path)} does not exist yet and cannot be made while the project is held elsewhere.`)
  try {
    const db = new Database(path, { readonly: true, timeout: 5_000 })
    db.pragma('user_version')
    return db
  } catch (error) {
    if (isDamage(error)) throw error
    return inMemory(wholeOf(path))
  }
}

/** A database's bytes with what only its log holds so far: that is taken in beside, in a folder of our own. */
function wholeOf(path: string): Buffer {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return readFileSync(path)
  const folder = mkdtempSync(join(tmpdir(), 'wenqu-read-'))
  try {
    for (const end of ['', '-wal']) copyFileSync(path + end, join(folder, `copy${end}`))
    const db = new Database(join(folder, 'copy'))
    try {
      return db.serialize()
    } finally {
      db.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function inMemory(bytes: Buffer): Database.Database {
  // Bytes 18 and 19 say "WAL"; a copy in memory has none.
  bytes[18] = 1
  bytes[19] = 1
  return new Database(bytes)
}

/** What an older version holds, as it stands now and in today's schema: the file itself may not be touched. Closes `db`. */
function upgradedCopy(db: Database.Database, version: number, options: OpenDatabaseOptions): Database.Database {
  const copy = inMemory(db.serialize())
  try {
    applyAfter(copy, version, options.migrations)
    configure(copy, true)
    db.close()
    return copy
  } catch (error) {
    copy.close()
    throw error
  }
}

function damaged(path: string, backups: string, why: string): never {
  const found = existsSync(backups) ? readdirSync(backups).filter((name) => name.includes(basename(path, '.sqlite'))).sort() : []
  fail('DATABASE_DAMAGED', `${basename(path)} cannot be read (${why}). It was left as it is.`, { data: { file: path, backups: found.map((name) => join(backups, name)) } })
}

/** A new database appears complete or not at all, so an empty file always means damage. */
function makeFresh(path: string, options: OpenDatabaseOptions): void {
  setAsideStaleLog(path, options.backups)
  const temp = join(dirname(path), `.new-${randomBytes(8).toString('hex')}.sqlite`)
  try {
    const db = new Database(temp)
    applyAfter(db, 0, options.migrations)
    db.close()
    syncPath(temp)
    putInPlace(temp, path)
    if (process.platform !== 'win32') syncPath(dirname(path))
  } finally {
    rmSync(temp, { force: true })
    rmSync(`${temp}-journal`, { force: true })
  }
}

function syncPath(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Never over a database that another process made meanwhile. */
function putInPlace(temp: string, path: string): void {
  try {
    linkSync(temp, path)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return
    if (!existsSync(path)) renameSync(temp, path)
  }
}

/** The log of a database that is gone must never be replayed into a new one; it is kept beside the backups. */
function setAsideStaleLog(path: string, backups: string): void {
  for (const end of ['-wal', '-shm', '-journal']) {
    if (!existsSync(path + end)) continue
    mkdirSync(backups, { recursive: true })
    renameSync(path + end, join(backups, `${basename(path)}${end}.${randomBytes(4).toString('hex')}.aside`))
  }
}

function applyStep(db: Database.Database, step: Migration): void {
  const run = db.transaction(() => {
    if (schemaVersion(db) >= step.version) return
    db.exec(step.sql)
    db.pragma(`user_version = ${step.version}`)
  })
  run.immediate()
}

function upgrade(db: Database.Database, path: string, version: number, options: OpenDatabaseOptions): void {
  if (version > 0) backupDatabase(db, options.backups, `${basename(path, '.sqlite')}-v${version}-${stamp(options.env)}.sqlite`)
  applyAfter(db, version, options.migrations)
}

function applyAfter(db: Database.Database, version: number, migrations: readonly Migration[]): void {
  for (const step of [...migrations].sort((a, b) => a.version - b.version)) if (step.version > version) applyStep(db, step)
}

export const stamp = (env: Env): string => env.now().toISOString().replace(/[:.]/g, '-')

/** A consistent copy of an open database, checked by opening it, under `backups/name`; gives its path. An unreadable copy never stays. */
export function backupDatabase(db: Database.Database, backups: string, name: string): string {
  mkdirSync(backups, { recursive: true })
  const temp = join(backups, `.new-${randomBytes(8).toString('hex')}.sqlite`)
  try {
    db.prepare('VACUUM INTO ?').run(temp)
    const copy = new Database(temp, { readonly: true })
    try {
      quickCheck(copy)
    } finally {
      copy.close()
    }
    syncPath(temp)
    renameSync(temp, join(backups, name))
  } finally {
    rmSync(temp, { force: true })
  }
  return join(backups, name)
}
