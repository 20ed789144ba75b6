import type Database from 'better-sqlite3'
import { rebuild } from './committed'
import { dangling, knownRefs, skipFinding, type Finding, type KnownRef } from './findings'
import { applyAll } from './fold'
import type { Resolver } from './resolver'
import type { SubjectRow } from './rows'
import { every, keptSkip, keptSkips, snapshotAt, type KeptSkip } from './snapshots'
import { forever, storedHistory, storedSubject } from './stored'

/** What a subject's whole history says: patches that were skipped, references of its latest state. */
export interface Facts { skips: readonly KeptSkip[]; refs: readonly KnownRef[] }

/** Facts of committed subjects, remembered per subject and schema hash until the subject is written (03 §4). */
export interface FactsCache { of(subject: SubjectRow): Facts; errors(subject: SubjectRow): Finding[]; forget(subjectIds: readonly string[] | null): void }

function readFacts(db: Database.Database, subject: SubjectRow, resolver: Resolver): Facts {
  const { hash } = resolver.schema
  const read = db.transaction(() => {
    const { moment, folded } = snapshotAt(db, subject.id, hash, forever)
    return { folded, kept: keptSkips(db, subject.id, hash), patches: storedHistory(db, subject.id, moment, forever) }
  })
  let found = read()
  if (found.patches.length > every) {
    rebuild(db, subject, resolver)
    found = read()
  }
  const skipped = applyAll(found.folded, found.patches, subject.type, resolver)
  return { skips: [...found.kept, ...skipped.map(keptSkip)], refs: knownRefs(resolver.schema, subject, found.folded) }
}

export function createFactsCache(db: Database.Database, resolver: () => Resolver): FactsCache {
  const known = new Map<string, Facts>()
  let hash = ''
  const of = (subject: SubjectRow): Facts => {
    const now = resolver()
    if (hash !== now.schema.hash) {
      known.clear()
      hash = now.schema.hash
    }
    const facts = known.get(subject.id) ?? readFacts(db, subject, now)
    known.set(subject.id, facts)
    return facts
  }
  return {
    of,
    errors: (subject) => {
      const { skips, refs } = of(subject)
      return [...skips.map((skip) => skipFinding(subject.id, skip)), ...dangling(subject.id, refs, (id) => storedSubject(db, id))]
    },
    forget: (ids) => {
      if (ids === null) known.clear()
      else for (const id of ids) known.delete(id)
    },
  }
}
