import { fail } from '@shared/fault'
import type { Json } from '@shared/world'
import { codePoints } from '@shared/story'
import { hashOf } from '../../story/hash'
import type { ArrayAttr, Attr, EmbeddingAttr, ObjectAttr, ScalarAttr } from '../types'
import { expectedValue, type ValueWords } from './expected'

/** Why a value does not fit: `path` inside the value, the kind of the attribute there, what it takes and what it got. */
export interface ValueMisfit { path: string; kind: string; expected: ValueWords; actual: string }

type Obj = { readonly [key: string]: Json }
const isObject = (value: Json): value is Obj => value !== null && typeof value === 'object' && !Array.isArray(value)
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The subject id in `subject://id`, or null when the text is no reference (03 §1, §2). Whether the subject exists is another question. */
export const refTarget = (text: string): string | null => /^subject:\/\/([\p{L}\p{N}][\p{L}\p{N}_-]{0,63})$/u.exec(text)?.[1] ?? null

/** The kind of an attribute as messages name it: `int`, `ref(location)`, `collection of string`, `embedding array`. */
export function kindName(attr: Attr): string {
  switch (attr.kind) {
    case 'scalar': return attr.type === 'ref' ? `ref(${attr.target ?? '*'})` : attr.type
    case 'list':
    case 'collection': return `${attr.kind} of ${kindName(attr.item)}`
    case 'object': return attr.item === undefined ? 'object' : `object of ${kindName(attr.item)}`
    case 'embedding': return `embedding ${attr.form}`
  }
}

function scalarFits({ type, values }: ScalarAttr, value: Json): boolean {
  switch (type) {
    case 'int': return typeof value === 'number' && Number.isSafeInteger(value)
    case 'float': return typeof value === 'number' && Number.isFinite(value)
    case 'string': return typeof value === 'string'
    case 'bool': return typeof value === 'boolean'
    case 'enum': return typeof value === 'string' && (values ?? []).includes(value)
    case 'ref': return typeof value === 'string' && refTarget(value) !== null
  }
}

/** The first thing in a whole value that does not fit a declared attribute, or null (03 §2). Keys an object does not declare may hold anything. */
export function valueMisfit(attr: Attr, value: Json, path = ''): ValueMisfit | null {
  const wrong = (): ValueMisfit => ({ path, kind: kindName(attr), expected: expectedValue(attr), actual: shownValue(value) })
  switch (attr.kind) {
    case 'scalar': return scalarFits(attr, value) ? null : wrong()
    case 'list':
    case 'collection': return Array.isArray(value) ? itemsMisfit(attr, value, path) : wrong()
    case 'object': return isObject(value) ? membersMisfit(attr, value, path) : wrong()
    case 'embedding': return isEmptyOf(attr, value) ? null : wrong()
  }
}

function itemsMisfit(attr: ArrayAttr, items: readonly Json[], path: string): ValueMisfit | null {
  const seen = new Set<string>()
  for (const [i, item] of items.entries()) {
    const misfit = valueMisfit(attr.item, item, `${path}/${i}`)
    if (misfit !== null) return misfit
    if (attr.kind === 'list') continue
    const hash = hashOf(item)
    if (seen.has(hash)) return { path: `${path}/${i}`, kind: kindName(attr), expected: { zh: '互不相同的值', en: 'values that are all different' }, actual: `${shownValue(item)} twice` }
    seen.add(hash)
  }
  return null
}

function membersMisfit(attr: ObjectAttr, value: Obj, path: string): ValueMisfit | null {
  for (const [name, inner] of Object.entries(value)) {
    const declared = attr.item ?? (attr.fields !== undefined && Object.hasOwn(attr.fields, name) ? attr.fields[name] : undefined)
    const misfit = declared === undefined ? null : valueMisfit(declared, inner, `${path}/${escaped(name)}`)
    if (misfit !== null) return misfit
  }
  return null
}

const isEmptyOf = ({ form }: EmbeddingAttr, value: Json): boolean => (form === 'array' ? Array.isArray(value) && value.length === 0 : isObject(value) && Object.keys(value).length === 0)

/** A remembered text of an embedding attribute: exactly `{text}` of 1-4,000 characters. */
export function textMisfit(value: Json, path = ''): ValueMisfit | null {
  const text = isObject(value) && Object.keys(value).length === 1 ? value['text'] : undefined
  if (typeof text === 'string' && text !== '' && codePoints(text) <= 4_000) return null
  return { path, kind: 'embedding text', expected: { zh: '{"text": "…"}，1 到 4000 个字符，不含别的', en: '{"text": "…"} with 1-4000 characters and nothing else' }, actual: typeof text === 'string' ? `a text of ${codePoints(text)} characters` : shownValue(value) }
}

/** A value as a message shows it, cut short. */
export function shownValue(value: Json): string {
  const text = JSON.stringify(value)
  return text.length <= 80 ? text : `${text.slice(0, 77)}…`
}

const failMisfit = (misfit: ValueMisfit, pointer: string, where: string): never =>
  fail('VALUE_INVALID', `${where}${misfit.path} is ${misfit.kind} and takes ${misfit.expected.en}, not ${misfit.actual}.`, {
    pointer: `${pointer}${misfit.path}`, actual: misfit.actual, expected: `${misfit.kind}: ${misfit.expected.en}`, fix: 'Give a value of that kind.',
  })

/** Refuses a whole value that does not fit. VALUE_INVALID naming kind and expected value; `where` is the attribute's path. */
export function checkValue(attr: Attr, value: Json, pointer: string, where: string): void {
  const misfit = valueMisfit(attr, value)
  if (misfit !== null) failMisfit(misfit, pointer, where)
}

/** Refuses anything but a remembered text. VALUE_INVALID. */
export function checkText(value: Json, pointer: string, where: string): void {
  const misfit = textMisfit(value)
  if (misfit !== null) failMisfit(misfit, pointer, where)
}
