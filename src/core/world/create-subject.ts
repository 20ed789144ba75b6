import { fail } from '@shared/fault'
import type { Json, PatchInput, Subject } from '@shared/world'
import { parseInstant, timeText } from './instants'
import { escaped } from './path'
import { newSubjects } from './register'
import { checkCount, sliceExists, sliceFields } from './slice-fields'
import { typeOf } from './targets'
import type { Attr, Attrs } from './types'
import { checkApplies, defaultDrafts, draftOf, rowsOf, type Plan, type WriteContext } from './write-slice'

const isEmpty = (value: Json): boolean => value !== null && typeof value === 'object' && Object.keys(value).length === 0

/** The first values of an attribute as patches; remembered texts one by one. */
function patchesFor(id: string, attr: Attr, path: string, value: Json): PatchInput[] {
  if (attr.kind === 'embedding' && value !== null && typeof value === 'object' && !isEmpty(value)) {
    return Array.isArray(value) ? value.map((text): PatchInput => ({ subjectId: id, path, op: 'append', value: text }))
      : Object.entries(value).map(([key, text]): PatchInput => ({ subjectId: id, path: `${path}/${escaped(key)}`, op: 'replace', value: text }))
  }
  return [{ subjectId: id, path, op: 'replace', value }]
}

function undeclared(name: string, type: string, known: readonly string[]): never {
  fail('OP_NOT_ALLOWED', `The type ${type} declares no attribute "${name}".`, { pointer: `/values/${escaped(name)}`, actual: name, expected: known.join(', ') || 'no attributes', fix: 'Declare it in the schema first.' })
}

/** A new subject with first values in the init slice of an instant (03 §11). SUBJECT_EXISTS, SLICE_EXISTS, codes of a write. */
export function planSubject(context: WriteContext, subject: Subject, at: bigint, values: Attrs, title: string): Plan {
  const { view, files, now } = context
  const known = view.subject(subject.id)
  if (known) fail('SUBJECT_EXISTS', `There already is a ${known.type} "${known.name}" with the id ${known.id}.`, { pointer: '/id', actual: subject.id, expected: 'an id that is free', fix: 'Choose another id.' })
  const fresh = newSubjects(view, [{ patch: { subjectId: subject.id, path: '/', op: 'replace', type: subject.type, name: subject.name }, pointer: '' }], now, true)
  const row = fresh.get(subject.id)
  if (!row) throw new Error('a subject that was not registered')
  const instant = parseInstant(String(at), files, '/at')
  const there = view.sliceAt(instant)
  if (there && there.kind !== 'init') sliceExists(there, timeText(files, instant), '/at')
  const attrs = typeOf(view.resolver.schema, row.type)?.attrs ?? {}
  const given = Object.entries(values).flatMap(([name, value]) => {
    const attr = Object.hasOwn(attrs, name) ? attrs[name] : undefined
    if (attr === undefined) return undeclared(name, row.type, Object.keys(attrs))
    return patchesFor(row.id, attr, `/${escaped(name)}`, value).map((patch) => ({ patch, pointer: `/values/${escaped(name)}` }))
  })
  const drafts = [...defaultDrafts(context, row), ...given.map(({ patch, pointer }) => draftOf(context, patch, fresh, pointer))]
  checkApplies(view, fresh, drafts, instant)
  const before = there ? view.patchesOf(there.id) : []
  // The limit is one subject's: an author may register a whole cast at the beginning of time.
  if (given.length > 0) checkCount(given.length, row.name, '/values')
  const slice = there ?? { id: drafts.length === 0 ? 0 : view.newSliceId(), instant, ...sliceFields({ title, kind: 'init' }, { title: '', summary: '', kind: 'init' }, ''), hidden: false, createdAt: now }
  const rows = rowsOf(view, slice, drafts).map((patch) => ({ ...patch, seq: patch.seq + before.length }))
  return { slice, rows: [...before, ...rows], fresh: [row], changed: rows }
}
