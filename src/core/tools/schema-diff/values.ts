import { canonicalJson } from '../canonical'
import { at, schemaOf, type Report, type Schema } from './types'

const texts = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value))

/** The fixed values of a schema: its enum, or its const as an enum of one; null when it has neither. */
function fixedValues(schema: Schema): readonly unknown[] | null {
  const list: unknown = schema['enum']
  return Object.hasOwn(schema, 'const') ? [schema['const']] : Array.isArray(list) ? (list as unknown[]) : null
}

/** Values an enum or const lost or gained. */
export function diffEnum(before: Schema, after: Schema, pointer: string, report: Report): void {
  const [from, to] = [fixedValues(before), fixedValues(after)]
  const place = at(pointer, Object.hasOwn(after, 'const') || (to === null && Object.hasOwn(before, 'const')) ? 'const' : 'enum')
  if (from === null && to === null) return
  if (from === null) return report({ pointer: place, case: 'rule', verdict: 'breaking', why: `only ${texts(to ?? []).join(', ')} are accepted now` })
  if (to === null) return report({ pointer: place, case: 'enum-added', verdict: 'compatible', why: 'any value of the type is accepted now', warning: 'Check exhaustive handlers.' })
  const keys = { from: new Set(from.map(canonicalJson)), to: new Set(to.map(canonicalJson)) }
  const removed = from.filter((value) => !keys.to.has(canonicalJson(value)))
  const added = to.filter((value) => !keys.from.has(canonicalJson(value)))
  if (removed.length > 0) report({ pointer: place, case: 'enum-removed', verdict: 'breaking', why: `no longer accepted: ${texts(removed).join(', ')}` })
  if (added.length > 0) report({ pointer: place, case: 'enum-added', verdict: 'compatible', why: `also accepted: ${texts(added).join(', ')}`, warning: 'Check exhaustive handlers.' })
}

const all = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value)

/**
 * The types a schema admits at most; `number` includes `integer`. Fixed values and branches say it too; where `other` has such as well
 * they are compared with each other, not here.
 */
function types(schema: Schema, other: Schema = {}): Set<string> {
  const given: unknown = schema['type']
  const list = typeof given === 'string' ? [given] : Array.isArray(given) ? (given as unknown[]).map(String) : all
  let found = list.includes('number') ? [...list, 'integer'] : list
  const only = (some: readonly string[]): void => { found = found.filter((type) => some.includes(type)) }
  const fixed = fixedValues(schema)
  if (fixed !== null && fixedValues(other) === null) only(fixed.map(typeOf))
  for (const key of ['anyOf', 'oneOf']) {
    const branches = schema[key]
    if (Array.isArray(branches) && branches.length > 0 && other[key] === undefined) only((branches as unknown[]).flatMap((branch) => [...types(schemaOf(branch))]))
  }
  return new Set(found)
}

/** Types admitted before and after; a null among them has a row of its own. */
export function diffType(before: Schema, after: Schema, pointer: string, report: Report): void {
  const [from, to] = [types(before, after), types(after, before)]
  const lost = [...from].filter((type) => !to.has(type))
  const gained = [...to].filter((type) => !from.has(type))
  const place = at(pointer, 'type')
  if (lost.includes('null')) report({ pointer: place, case: 'null-refused', verdict: 'breaking', why: 'null was accepted and is refused now' })
  if (gained.includes('null')) report({ pointer: place, case: 'null-allowed', verdict: 'compatible', why: 'null is accepted too' })
  const otherLost = lost.filter((type) => type !== 'null')
  const otherGained = gained.filter((type) => type !== 'null')
  if (otherLost.length > 0) report({ pointer: place, case: 'rule', verdict: 'breaking', why: `no longer accepted: ${otherLost.join(', ')}` })
  if (otherGained.length === 1 && otherGained[0] === 'number' && from.has('integer')) return report({ pointer: place, case: 'integer-to-number', verdict: 'compatible', why: 'fractions are accepted too' })
  if (otherGained.length > 0) report({ pointer: place, case: 'rule', verdict: 'compatible', why: `also accepted: ${otherGained.join(', ')}` })
}

/** Pattern and format: the same text or not (08 §10). */
export function diffText(before: Schema, after: Schema, pointer: string, report: Report): void {
  for (const key of ['pattern', 'format']) {
    const [from, to] = [before[key], after[key]]
    if (from === to) continue
    if (to === undefined) report({ pointer: at(pointer, key), case: 'rule', verdict: 'compatible', why: `${key} ${JSON.stringify(from)} is no longer asked for` })
    else report({ pointer: at(pointer, key), case: 'pattern-added', verdict: 'breaking', why: `${key} ${from === undefined ? 'none' : JSON.stringify(from)} → ${JSON.stringify(to)}` })
  }
}

/** Defaults mean something: what a call without the key does. */
export function diffDefault(before: Schema, after: Schema, pointer: string, report: Report): void {
  const [had, has] = [Object.hasOwn(before, 'default'), Object.hasOwn(after, 'default')]
  if (!had && !has) return
  if (had && has && canonicalJson(before['default']) === canonicalJson(after['default'])) return
  const why = `default ${had ? JSON.stringify(before['default']) : 'none'} → ${has ? JSON.stringify(after['default']) : 'none'}`
  report({ pointer: at(pointer, 'default'), case: had ? 'default-changed' : 'rule', verdict: 'breaking', why: had ? why : `${why}: whether a call without it means the same cannot be decided` })
}
