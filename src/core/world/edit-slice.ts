import { fail } from '@shared/fault'
import type { PatchEdit, PatchInput, SliceMeta, Json } from '@shared/world'
import { parseInstant, timeText } from './instants'
import { newSubjects } from './register'
import type { PatchRow, SliceRow } from './rows'
import { checkCount, sliceExists, sliceFields, sliceUnknown } from './slice-fields'
import { checkApplies, draftOf, rowsOf, type Draft, type Plan, type WriteContext } from './write-slice'
import type { View } from './view'

/** A visible slice by the id a caller gave. SLICE_UNKNOWN. */
export function visibleSlice(view: View, id: string): SliceRow {
  const slice = /^\d{1,15}$/u.test(id) ? view.slice(Number(id)) : undefined
  return slice === undefined || slice.hidden ? sliceUnknown(id) : slice
}

const kept = ({ subjectId, path, op, value, summary }: PatchRow): Draft => ({ subjectId, path, op, value, summary, pointer: null })

function patchIndex(rows: readonly PatchRow[], id: string, sliceId: number, pointer: string): number {
  const at = rows.findIndex((row) => String(row.id) === id)
  if (at < 0) fail('PATCH_UNKNOWN', `Slice ${sliceId} has no patch ${id.slice(0, 30)}.`, { pointer: `${pointer}/patchId`, actual: id.slice(0, 30), expected: rows.map((row) => row.id).slice(0, 10).join(', '), fix: 'Every edit gives all patches new ids: read the slice again.' })
  return at
}

/** An old patch with what is set; a remove that had a value needs it no more, unless it is given. */
function merged(row: PatchRow, set: Extract<PatchEdit, { set: object }>['set']): PatchInput {
  const op = set.op ?? row.op
  const value = 'value' in set ? set.value : op === 'remove' && row.op !== 'remove' ? undefined : row.value === null ? undefined : (JSON.parse(row.value) as Json)
  return { subjectId: row.subjectId, path: set.path ?? row.path, op, summary: set.summary ?? row.summary, ...(value === undefined ? {} : { value }) }
}

interface Edited { drafts: Draft[]; /** Old rows that are gone or mean something else now, and the drafts in their place. */ old: PatchRow[]; fresh: Set<Draft> }

const isSame = (row: PatchRow, draft: Draft): boolean => row.path === draft.path && row.op === draft.op && row.value === draft.value

function edited(context: WriteContext, slice: SliceRow, rows: readonly PatchRow[], edits: readonly PatchEdit[]): Edited {
  const drafts: (Draft | null)[] = rows.map(kept)
  const added: Draft[] = []
  const seen = new Set<number>()
  for (const [i, edit] of edits.entries()) {
    const pointer = `/edits/${i}`
    if ('add' in edit) {
      newSubjects(context.view, [{ patch: edit.add, pointer: `${pointer}/add` }], context.now, false)
      added.push(draftOf(context, edit.add, new Map(), `${pointer}/add`))
      continue
    }
    const at = patchIndex(rows, edit.patchId, slice.id, pointer)
    const row = rows[at]
    if (row === undefined || seen.has(at)) fail('ARGS_INVALID', `Patch ${edit.patchId} is edited twice.`, { pointer: `${pointer}/patchId`, actual: edit.patchId, expected: 'one edit per patch' })
    seen.add(at)
    drafts[at] = 'remove' in edit ? null : draftOf(context, merged(row, edit.set), new Map(), `${pointer}/set`)
  }
  const differs = (row: PatchRow, at: number): boolean => { const draft = drafts[at]; return !draft || !isSame(row, draft) }
  const fresh = drafts.filter((draft, at) => draft !== null && rows[at] !== undefined && !isSame(rows[at], draft))
  return { drafts: [...drafts, ...added].filter((draft) => draft !== null), old: rows.filter(differs), fresh: new Set([...fresh, ...added].filter((draft) => draft !== null)) }
}

/** Changes a slice's patches, texts or time; all its patches have new ids afterwards (03 §7 slice.editPatches). */
export function planEdit(context: WriteContext, sliceId: string, edits: readonly PatchEdit[], meta: SliceMeta = {}): Plan {
  const { view, files } = context
  const slice = visibleSlice(view, sliceId)
  const fields = sliceFields(meta, slice, '/meta')
  const instant = meta.time === undefined ? slice.instant : parseInstant(meta.time, files, '/meta/time')
  const there = view.sliceAt(instant)
  if (there && there.id !== slice.id) sliceExists(there, timeText(files, instant), '/meta/time')
  const rows = view.patchesOf(slice.id)
  const { drafts, old, fresh } = edited(context, slice, rows, edits)
  checkCount(drafts.length, `Slice ${slice.id}`, '/edits', Math.max(0, rows.length - 100))
  checkApplies(view, new Map(), drafts, instant, slice)
  const moved = { ...slice, ...fields, instant }
  const next = rowsOf(view, moved, drafts)
  if (instant !== slice.instant) return { slice: moved, rows: next, fresh: [], changed: [...rows, ...next] }
  return { slice: moved, rows: next, fresh: [], changed: [...old, ...next.filter((_, at) => { const draft = drafts[at]; return draft !== undefined && fresh.has(draft) })] }
}

/** A slice out of time; the author can bring it back (03 §7 slice.delete). */
export function planHide({ view }: WriteContext, sliceId: string): Plan {
  const slice = visibleSlice(view, sliceId)
  const rows = view.patchesOf(slice.id)
  return { slice: { ...slice, hidden: true }, rows, fresh: [], changed: rows }
}

/** A hidden slice back in time, at its own instant or another (03 §7). SLICE_UNKNOWN, SLICE_EXISTS, INSTANT_RANGE. */
export function planRestore({ view, files }: WriteContext, sliceId: string, at: bigint | null): Plan {
  const slice = hiddenSlice(view, sliceId)
  const instant = at === null ? slice.instant : parseInstant(String(at), files, '/at')
  const there = view.sliceAt(instant)
  if (there) sliceExists(there, timeText(files, instant), '/at')
  const rows = view.patchesOf(slice.id).map((row) => ({ ...row, instant }))
  return { slice: { ...slice, instant, hidden: false }, rows, fresh: [], changed: rows }
}

/** A hidden slice by its id. SLICE_UNKNOWN. */
export function hiddenSlice(view: View, id: string): SliceRow {
  const slice = /^\d{1,15}$/u.test(id) ? view.slice(Number(id)) : undefined
  if (slice === undefined || !slice.hidden) fail('SLICE_UNKNOWN', `There is no hidden slice ${id.slice(0, 30)}.`, { actual: id.slice(0, 30), fix: 'Look into the trash for what is hidden.' })
  return slice
}
