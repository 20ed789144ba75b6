import type Database from 'better-sqlite3'
import { errorCode } from '../project/retry'
import { applyAll, type Folded } from './fold'
import type { Resolver } from './resolver'
import type { SubjectRow } from './rows'
import { buildSnapshots, every, snapshotAt } from './snapshots'
import { hasEngine } from './statements'
import { before, patchCountOf, storedHistory, storedLatest, storedPage, storedPatches, storedSlice, storedSliceAt, storedSubject, storedSubjects } from './stored'
import type { View } from './view'

/** Keeps lost states again; a database that is read-only or busy just goes without. */
export function rebuild(db: Database.Database, subject: SubjectRow, resolver: Resolver): void {
  if (db.readonly || db.inTransaction || !hasEngine(db)) return
  try {
    db.transaction(() => buildSnapshots(db, subject, resolver)).immediate()
  } catch (error) {
    if (!['SQLITE_BUSY', 'SQLITE_READONLY'].some((code) => errorCode(error).startsWith(code))) throw error
  }
}

/** Nearest kept state and at most 256 patches (03 §4); states that were lost are kept again on the way. */
export function storedFold(db: Database.Database, subject: SubjectRow, resolver: Resolver, at: bigint): Folded {
  const read = () => {
    const { moment, folded } = snapshotAt(db, subject.id, resolver.schema.hash, at)
    return { folded, patches: storedHistory(db, subject.id, moment, at) }
  }
  const consistent = db.transaction(read)
  let found = consistent()
  if (found.patches.length > every) {
    rebuild(db, subject, resolver)
    found = consistent()
  }
  applyAll(found.folded, found.patches, subject.type, resolver)
  return found.folded
}

/** The world as it is in the database. */
export const committedView = (db: Database.Database, resolver: () => Resolver): View => ({
  get resolver() { return resolver() },
  subject: (id) => storedSubject(db, id),
  subjects: () => storedSubjects(db),
  slice: (id) => storedSlice(db, id),
  sliceAt: (instant) => storedSliceAt(db, instant),
  latest: () => storedLatest(db),
  patchesOf: (sliceId) => storedPatches(db, sliceId),
  patchCount: (sliceId) => patchCountOf(db, sliceId),
  history: (subjectId, from, to) => storedHistory(db, subjectId, before(from), to),
  folded: (subject, at) => storedFold(db, subject, resolver(), at),
  page: (filter, limit, offset) => {
    const { rows, count } = storedPage(db, filter, [], limit, offset)
    return { rows, total: count }
  },
})
