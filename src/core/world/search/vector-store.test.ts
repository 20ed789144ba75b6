import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { project001 } from '../../project/migrations/project-001'
import { openVectorStore } from './vector-store'

it('a database of an older version, held by another and so not migrated, has no vectors and is no error', () => {
  const db = new Database(':memory:')
  db.exec(project001.sql)
  expect(openVectorStore(db, () => false).get(['hash'], 'local/embed', 3)).toEqual(new Map())
  db.close()
})
