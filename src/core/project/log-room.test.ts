import Database from 'better-sqlite3'
import { copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from '../../../test/project/make-project'
import { openDatabase } from './database'
import { createEnv } from './env'
import { makeRoom } from './log-room'
import type { Migration } from './migrations/migration'

const first: Migration = { version: 1, name: 'one', sql: 'CREATE TABLE t (x TEXT) STRICT' }
const settings = ['cache_size', 'busy_timeout', 'synchronous', 'wal_autocheckpoint', 'schema_version', 'page_count']

function place() {
  const dir = tempFolder()
  const path = join(dir, 'one.sqlite')
  const db = openDatabase(path, { migrations: [first], backups: join(dir, 'backups'), env: createEnv(dir) })
  const put = db.prepare('INSERT INTO t VALUES (?)')
  return { dir, path, db, put: (x: string) => put.run(x), state: (of = db) => settings.map((name) => of.pragma(name, { simple: true })), length: () => statSync(`${path}-wal`).size }
}
const rowsOf = (db: Database.Database): unknown[] => db.prepare('SELECT x FROM t ORDER BY rowid').pluck().all()

it('a log is as long as it becomes before it is needed, once; all else stays as it was', async () => {
  const { db, put, state, length } = place()
  put('before')
  const was = state()
  expect([await makeRoom(db), state(), db.inTransaction, rowsOf(db)]).toEqual([true, was, false, ['before']])
  const long = length()
  expect(long).toBeGreaterThan(16 * 1_048_576)
  put('after')
  expect([length(), await makeRoom(db), length(), rowsOf(db)]).toEqual([long, false, long, ['before', 'after']])
  db.close()
})

it('what a crash leaves behind is read as it was committed, by another process too', async () => {
  const { dir, path, db, put } = place()
  put('before')
  await makeRoom(db)
  const look = (name: string): unknown[] => {
    for (const end of ['', '-wal']) copyFileSync(path + end, join(dir, `${name}.sqlite${end}`))
    const copy = new Database(join(dir, `${name}.sqlite`))
    try {
      return [copy.pragma('integrity_check', { simple: true }), ...rowsOf(copy), ...copy.prepare("SELECT name FROM sqlite_schema WHERE name = 'Room'").all()]
    } finally {
      copy.close()
    }
  }
  expect(look('none')).toEqual(['ok', 'before'])
  const beside = new Database(path)
  const [here, there] = [db, beside].map((one) => one.prepare('INSERT INTO t VALUES (?)'))
  const more = Array.from({ length: 200 }, (_, n) => `${n}`)
  more.forEach((x, n) => (n % 2 === 0 ? here : there)?.run(x))
  const all = ['before', ...more]
  expect(look('some')).toEqual(['ok', ...all])
  beside.close()
  db.close()
  const again = new Database(path, { readonly: true })
  expect(rowsOf(again)).toEqual(all)
  again.close()
})

it('nobody waits: where another process writes, it is left', async () => {
  const { path, db, put, state } = place()
  put('before')
  const was = state()
  const beside = new Database(path)
  beside.exec('BEGIN IMMEDIATE')
  await expect(makeRoom(db)).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
  beside.exec('ROLLBACK')
  beside.close()
  expect(state()).toEqual(was)
  put('after')
  expect(rowsOf(db)).toEqual(['before', 'after'])
  db.close()
})

it("a change that is under way stays its maker's", async () => {
  const { db, put } = place()
  db.exec('BEGIN')
  put('half')
  expect([await makeRoom(db), db.inTransaction]).toEqual([false, true])
  put('whole')
  db.exec('COMMIT')
  expect([rowsOf(db), await makeRoom(db)]).toEqual([['half', 'whole'], true])
  db.close()
})
