import type { Json } from '@shared/world'
import type { ItemAttr } from '@shared/world-schema'
import type { PlaceAttr } from './places'

/** A value while it is typed: every leaf a text, so that half a number is no number yet. */
export type DraftValue = string | readonly DraftValue[] | { readonly [key: string]: DraftValue }
/** How an undeclared value is written; `raw` is its exact notation. */
export type FreeKind = 'text' | 'number' | 'truth' | 'ref' | 'raw'
export type Wrong = 'needed' | 'notNumber' | 'notWhole' | 'notRaw'
export type Built = { value: Json } | { wrong: Wrong }

const prefix = 'subject://'
export const refTo = (id: string): string => `${prefix}${id}`
export const refOf = (value: Json | undefined): string | null => (typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : null)

const isList = (draft: DraftValue): draft is readonly DraftValue[] => Array.isArray(draft)
const leaf = (draft: DraftValue): string => (typeof draft === 'string' ? draft.trim() : '')

function number(draft: DraftValue, whole: boolean): Built {
  const text = leaf(draft).replaceAll(/[，,\s]/g, '').replace('＋', '+').replaceAll(/[－−]/g, '-')
  if (text === '') return { wrong: 'needed' }
  const value = Number(text)
  if (!Number.isFinite(value)) return { wrong: 'notNumber' }
  return whole && !Number.isSafeInteger(value) ? { wrong: 'notWhole' } : { value }
}

function raw(draft: DraftValue): Built {
  if (leaf(draft) === '') return { wrong: 'needed' }
  try {
    return { value: JSON.parse(leaf(draft)) as Json }
  } catch {
    return { wrong: 'notRaw' }
  }
}

const needed = (text: string, value: Json = text): Built => (text === '' ? { wrong: 'needed' } : { value })

function free(kind: FreeKind, draft: DraftValue): Built {
  const text = leaf(draft)
  switch (kind) {
    case 'number': return number(draft, false)
    case 'truth': return needed(text, text === 'true')
    case 'ref': return needed(text, refTo(text))
    case 'raw': return raw(draft)
    case 'text': return needed(text)
  }
}

function all(drafts: readonly DraftValue[], item: ItemAttr): Built {
  const built = drafts.map((draft) => builtOf(item, 'text', draft))
  const bad = built.find((one) => 'wrong' in one)
  return bad ?? { value: built.map((one) => ('value' in one ? one.value : null)) }
}

export const isBlank = (draft: DraftValue | undefined): boolean => draft === undefined || (typeof draft === 'string' ? draft.trim() === '' : Object.values(draft).every(isBlank))

/** Fields left empty are left out. */
function fields(attr: Extract<PlaceAttr, { kind: 'object' }>, draft: DraftValue): Built {
  const given = typeof draft === 'string' || isList(draft) ? {} : draft
  const rows = Object.entries(attr.fields ?? {}).filter(([name]) => !isBlank(given[name])).map(([name, field]) => [name, builtOf(field, 'text', given[name] ?? '')] as const)
  const bad = rows.find(([, one]) => 'wrong' in one)?.[1]
  if (bad) return bad
  return rows.length === 0 ? { wrong: 'needed' } : { value: Object.fromEntries(rows.map(([name, one]) => [name, 'value' in one ? one.value : null])) }
}

/** The value a draft stands for, or what is wrong with it. `kind` counts where the schema declares nothing. */
export function builtOf(attr: PlaceAttr | null, kind: FreeKind, draft: DraftValue): Built {
  if (attr === null) return free(kind, draft)
  switch (attr.kind) {
    case 'text': return needed(leaf(draft), { text: leaf(draft) })
    case 'embedding': return needed(leaf(draft), { text: leaf(draft) })
    case 'list': case 'collection': return isList(draft) ? all(draft.filter((one) => !isBlank(one)), attr.item) : { value: [] }
    case 'object': return attr.fields ? fields(attr, draft) : raw(draft)
    case 'scalar': break
  }
  switch (attr.type) {
    case 'int': return number(draft, true)
    case 'float': return number(draft, false)
    case 'bool': return free('truth', draft)
    case 'ref': return free('ref', draft)
    case 'enum': case 'string': return needed(leaf(draft))
  }
}

/** How a stored value of no declared kind is best shown for editing. */
export function freeKindOf(value: Json | undefined): FreeKind {
  if (refOf(value) !== null) return 'ref'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'truth'
  return value === undefined || typeof value === 'string' ? 'text' : 'raw'
}

export const isRecord = (value: Json | undefined): value is Record<string, Json> => typeof value === 'object' && value !== null && !Array.isArray(value)

function fieldDrafts(attr: Extract<PlaceAttr, { kind: 'object' }>, value: Json): DraftValue | null {
  if (!attr.fields) return JSON.stringify(value)
  if (!isRecord(value)) return null
  const rows = Object.entries(value).map(([name, one]) => { const field = attr.fields?.[name]; return [name, field ? draftOf(field, one) : null] as const })
  return rows.some(([, draft]) => draft === null) ? null : Object.fromEntries(rows.map(([name, draft]) => [name, draft ?? '']))
}

/** The draft that stands for a stored value; null when the value does not fit the attribute. */
export function draftOf(attr: PlaceAttr | null, value: Json | undefined): DraftValue | null {
  if (value === undefined) return ''
  if (attr === null) return refOf(value) ?? (typeof value === 'string' ? value : JSON.stringify(value))
  switch (attr.kind) {
    case 'text': case 'embedding': return isRecord(value) && typeof value['text'] === 'string' && Object.keys(value).length === 1 ? value['text'] : null
    case 'list': case 'collection': {
      if (!Array.isArray(value)) return null
      const items = value.map((one) => draftOf(attr.item, one))
      return items.some((one) => one === null) ? null : items.map((one) => one ?? '')
    }
    case 'object': return fieldDrafts(attr, value)
    case 'scalar': break
  }
  switch (attr.type) {
    case 'int': case 'float': return typeof value === 'number' ? String(value) : null
    case 'bool': return typeof value === 'boolean' ? String(value) : null
    case 'ref': return refOf(value)
    case 'enum': case 'string': return typeof value === 'string' ? value : null
  }
}
