import type Database from 'better-sqlite3'
import type { Json } from '@shared/world'
import { applyAll, emptyFold } from './fold'
import { canonical } from './json-value'
import type { Resolver } from './resolver'
import { minInstant, type PatchRow, type SubjectRow } from './rows'
import { all, hasEngine } from './statements'
import { before, forever, storedHistory, storedSubjects } from './stored'

interface Kept { instant: bigint; seq: bigint; state: string }

/** A subject's history folded from the beginning without any kept state, compared with every kept one (03 §4). */
function wrongStates(db: Database.Database, subject: SubjectRow, resolver: Resolver): string[] {
  if (!hasEngine(db)) return []
  const kept = all<Kept>(db, 'SELECT instant, seq, state FROM WorldSnapshot WHERE subjectId = ? AND schemaHash = ? ORDER BY instant, seq', subject.id, resolver.schema.hash)
  if (kept.length === 0) return []
  const folded = emptyFold()
  const patches = storedHistory(db, subject.id, before(minInstant), forever)
  const wrong: string[] = []
  let at = 0
  for (const { instant, seq, state } of kept) {
    const due: PatchRow[] = []
    for (let next = patches[at]; next !== undefined && (next.instant < instant || (next.instant === instant && next.seq <= Number(seq))); next = patches[at]) {
      due.push(next)
      at += 1
    }
    applyAll(folded, due, subject.type, resolver)
    if (canonical(folded.attrs) !== canonical(JSON.parse(state) as Json)) wrong.push(`The kept state of ${subject.id} at ${instant} differs from its history.`)
  }
  return wrong
}

const looseRows: readonly (readonly [string, (row: { id: bigint }) => string])[] = [
  ['SELECT p.id FROM WorldPatch p JOIN WorldSlice s ON s.id = p.sliceId WHERE p.instant <> s.instant', ({ id }) => `Patch ${id} stands at another instant than its slice.`],
  ['SELECT s.id FROM WorldSlice s WHERE NOT EXISTS (SELECT 1 FROM WorldPatch p WHERE p.sliceId = s.id)', ({ id }) => `Slice ${id} holds no patch.`],
]

/** Refolds everything and compares; one text for each thing that differs. */
export function verifyStates(db: Database.Database, resolver: Resolver): string[] {
  const loose = looseRows.flatMap(([sql, text]) => all<{ id: bigint }>(db, sql).map(text))
  return [...loose, ...storedSubjects(db).flatMap((subject) => wrongStates(db, subject, resolver))]
}
