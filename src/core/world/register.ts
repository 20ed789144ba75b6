import { fail } from '@shared/fault'
import type { Json, PatchInput } from '@shared/world'
import { escaped } from './path'
import type { SubjectRow } from './rows'
import { typeOf } from './targets'
import type { Attr, WorldSchema } from './types'
import type { View } from './view'

const idPattern = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,63}$/u
const maxName = 120

export function checkSubjectId(id: string, pointer: string): void {
  if (!idPattern.test(id)) fail('ARGS_INVALID', `"${id.slice(0, 80)}" cannot be the id of a subject.`, { pointer, actual: id.slice(0, 80), expected: 'letters, digits, _ and -, at most 64, beginning with a letter or digit', fix: 'Choose another id.' })
}

const knownTypes = (schema: WorldSchema): string => Object.keys(schema.types).join(', ')

export function checkType(schema: WorldSchema, type: string, pointer: string): void {
  if (schema.empty) {
    if (!/^[^\s/~.]{1,64}$/u.test(type)) fail('TYPE_UNKNOWN', `"${type.slice(0, 80)}" cannot be a type.`, { pointer, actual: type.slice(0, 80), expected: 'one word of at most 64 characters', fix: 'Choose another word.' })
    return
  }
  if (typeOf(schema, type) === undefined) fail('TYPE_UNKNOWN', `The schema declares no type "${type.slice(0, 80)}".`, { pointer, actual: type.slice(0, 80), expected: `one of ${knownTypes(schema)}`, fix: 'Use a declared type, or let the author declare it in world/schema.yaml.' })
}

function mismatch(subject: { id: string; type: string; name: string }, given: string, pointer: string): never {
  fail('SUBJECT_MISMATCH', `${subject.id} is the ${subject.type} "${subject.name}".`, { pointer, actual: given, expected: `${subject.type} "${subject.name}"`, fix: 'Leave type and name out: a subject keeps both for ever.' })
}

function checkSame(subject: SubjectRow, patch: PatchInput, pointer: string): void {
  if (patch.type !== undefined && patch.type !== subject.type) mismatch(subject, patch.type, `${pointer}/type`)
  if (patch.name !== undefined && patch.name !== subject.name) mismatch(subject, patch.name, `${pointer}/name`)
}

export interface GivenPatchAt { patch: PatchInput; pointer: string }

function registered(schema: WorldSchema, id: string, given: readonly GivenPatchAt[], now: string): SubjectRow {
  const first = given[0]?.pointer ?? ''
  checkSubjectId(id, `${first}/subjectId`)
  const typed = given.find(({ patch }) => patch.type !== undefined)
  const type = typed?.patch.type
  if (type === undefined) {
    fail('SUBJECT_UNKNOWN', `There is no subject ${id}.`, {
      pointer: `${first}/subjectId`, actual: id, expected: 'a registered subject, or a type with its first patch', fix: schema.empty ? 'Add type to register it.' : `Add type (${knownTypes(schema)}) to register it.`,
    })
  }
  checkType(schema, type, `${typed?.pointer ?? first}/type`)
  const named = given.find(({ patch }) => patch.name !== undefined)
  const name = named?.patch.name?.trim() ?? id
  if (name === '' || [...name].length > maxName) fail('ARGS_INVALID', `The name of ${id} must have 1-${maxName} characters.`, { pointer: `${named?.pointer ?? first}/name`, actual: `${[...name].length} characters`, expected: `1-${maxName} characters` })
  const subject = { id, type, name, createdAt: now }
  for (const { patch, pointer } of given) checkSame(subject, patch.name === undefined ? patch : { ...patch, name: patch.name.trim() }, pointer)
  return subject
}

/**
 * The subjects of a write that are new, checked (03 §7 "First write"). SUBJECT_UNKNOWN, TYPE_UNKNOWN, SUBJECT_MISMATCH, ARGS_INVALID.
 * `mayRegister` false: an edit never registers.
 */
export function newSubjects(view: View, given: readonly GivenPatchAt[], now: string, mayRegister: boolean): Map<string, SubjectRow> {
  const fresh = new Map<string, SubjectRow>()
  for (const [id, patches] of Map.groupBy(given, ({ patch }) => patch.subjectId)) {
    const known = view.subject(id)
    if (known) for (const { patch, pointer } of patches) checkSame(known, patch, pointer)
    else if (mayRegister) fresh.set(id, registered(view.resolver.schema, id, patches, now))
    else fail('SUBJECT_UNKNOWN', `There is no subject ${id}.`, { pointer: `${patches[0]?.pointer ?? ''}/subjectId`, actual: id, expected: 'a registered subject', fix: 'Register it with slice.write; an edit never registers.' })
  }
  return fresh
}

function defaultsIn(attr: Attr, path: string): [string, Json][] {
  switch (attr.kind) {
    case 'scalar': return attr.default === undefined ? [] : [[path, attr.default]]
    case 'list':
    case 'collection': return attr.default === undefined ? [] : [[path, [...attr.default]]]
    case 'object': return Object.entries(attr.fields ?? {}).flatMap(([name, inner]) => defaultsIn(inner, `${path}/${escaped(name)}`))
    case 'embedding': return []
  }
}

/** The defaults a type gives its new subjects: path and value. */
export const defaultsOf = (schema: WorldSchema, type: string): [string, Json][] => Object.entries(typeOf(schema, type)?.attrs ?? {}).flatMap(([name, attr]) => defaultsIn(attr, `/${escaped(name)}`))
