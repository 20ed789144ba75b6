import type Database from 'better-sqlite3'
import type { Json, WorldIssue, WorldWrite } from '@shared/world'
import { hashBytes } from '../project/hash'
import { storedFold } from './committed'
import { timeText } from './instants'
import { canonical } from './json-value'
import type { ChangedSlice, Overlay } from './overlay'
import { subjectOf } from './reads'
import { storedPatches, storedSubject } from './stored'
import type { Attrs, SubjectChange, WorldEffects, WorldFiles } from './types'

export interface EffectParts { db: Database.Database; overlay: Overlay; files: WorldFiles; writes: readonly WorldWrite[]; issues: WorldIssue[] }

const doneOf = ({ from, row }: ChangedSlice): 'created' | 'changed' | 'hidden' => (row.hidden ? 'hidden' : from === null || from.hidden ? 'created' : 'changed')
/** Made and hidden in the same run: nothing of it is left to tell. */
const isNothing = ({ from, row }: ChangedSlice): boolean => from === null && row.hidden

/** Where each changed subject is looked at: the latest instant that a changed slice of it has, or had. */
function momentsOf(db: Database.Database, changed: readonly ChangedSlice[]): Map<string, bigint> {
  const at = new Map<string, bigint>()
  const look = (subjectId: string, instant: bigint): void => {
    const known = at.get(subjectId)
    if (known === undefined || instant > known) at.set(subjectId, instant)
  }
  for (const { row, patches, from } of changed) {
    for (const patch of patches) look(patch.subjectId, row.instant)
    if (from && !from.hidden) for (const patch of storedPatches(db, row.id)) look(patch.subjectId, from.instant)
  }
  return at
}

const same = (a: Attrs | null, b: Attrs | null): boolean => (a === null || b === null ? a === b : canonical(a) === canonical(b))

function changesOf(db: Database.Database, overlay: Overlay, changed: readonly ChangedSlice[]): SubjectChange[] {
  const moments = [...momentsOf(db, changed)].sort(([a], [b]) => (a < b ? -1 : 1))
  return moments.flatMap(([id, at]): SubjectChange[] => {
    const subject = overlay.subject(id)
    if (!subject) return []
    const stored = storedSubject(db, id)
    const before = stored ? storedFold(db, stored, overlay.resolver, at).attrs : null
    const after = overlay.folded(subject, at).attrs
    return same(before, after) ? [] : [{ subject: subjectOf(subject), at, before, after }]
  })
}

/** Instants, fields and patches, never ids (03 §5): what an approval binds. */
function hashOf(overlay: Overlay, changed: readonly ChangedSlice[]): string {
  const slices = changed.map((slice): Json => ({
    done: doneOf(slice), from: slice.from === null ? null : String(slice.from.instant), instant: String(slice.row.instant), title: slice.row.title, summary: slice.row.summary, kind: slice.row.kind,
    patches: slice.patches.map(({ subjectId, path, op, value, summary }) => [subjectId, path, op, value, summary]),
  }))
  return hashBytes(canonical({ slices, subjects: [...overlay.delta.subjects.values()].map(({ id, type, name }) => [id, type, name]) }))
}

/** What a run would change, for approval cards and the composer. */
export function effectsOf({ db, overlay, files, writes, issues }: EffectParts): WorldEffects {
  const changed = [...overlay.delta.slices.values()].filter((slice) => !isNothing(slice))
  return {
    writes: [...writes], issues, hash: hashOf(overlay, changed), changes: changesOf(db, overlay, changed),
    slices: changed.map((slice) => ({
      id: String(slice.row.id), done: doneOf(slice), title: slice.row.title, instant: slice.row.instant, time: timeText(files, slice.row.instant), patches: slice.patches.length,
    })),
  }
}
