import type { PatchEdit, PatchInput, Patch, Slice, Subject, WorldWrite } from '@shared/world'
import type { SubjectType } from '@shared/world-schema'
import { builtOf, draftOf, freeKindOf, type DraftValue, type FreeKind, type Wrong } from './draft-value'
import { pathOf, placeAt, placesOf, type Place, type PlaceAttr, type RowOp } from './places'

/** One change while it is written. `place` is a place's id, '' not chosen yet, `custom` a path written by hand. */
export interface RowDraft {
  readonly key: string; readonly patchId: string | null; readonly subjectId: string; /** The subject is registered by this slice. */ readonly fresh: { readonly type: string; readonly name: string } | null
  readonly place: string; readonly chosen: string; readonly path: string; readonly op: RowOp; readonly value: DraftValue; readonly kind: FreeKind; readonly summary: string
}
/** A slice while it is written. `base` is the slice as it was opened; null for a new one. */
export interface SliceDraft { readonly base: Slice | null; readonly time: string; readonly title: string; readonly summary: string; readonly kind: string; readonly rows: readonly RowDraft[]; /** Holds the changes of the new slice's form, which is empty once this is saved. */ readonly merged?: boolean }

/** What the forms need to know of the world. */
export interface Known { readonly types: Readonly<Record<string, SubjectType>>; readonly subjects: readonly Subject[] }

let rows = 0
const freshKey = (): string => `row-${(rows += 1)}`
export const emptyRow = (subjectId = ''): RowDraft => ({ key: freshKey(), patchId: null, subjectId, fresh: null, place: '', chosen: '', path: '', op: 'replace', value: '', kind: 'text', summary: '' })
export const emptyDraft = (time = ''): SliceDraft => ({ base: null, time, title: '', summary: '', kind: 'event', rows: [emptyRow()] })

/** Subjects that rows register, the one of row `but` left out: the others may speak of them. */
export const freshSubjects = (rows: readonly RowDraft[], but?: string): Subject[] => rows.flatMap(({ key, fresh, subjectId }) => (fresh && subjectId !== '' && fresh.name.trim() !== '' && key !== but ? [{ id: subjectId, type: fresh.type, name: fresh.name.trim() }] : []))
export const withFresh = (known: Known, rows: readonly RowDraft[], but?: string): Known => { const fresh = freshSubjects(rows, but); return fresh.length === 0 ? known : { ...known, subjects: [...known.subjects, ...fresh] } }

/** A draft of an earlier run: its rows get keys that no row of this one has. */
export const rekeyed = (draft: SliceDraft): SliceDraft => ({ ...draft, rows: draft.rows.map((row) => ({ ...row, key: freshKey() })) })

const typeOf = ({ types, subjects }: Known, row: Pick<RowDraft, 'subjectId' | 'fresh'>): SubjectType | undefined => {
  const name = row.fresh?.type ?? subjects.find(({ id }) => id === row.subjectId)?.type
  return name !== undefined && Object.hasOwn(types, name) ? types[name] : undefined
}
const firstPart = (path: string): string => path.split('/')[1] ?? ''
/** Places of a row's subject; `held` are attributes it holds besides the declared ones. */
export const placesFor = (known: Known, row: RowDraft, held: readonly string[] = []): Place[] =>
  placesOf(typeOf(known, row), row.place.startsWith('/') && !row.place.includes('*') ? [...new Set([...held, firstPart(row.place)])] : held)

/** The kind of the value an operation takes: an entry of a list, the whole of it, nothing. */
export function valueAttr(place: Place | null, op: RowOp): PlaceAttr | null | 'none' {
  if (op === 'remove') return 'none'
  const attr = place?.attr ?? null
  if (attr !== null && (attr.kind === 'list' || attr.kind === 'collection') && op !== 'replace') return attr.item
  return attr
}

/** A stored change as a row of the form; what the schema does not explain is shown by its path and exact value. */
export function rowOf(patch: Patch, known: Known): RowDraft {
  const row = { ...emptyRow(patch.subjectId), patchId: patch.patchId, path: patch.path, summary: patch.summary ?? '', kind: freeKindOf(patch.value) }
  const found = placeAt(placesOf(typeOf(known, row), [firstPart(patch.path)]), patch.path)
  const op: RowOp = patch.op === 'remove' && patch.value !== undefined ? 'take' : patch.op
  const attr = found && found.place.ops.includes(op) ? valueAttr(found.place, op) : null
  const value = attr === 'none' ? '' : draftOf(attr, patch.value)
  if (found && found.place.ops.includes(op) && value !== null) return { ...row, place: found.place.id, chosen: found.chosen, op, value }
  return { ...row, place: 'custom', op, kind: 'raw', value: patch.value === undefined ? '' : JSON.stringify(patch.value) }
}

export const draftOfSlice = (slice: Slice, known: Known): SliceDraft => ({
  base: slice, time: slice.time, title: slice.title, summary: slice.summary, kind: slice.kind, rows: (slice.patches ?? []).map((patch) => rowOf(patch, known)),
})

export type RowFault = { row: string; field: 'subject' | 'name' | 'place' | 'chosen' | 'value'; wrong: Wrong }
type RowBuilt = { patch: PatchInput } | { fault: RowFault }

/** The patch a row stands for. */
export function patchOfRow(row: RowDraft, known: Known): RowBuilt {
  const bad = (field: RowFault['field'], wrong: Wrong = 'needed'): RowBuilt => ({ fault: { row: row.key, field, wrong } })
  if (row.subjectId === '') return bad('subject')
  if (row.fresh && (row.fresh.name.trim() === '' || row.fresh.type === '')) return bad('name')
  const place = row.place === 'custom' ? null : (placesFor(known, row).find(({ id }) => id === row.place) ?? null)
  if (place === null && (row.place !== 'custom' || row.path.trim() === '')) return bad('place')
  if (place?.hole && row.chosen.trim() === '') return bad('chosen')
  const chosen = place?.hole === 'index' ? String(Number(row.chosen)) : row.chosen.trim()
  const attr = valueAttr(place, row.op)
  const built = attr === 'none' ? null : builtOf(attr, row.kind, row.value)
  if (built && 'wrong' in built) return bad('value', built.wrong)
  const summary = row.summary.trim()
  return {
    patch: {
      subjectId: row.subjectId, path: place ? pathOf(place, chosen) : row.path.trim(), op: row.op === 'take' ? 'remove' : row.op, ...(built ? { value: built.value } : {}), ...(summary === '' ? {} : { summary }),
      ...(row.fresh ? { type: row.fresh.type, name: row.fresh.name.trim() } : {}),
    },
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const bare = ({ path, op, value, summary }: PatchInput | Patch) => ({ path, op, value, summary: summary ?? '' })

/** The edits that make the stored slice what the rows say, each with the key of its row ('' for one that is gone). */
function editsOf(base: Slice, rows: readonly { row: RowDraft; patch: PatchInput }[]): { edit: PatchEdit; key: string }[] {
  const stored = new Map((base.patches ?? []).map((patch) => [patch.patchId, patch]))
  const kept = new Map(rows.filter(({ row, patch }) => row.patchId !== null && stored.get(row.patchId)?.subjectId === patch.subjectId).map(({ row, patch }) => [row.patchId ?? '', { patch, key: row.key }]))
  const old = [...stored.values()].flatMap((patch): { edit: PatchEdit; key: string }[] => {
    const now = kept.get(patch.patchId)
    if (!now) return [{ edit: { patchId: patch.patchId, remove: true }, key: '' }]
    const { patch: next, key } = now
    if (same(bare(next), bare(patch))) return []
    // A value can be set but not taken away: such a row is written anew.
    if (next.value === undefined && patch.value !== undefined) return [{ edit: { patchId: patch.patchId, remove: true }, key }, { edit: { add: next }, key }]
    return [{ edit: { patchId: patch.patchId, set: { path: next.path, op: next.op, summary: next.summary ?? '', ...(next.value === undefined ? {} : { value: next.value }) } }, key }]
  })
  return [...old, ...rows.filter(({ row }) => row.patchId === null || !kept.has(row.patchId)).map(({ row, patch }) => ({ edit: { add: patch }, key: row.key }))]
}

export interface WriteBuilt { write: WorldWrite | null; faults: readonly RowFault[]; missing: readonly ('time' | 'title' | 'rows')[]; /** Keys of the rows by their place among the patches or edits sent. */ order: readonly string[] }

/** Blank rows at the end are no fault; the form offers them. */
const isUntouched = (row: RowDraft): boolean => row.patchId === null && row.place === '' && row.value === '' && row.summary === '' && row.fresh === null

/** What saving would send. `instant` is the time as the calendar understood it. `write` null: something is missing, or nothing changed. */
export function writeOf(draft: SliceDraft, instant: string | null, world: Known): WriteBuilt {
  const known = withFresh(world, draft.rows)
  const living = draft.rows.filter((row) => !isUntouched(row))
  const built = living.map((row) => ({ row, ...patchOfRow(row, known) }))
  const faults = built.flatMap((one) => ('fault' in one ? [one.fault] : []))
  const rows = built.flatMap((one) => ('patch' in one ? [{ row: one.row, patch: one.patch }] : []))
  const missing = [...(instant === null ? ['time' as const] : []), ...(draft.title.trim() === '' ? ['title' as const] : []), ...(living.length === 0 ? ['rows' as const] : [])]
  const order = rows.map(({ row }) => row.key)
  if (faults.length > 0 || missing.length > 0 || instant === null) return { write: null, faults, missing, order }
  const words = { title: draft.title.trim(), summary: draft.summary.trim(), kind: draft.kind }
  if (draft.base === null) return { write: { do: 'write', slice: { time: instant, ...words, patches: rows.map(({ patch }) => patch) } }, faults, missing, order }
  const { base } = draft
  const edits = editsOf(base, rows)
  const meta = { ...(instant === base.instant ? {} : { time: instant }), ...(words.title === base.title ? {} : { title: words.title }), ...(words.summary === base.summary ? {} : { summary: words.summary }), ...(words.kind === base.kind ? {} : { kind: words.kind }) }
  if (edits.length === 0 && Object.keys(meta).length === 0) return { write: null, faults, missing, order }
  return { write: { do: 'edit', sliceId: base.id, edits: edits.map(({ edit }) => edit), ...(Object.keys(meta).length === 0 ? {} : { meta }) }, faults, missing, order: edits.map(({ key }) => key) }
}

/** The author's rows over a slice that changed meanwhile: all of its patches give way to them. */
export const over = (draft: SliceDraft, theirs: Slice): SliceDraft => ({ ...draft, base: theirs, rows: draft.rows.map((row) => ({ ...row, patchId: null })) })

/** What was written for a new slice, added to one that already stands at that time. */
export const intoSlice = (draft: SliceDraft, slice: Slice, known: Known): SliceDraft => {
  const stored = draftOfSlice(slice, known)
  return { ...stored, merged: true, summary: slice.summary === '' ? draft.summary : slice.summary, rows: [...stored.rows, ...draft.rows.filter((row) => !isUntouched(row)).map((row) => ({ ...row, patchId: null }))] }
}

/** All an author wrote, as one text. */
export const wordsOf = ({ time, title, summary, kind, rows }: SliceDraft): string => JSON.stringify([time, title, summary, kind, rows.filter((row) => !isUntouched(row)).map(({ key: _key, ...row }) => row)])

/** Whether anything was written. `clean`: the words of its base as it is stored (`wordsOf(draftOfSlice(…))`); a new slice has none. */
export const isDirty = (draft: SliceDraft, clean: string | null): boolean =>
  clean === null ? draft.time !== '' || draft.title !== '' || draft.summary !== '' || draft.rows.some((row) => !isUntouched(row)) : wordsOf(draft) !== clean
