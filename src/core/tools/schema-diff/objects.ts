import { at, isRecord, schemaOf, type Report, type Schema } from './types'

export interface Nested { (before: Schema, after: Schema, pointer: string): void }

const properties = (schema: Schema): Record<string, unknown> => (isRecord(schema['properties']) ? schema['properties'] : {})
const required = (schema: Schema): Set<string> => new Set(Array.isArray(schema['required']) ? (schema['required'] as unknown[]).map(String) : [])
type Openness = 'closed' | 'open' | 'schema'
const openness = (schema: Schema): Openness => (schema['additionalProperties'] === false ? 'closed' : isRecord(schema['additionalProperties']) ? 'schema' : 'open')

/** `mapped`: old keys that still arrive under a new name (`deprecatedParams` with a map entry), only at the root of a definition. */
export interface Renames { readonly to: Readonly<Record<string, string>>; readonly until: Readonly<Record<string, string>> }
export const noRenames: Renames = { to: {}, until: {} }

function removedKey(key: string, before: Schema, after: Schema, pointer: string, renames: Renames, nested: Nested, report: Report): void {
  const place = at(pointer, 'properties', key)
  const target = renames.to[key]
  if (target !== undefined && Object.hasOwn(properties(after), target)) {
    const until = renames.until[key]
    report({ pointer: place, case: 'renamed-mapped', verdict: 'compatible', why: `${key} is still understood as ${target}`, warning: until === undefined ? 'No version is named in which the old key ends.' : `The old key ends with version ${until}.` })
    return nested(schemaOf(properties(before)[key]), schemaOf(properties(after)[target]), at(pointer, 'properties', target))
  }
  report({ pointer: place, case: 'param-removed', verdict: 'breaking', why: `${key} is gone` })
}

function addedKey(key: string, before: Schema, after: Schema, pointer: string, report: Report): void {
  const place = at(pointer, 'properties', key)
  if (required(after).has(key)) return report({ pointer: place, case: 'made-required', verdict: 'breaking', why: `${key} is new and required: every call until now lacks it` })
  if (openness(before) === 'closed') return report({ pointer: place, case: 'optional-added', verdict: 'compatible', why: `${key} is new and optional` })
  report({ pointer: place, case: 'optional-added', verdict: 'breaking', why: `${key} is new, but the object was open: a call may have carried it with another meaning` })
}

/** Keys, required ones, open or closed (08 §10). */
export function diffObject(before: Schema, after: Schema, pointer: string, renames: Renames, nested: Nested, report: Report): void {
  const [from, to] = [properties(before), properties(after)]
  const renamedTo = new Set(Object.entries(renames.to).filter(([old]) => Object.hasOwn(from, old) && !Object.hasOwn(to, old)).map(([, target]) => target))
  for (const key of Object.keys(from)) {
    if (Object.hasOwn(to, key)) nested(schemaOf(from[key]), schemaOf(to[key]), at(pointer, 'properties', key))
    else removedKey(key, before, after, pointer, renames, nested, report)
  }
  for (const key of Object.keys(to)) if (!Object.hasOwn(from, key) && !(renamedTo.has(key) && !newlyRequired(key, before, after, renames))) addedKey(key, before, after, pointer, report)
  diffRequired(before, after, pointer, report)
  diffOpenness(before, after, pointer, nested, report)
}

/** A renamed key stays required only if the old one was. */
function newlyRequired(key: string, before: Schema, after: Schema, renames: Renames): boolean {
  const olds = Object.entries(renames.to).filter(([, target]) => target === key).map(([old]) => old)
  return required(after).has(key) && !olds.some((old) => required(before).has(old))
}

function diffRequired(before: Schema, after: Schema, pointer: string, report: Report): void {
  const [from, to] = [required(before), required(after)]
  const place = (key: string) => at(pointer, 'properties', key)
  for (const key of to) if (!from.has(key) && (Object.hasOwn(properties(before), key) || !Object.hasOwn(properties(after), key))) report({ pointer: place(key), case: 'made-required', verdict: 'breaking', why: `${key} was optional` })
  for (const key of from) if (!to.has(key) && Object.hasOwn(properties(after), key)) report({ pointer: place(key), case: 'rule', verdict: 'compatible', why: `${key} is no longer required` })
}

function diffOpenness(before: Schema, after: Schema, pointer: string, nested: Nested, report: Report): void {
  const [from, to] = [openness(before), openness(after)]
  const place = at(pointer, 'additionalProperties')
  if (from === 'schema' && to === 'schema') return nested(schemaOf(before['additionalProperties']), schemaOf(after['additionalProperties']), place)
  if (from === to) return
  if (to === 'open' || from === 'closed') return report({ pointer: place, case: 'opened', verdict: 'compatible', why: 'keys that were refused are accepted', warning: 'P5-3: an object level must be closed.' })
  report({ pointer: place, case: 'closed', verdict: 'breaking', why: to === 'closed' ? 'keys that are not listed were accepted and are refused now' : 'keys that are not listed must fit a schema now' })
}
