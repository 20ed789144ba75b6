import type Database from 'better-sqlite3'
import { applyAll, emptyFold, type Folded, type Setter, type Skip, type Skipped } from './fold'
import type { Resolver } from './resolver'
import { minInstant, type Moment, type PatchRow, type SubjectRow } from './rows'
import { all, hasEngine, one, run } from './statements'
import { before, forever, storedHistory } from './stored'
import type { Attrs } from './types'

/** A state is kept after every so many patches of a subject (03 §4). */
export const every = 256
/** More patches than this without a state kept: a commit leaves them to the next read or an idle moment. */
const commitMost = every * 4

/** A skipped patch as it is kept beside a state. */
export interface KeptSkip { patchId: number; sliceId: number; path: string; op: PatchRow['op']; skip: Skip }
interface SnapshotRow { instant: bigint; seq: bigint; state: string; setBy: string }
export interface Snapshot { moment: Moment; folded: Folded }

const dawn: Moment = before(minInstant)

/** The setters of a state as JSON, instants as text. */
const setByText = (setBy: Folded['setBy']): string => JSON.stringify([...setBy].map(([path, by]) => [path, by.sliceId, String(by.instant)]))
const setByOf = (text: string): Map<string, Setter> =>
  new Map((JSON.parse(text) as [string, number, string][]).map(([path, sliceId, instant]) => [path, { sliceId, instant: BigInt(instant) }]))

export const keptSkip = ({ patch, skip }: Skipped): KeptSkip => ({ patchId: patch.id, sliceId: patch.sliceId, path: patch.path, op: patch.op, skip })

/** The newest kept state of a subject at or before an instant, a fresh copy; the beginning when there is none. */
export function snapshotAt(db: Database.Database, subjectId: string, schemaHash: string, at: bigint): Snapshot {
  if (!hasEngine(db)) return { moment: dawn, folded: emptyFold() }
  const row = one<SnapshotRow>(db, `SELECT instant, seq, state, setBy FROM WorldSnapshot WHERE subjectId = ? AND instant <= ? AND schemaHash = ? ORDER BY instant DESC, seq DESC LIMIT 1`, subjectId, at, schemaHash)
  if (!row) return { moment: dawn, folded: emptyFold() }
  return { moment: { instant: row.instant, seq: Number(row.seq) }, folded: { attrs: JSON.parse(row.state) as Attrs, setBy: setByOf(row.setBy) } }
}

/** What was skipped up to the newest kept state. */
export const keptSkips = (db: Database.Database, subjectId: string, schemaHash: string): KeptSkip[] => !hasEngine(db) ? [] :
  all<{ skipped: string }>(db, "SELECT skipped FROM WorldSnapshot WHERE subjectId = ? AND schemaHash = ? AND skipped <> '[]' ORDER BY instant, seq", subjectId, schemaHash)
    .flatMap((row) => JSON.parse(row.skipped) as KeptSkip[])

/** A write at an instant makes every later state of the subject wrong. */
export function dropSnapshots(db: Database.Database, subjectId: string, from: bigint): void {
  run(db, 'DELETE FROM WorldSnapshot WHERE subjectId = ? AND instant >= ?', subjectId, from)
}

const insertSql = 'INSERT OR REPLACE INTO WorldSnapshot (subjectId, instant, seq, schemaHash, state, setBy, skipped) VALUES (?, ?, ?, ?, ?, ?, ?)'

/** Keeps every state that is due after the newest kept one; to be called inside an immediate transaction. */
export function buildSnapshots(db: Database.Database, subject: SubjectRow, resolver: Resolver): void {
  const { hash } = resolver.schema
  run(db, 'DELETE FROM WorldSnapshot WHERE subjectId = ? AND schemaHash <> ?', subject.id, hash)
  const { moment, folded } = snapshotAt(db, subject.id, hash, forever)
  for (let at = moment; ; ) {
    const patches = storedHistory(db, subject.id, at, forever, every)
    const last = patches.at(-1)
    if (last === undefined || patches.length < every) return
    const skipped = applyAll(folded, patches, subject.type, resolver).map(keptSkip)
    run(db, insertSql, subject.id, last.instant, last.seq, hash, JSON.stringify(folded.attrs), setByText(folded.setBy), JSON.stringify(skipped))
    at = last
  }
}

/** How many visible patches of a subject stand after its newest kept state, counted no further than `most`. */
export function uncovered(db: Database.Database, subjectId: string, schemaHash: string, most: number): number {
  const last = one<{ instant: bigint; seq: bigint }>(db, 'SELECT instant, seq FROM WorldSnapshot WHERE subjectId = ? AND schemaHash = ? ORDER BY instant DESC, seq DESC LIMIT 1', subjectId, schemaHash)
  const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM WorldPatch p CROSS JOIN WorldSlice s ON s.id = p.sliceId WHERE p.subjectId = ? AND (p.instant, p.seq) > (?, ?) AND s.hidden = 0 LIMIT ?)`
  return Number(one<{ n: bigint }>(db, sql, subjectId, last?.instant ?? minInstant, last?.seq ?? -1n, most)?.n ?? 0n)
}

/** Keeps a state that a commit made due; a long lost history waits for an idle moment. True when it waits. */
export function keepDue(db: Database.Database, subject: SubjectRow, resolver: Resolver): boolean {
  const open = uncovered(db, subject.id, resolver.schema.hash, commitMost)
  if (open >= commitMost) return true
  if (open >= every) buildSnapshots(db, subject, resolver)
  return false
}
