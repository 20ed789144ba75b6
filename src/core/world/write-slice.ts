import { fail } from '@shared/fault'
import type { PatchInput, SliceInput } from '@shared/world'
import { checkPatch, crossRef, wholeReplace } from './check-patch'
import { applyAll, applyPatch, emptyFold, type Folded } from './fold'
import { parseInstant, timeText } from './instants'
import type { Overlay } from './overlay'
import { defaultsOf, newSubjects, type GivenPatchAt } from './register'
import { minInstant, type PatchRow, type SliceRow, type SubjectRow } from './rows'
import { checkCount, checkPatchSummary, sliceExists, sliceFields } from './slice-fields'
import { typeOf } from './targets'
import type { WorldFiles } from './types'

/** What a write stands on: a run's own view, the two files, the moment of the write. */
export interface WriteContext { readonly view: Overlay; readonly files: WorldFiles; readonly now: string }

/** A patch that will be stored; `pointer` of those that a writer gave just now, null for defaults and for rows that were there. */
export interface Draft { subjectId: string; path: string; op: PatchRow['op']; value: string | null; summary: string; pointer: string | null }

export const valueText = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

/** One given patch, checked against the schema and the subjects there will be. */
export function draftOf(context: WriteContext, patch: PatchInput, fresh: ReadonlyMap<string, SubjectRow>, pointer: string): Draft {
  const subject = (id: string) => fresh.get(id) ?? context.view.subject(id)
  checkPatch(patch, { type: typeOf(context.view.resolver.schema, subject(patch.subjectId)?.type ?? ''), subject }, pointer)
  return { subjectId: patch.subjectId, path: patch.path, op: patch.op, value: valueText(patch.value), summary: checkPatchSummary(patch.summary, pointer), pointer }
}

/** Drafts as rows of a slice, in their order, with the ids they will have. */
export function rowsOf(view: Overlay, slice: Pick<SliceRow, 'id' | 'instant'>, drafts: readonly Draft[]): PatchRow[] {
  return drafts.map(({ subjectId, path, op, value, summary }, seq) => ({ id: view.newPatchId(), sliceId: slice.id, instant: slice.instant, seq, subjectId, path, op, value, summary }))
}

/** A subject's state just before an instant, as if one slice were not there. */
function stateBefore(view: Overlay, subject: SubjectRow, instant: bigint, without: SliceRow | null): Folded {
  const until = without !== null && without.instant < instant ? without.instant : instant
  const folded = until === minInstant ? emptyFold() : view.folded(subject, until - 1n)
  if (until < instant) applyAll(folded, view.history(subject.id, until, instant - 1n).filter((patch) => patch.sliceId !== without?.id), subject.type, view.resolver)
  return folded
}

/**
 * New writes that could not be applied as the world is at their time are refused: E3, E4, E5 of 03 §8; a missing base (E1) is saved
 * and told. Rows that were there before are not judged. `without`: the slice as it was, when it moves.
 */
export function checkApplies(view: Overlay, fresh: ReadonlyMap<string, SubjectRow>, drafts: readonly Draft[], instant: bigint, without: SliceRow | null = null): void {
  for (const [id, own] of Map.groupBy(drafts, (draft) => draft.subjectId)) {
    const subject = fresh.get(id) ?? view.subject(id)
    if (!subject || own.every((draft) => draft.pointer === null)) continue
    const folded = fresh.has(id) ? emptyFold() : stateBefore(view, subject, instant, without)
    for (const { pointer, ...draft } of own) {
      const skip = applyPatch(folded, { ...draft, id: 0, sliceId: 0, instant, seq: 0 }, view.resolver.at(subject.type, draft.path))
      if (pointer === null) continue
      if (skip === 'E4') crossRef(draft.path, pointer)
      if (skip === 'E5') wholeReplace(draft.path, pointer)
      if (skip === 'E3') noSuchPlace(draft.path, pointer)
    }
  }
}

function noSuchPlace(path: string, pointer: string): never {
  fail('PATCH_PATH_INVALID', `The path ${path} leads nowhere in the state of that time.`, {
    pointer: `${pointer}/path`, actual: path, expected: 'a path whose parents are objects or lists, with a place that the list has', fix: 'Look at the state with subject.get first.',
  })
}

export const defaultDrafts = (context: WriteContext, subject: SubjectRow): Draft[] =>
  defaultsOf(context.view.resolver.schema, subject.type).map(([path, value]) => ({ subjectId: subject.id, path, op: 'replace', value: valueText(value), summary: '', pointer: null }))

/** Puts the defaults of new subjects before their first patch (03 §7). */
function withDefaults(context: WriteContext, drafts: readonly Draft[], fresh: ReadonlyMap<string, SubjectRow>): Draft[] {
  const waiting = new Map(fresh)
  return drafts.flatMap((draft) => {
    const subject = waiting.get(draft.subjectId)
    waiting.delete(draft.subjectId)
    return subject ? [...defaultDrafts(context, subject), draft] : [draft]
  })
}

/** A checked write that nothing of is in the view yet. `changed`: old and new rows that mean something else now. */
export interface Plan { slice: SliceRow; rows: readonly PatchRow[]; fresh: readonly SubjectRow[]; changed: readonly PatchRow[] }

/** A new slice with its patches, checked (03 §7 slice.write). */
export function planWrite(context: WriteContext, input: SliceInput): Plan {
  const { view, files, now } = context
  const fields = sliceFields(input, { title: '', summary: '', kind: 'event' }, '')
  const instant = parseInstant(input.time, files, '/time')
  const there = view.sliceAt(instant)
  if (there) sliceExists(there, timeText(files, instant), '/time')
  checkCount(input.patches.length, 'The slice', '/patches')
  const given = input.patches.map((patch, i): GivenPatchAt => ({ patch, pointer: `/patches/${i}` }))
  const fresh = newSubjects(view, given, now, true)
  const drafts = withDefaults(context, given.map(({ patch, pointer }) => draftOf(context, patch, fresh, pointer)), fresh)
  checkApplies(view, fresh, drafts, instant)
  const slice: SliceRow = { id: view.newSliceId(), instant, ...fields, hidden: false, createdAt: now }
  const rows = rowsOf(view, slice, drafts)
  return { slice, rows, fresh: [...fresh.values()], changed: rows }
}
