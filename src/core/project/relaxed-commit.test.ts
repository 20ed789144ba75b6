import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { relaxedCommit } from './relaxed-commit'

const levelOf = (db: Database.Database): unknown => db.pragma('synchronous', { simple: true })

it.each([['FULL', 2, 1], ['OFF', 0, 0]])('a database that commits %s does so again afterwards, also when the commit fails', (how, level, within) => {
  const db = new Database(':memory:')
  db.pragma(`synchronous = ${how}`)
  expect([relaxedCommit(db, () => levelOf(db)), levelOf(db)]).toEqual([within, level])
  expect(() => relaxedCommit(db, () => { throw new Error('no') })).toThrow('no')
  expect(levelOf(db)).toBe(level)
  db.transaction(() => { expect(relaxedCommit(db, () => levelOf(db))).toBe(level) })()
})
