import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { sessionsMigrations } from '../open-project'

it('calls keep their rows and numbers, and the next one follows', () => {
  const db = new Database(':memory:')
  const apply = (from: number, to: number): void => { for (const one of sessionsMigrations) if (one.version > from && one.version <= to) db.exec(one.sql) }
  const call = db.transaction((callId: string) => { db.prepare("INSERT INTO Call (sessionId, callId, tool, args, argsHash, state, result, requestedAt) VALUES (1, ?, 'read', '{}', 'h', 'finished', ?, '2026-01-01')").run(callId, `result of ${callId}`) })
  apply(0, 9)
  for (const id of ['a', 'b', 'c']) call(id)
  const rows = db.prepare('SELECT * FROM Call ORDER BY seq')
  const before = rows.all()
  apply(9, 10)
  expect(rows.all()).toEqual(before)
  call('d')
  expect(db.prepare("SELECT seq FROM Call WHERE callId = 'd'").pluck().get()).toBe(4)
  expect(() => call('d')).toThrow('UNIQUE')
  expect(db.prepare("SELECT count(*) FROM sqlite_sequence WHERE name LIKE 'Call%'").pluck().get()).toBe(0)
  db.close()
})
