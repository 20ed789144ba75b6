import Database from 'better-sqlite3'
import { existsSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../../test/project/make-project'
import { backupDatabase, openDatabase, schemaVersion } from './database'
import { createEnv } from './env'
import type { Migration } from './migrations/migration'

const one: Migration = { version: 1, name: 'one', sql: 'CREATE TABLE t (x TEXT) STRICT; CREATE TABLE c (t INTEGER REFERENCES t(rowid))' }
const two: Migration = { version: 2, name: 'two', sql: 'ALTER TABLE t ADD COLUMN y TEXT' }

function place() {
  const dir = tempFolder()
  const options = { migrations: [one], backups: join(dir, 'backups'), env: createEnv(dir) }
  return { dir, path: join(dir, 'project.sqlite'), options }
}

describe('a project database', () => {
  it('is made whole, with the settings of the architecture', () => {
    const { dir, path, options } = place()
    const db = openDatabase(path, options)
    expect(['journal_mode', 'synchronous', 'foreign_keys', 'trusted_schema', 'user_version'].map((name) => db.pragma(name, { simple: true }))).toEqual(['wal', 2, 1, 0, 1])
    db.close()
    expect(readdirSync(dir).filter((name) => name.startsWith('.new-'))).toEqual([])
  })

  it('is backed up before it is migrated', () => {
    const { path, options } = place()
    const old = openDatabase(path, options)
    old.exec("INSERT INTO t VALUES ('kept')")
    old.close()
    const db = openDatabase(path, { ...options, migrations: [two, one] })
    expect([schemaVersion(db), db.prepare('SELECT x, y FROM t').all()]).toEqual([2, [{ x: 'kept', y: null }]])
    db.close()
    const [name = ''] = readdirSync(options.backups)
    const copy = new Database(join(options.backups, name), { readonly: true })
    expect([schemaVersion(copy), copy.prepare('SELECT * FROM t').all()]).toEqual([1, [{ x: 'kept' }]])
    copy.close()
  })

  it('keeps the old schema when a step fails', () => {
    const { path, options } = place()
    openDatabase(path, options).close()
    const broken: Migration = { version: 2, name: 'broken', sql: 'CREATE TABLE u (x TEXT); SELECT * FROM nowhere' }
    expect(() => openDatabase(path, { ...options, migrations: [one, broken] })).toThrow(/nowhere/)
    const db = openDatabase(path, options)
    expect([schemaVersion(db), db.prepare("SELECT name FROM sqlite_schema WHERE name = 'u'").all()]).toEqual([1, []])
    db.close()
  })

  it('of a newer version is refused and not touched', () => {
    const { path, options } = place()
    openDatabase(path, { ...options, migrations: [one, two] }).close()
    const before = readFileSync(path)
    expect(() => openDatabase(path, options)).toThrow('SCHEMA_NEWER')
    expect(readFileSync(path)).toEqual(before)
  })

  it.each<[string, (path: string) => void]>([
    ['zero-filled', (path) => writeFileSync(path, Buffer.alloc(statSync(path).size))],
    ['empty', (path) => truncateSync(path, 0)],
    ['cut', (path) => truncateSync(path, 5_000)],
    ['with a wrong header', (path) => writeFileSync(path, Buffer.concat([Buffer.from('x'), readFileSync(path).subarray(1)]))],
    ['with a broken page', (path) => {
      const bytes = readFileSync(path)
      bytes.fill(0xff, 4_096, 4_200)
      writeFileSync(path, bytes)
    }],
  ])('%s is named with its backups and left as it is', (_name, damage) => {
    const { path, options } = place()
    const db = openDatabase(path, options)
    backupDatabase(db, options.backups, 'project-good.sqlite')
    db.close()
    damage(path)
    const bytes = readFileSync(path)
    expect(() => openDatabase(path, options)).toThrow(expect.objectContaining({ fault: expect.objectContaining({ code: 'DATABASE_DAMAGED', data: { file: path, backups: [join(options.backups, 'project-good.sqlite')] } }) }))
    expect(readFileSync(path)).toEqual(bytes)
  })

  it('never replays the log of a database that is gone', () => {
    const { path, options } = place()
    writeFileSync(`${path}-wal`, 'foreign')
    openDatabase(path, options).close()
    expect(readdirSync(options.backups)).toEqual([expect.stringMatching(/^project\.sqlite-wal\..*\.aside$/)])
  })

  it('can be read while another installation holds it', () => {
    const { path, options } = place()
    openDatabase(path, options).close()
    const db = openDatabase(path, { ...options, readOnly: true })
    expect(() => db.exec("INSERT INTO t VALUES ('x')")).toThrow(/readonly/)
    db.close()
    expect(() => openDatabase(`${path}2`, { ...options, readOnly: true })).toThrow('PROJECT_LOCKED')
    expect(existsSync(`${path}2`)).toBe(false)
  })
})
