import type Database from 'better-sqlite3'
import { rebuild } from './committed'
import type { Resolver } from './resolver'
import { every, uncovered } from './snapshots'
import { all } from './statements'
import { storedSubject } from './stored'

/** The subjects whose lost states are kept again when nothing else is to do. */
export interface IdleWork { add(ids: readonly string[]): void; /** Does one subject; true while some are left. */ some(): boolean }

const candidates = 'SELECT subjectId AS id FROM WorldPatch GROUP BY subjectId HAVING count(*) >= ?'

export function createIdleWork(db: Database.Database, resolver: () => Resolver): IdleWork {
  const waiting = new Set<string>()
  let hash = ''
  return {
    add: (ids) => { for (const id of ids) waiting.add(id) },
    some: () => {
      const now = resolver()
      if (hash !== now.schema.hash) {
        // Another schema makes every kept state worthless; at the start nobody knows what was lost.
        hash = now.schema.hash
        for (const { id } of all<{ id: string }>(db, candidates, every)) waiting.add(id)
      }
      const [id] = waiting
      if (id === undefined) return false
      waiting.delete(id)
      const subject = storedSubject(db, id)
      if (subject && uncovered(db, id, hash, every) >= every) rebuild(db, subject, now)
      return waiting.size > 0
    },
  }
}
