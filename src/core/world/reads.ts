import { fail } from '@shared/fault'
import type { Json, Patch, Slice, Subject } from '@shared/world'
import { visibleSlice } from './edit-slice'
import { timeText } from './instants'
import { refId, refsIn, refsOf, refText } from './references'
import { checkType } from './register'
import type { PatchRow, SliceRow, SubjectRow } from './rows'
import { forever } from './stored'
import { typeOf } from './targets'
import type { Attrs, GetOptions, SliceFilter, SlicePage, WorldFiles, WorldReads } from './types'
import type { View } from './view'

export const subjectOf = ({ id, type, name }: SubjectRow): Subject => ({ id, type, name })

export const patchOf = ({ id, subjectId, path, op, value, summary }: PatchRow): Patch => ({
  patchId: String(id), subjectId, path, op, ...(value === null ? {} : { value: JSON.parse(value) as Json }), ...(summary === '' ? {} : { summary }),
})

/** A slice as callers see it. */
export function sliceView(view: View, files: WorldFiles, row: SliceRow, withPatches: boolean): Slice {
  const patches = withPatches ? view.patchesOf(row.id) : null
  return {
    id: String(row.id), instant: String(row.instant), time: timeText(files, row.instant), title: row.title, summary: row.summary, kind: row.kind, patchCount: patches?.length ?? view.patchCount(row.id),
    ...(patches === null ? {} : { patches: patches.map(patchOf) }),
  }
}

const maxPage = 200
const usualPage = 50

function pageLimits({ limit = usualPage, offset = 0 }: SliceFilter): { limit: number; offset: number } {
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > maxPage) fail('ARGS_INVALID', `limit must be 1-${maxPage}.`, { pointer: '/limit', actual: String(limit), expected: `1-${maxPage}` })
  if (!Number.isSafeInteger(offset) || offset < 0) fail('ARGS_INVALID', 'offset must be 0 or more.', { pointer: '/offset', actual: String(offset), expected: '0 or more' })
  return { limit, offset }
}

function slicesOf(view: View, files: WorldFiles, filter: SliceFilter): SlicePage {
  const { limit, offset } = pageLimits(filter)
  const { rows, total } = view.page(filter, limit, offset)
  return { items: rows.map((row) => sliceView(view, files, row, filter.withPatches === true)), total }
}

const maxDepth = 5

/** References in the places the schema declares become the states they name (03 §7 subject.get). */
function derefed(view: View, subject: SubjectRow, attrs: Attrs, at: bigint, depth: number, above: readonly string[]): Attrs {
  const inner = (value: Json): Json => {
    const id = refId(value)
    if (id === null) return value
    if (above.includes(id)) return { __ref: id, __circular: true }
    const target = view.subject(id)
    if (!target) return { __ref: id, __missing: true }
    const state = view.folded(target, at).attrs
    return { __ref: id, ...(depth > 1 ? derefed(view, target, state, at, depth - 1, [...above, id]) : state) }
  }
  const type = typeOf(view.resolver.schema, subject.type)
  return Object.fromEntries(Object.entries(attrs).map(([name, value]) => {
    const attr = type !== undefined && Object.hasOwn(type.attrs, name) ? type.attrs[name] : undefined
    if (attr === undefined) return [name, typeof value === 'string' ? inner(value) : value]
    const places = new Set(refsIn(attr, value, '').map((ref) => ref.path))
    return [name, replaceAt(value, '', places, inner)]
  }))
}

function replaceAt(value: Json, path: string, places: ReadonlySet<string>, to: (value: Json) => Json): Json {
  if (places.has(path)) return to(value)
  if (Array.isArray(value)) return value.map((item, i) => replaceAt(item, `${path}/${i}`, places, to))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaceAt(inner, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, places, to)]))
}

function attrsOf(view: View, id: string, { at = forever, deref = false, derefDepth = 1 }: GetOptions): Attrs | null {
  if (!Number.isSafeInteger(derefDepth) || derefDepth < 1 || derefDepth > maxDepth) fail('ARGS_INVALID', `derefDepth must be 1-${maxDepth}.`, { pointer: '/derefDepth', actual: String(derefDepth), expected: `1-${maxDepth}` })
  const subject = view.subject(id)
  if (!subject) return null
  const { attrs } = view.folded(subject, at)
  return deref ? derefed(view, subject, attrs, at, derefDepth, [id]) : attrs
}

/** Where a subject's latest state names a target, by declared references. */
export type RefsTo = (subject: SubjectRow) => readonly { path: string; value: Json }[]

export const latestRefs = (view: View): RefsTo => (subject) => refsOf(view.resolver.schema, subject.type, view.folded(subject, forever).attrs)

/** The reads of one state of the world (03 §7). `refs` may remember what it has folded. */
export function readsOf(view: View, files: WorldFiles, refs: RefsTo = latestRefs(view)): WorldReads {
  const listed = (type?: string): SubjectRow[] => {
    if (type !== undefined) checkType(view.resolver.schema, type, '/type')
    return view.subjects().filter((subject) => type === undefined || subject.type === type)
  }
  return {
    now: () => view.latest() ?? 0n,
    attrs: (id, options = {}) => attrsOf(view, id, options),
    subjects: (type) => listed(type).map(subjectOf),
    findRefs: (targetId, sourceType) => listed(sourceType).flatMap((subject) =>
      refs(subject).filter(({ value }) => value === refText(targetId)).map(({ path }) => ({ subjectId: subject.id, attr: path }))),
    slices: (filter = {}) => slicesOf(view, files, filter),
    slice: (id) => sliceView(view, files, visibleSlice(view, id), true),
  }
}
