import type { Attr, ItemAttr, SubjectType } from '@shared/world-schema'
import type { PatchOp } from '@shared/world'

/** What a change does, as the author chooses it; `take` is removing one entry by its value. */
export type RowOp = PatchOp | 'take'
/** A remembered text of an embedding attribute: a value of its own kind. */
export type PlaceAttr = Attr | { readonly kind: 'text' }

/** One thing of a subject that can be changed; `*` in `parts` is chosen by the author: a key or a position. */
export interface Place { readonly id: string; readonly names: readonly string[]; readonly parts: readonly string[]; readonly attr: PlaceAttr | null; readonly hole: 'key' | 'index' | null; readonly ops: readonly RowOp[] }

const text: PlaceAttr = { kind: 'text' }

function opsOf(attr: PlaceAttr | null, hole: Place['hole'], entry: boolean): RowOp[] {
  if (attr === null) return ['replace', 'increment', 'remove']
  if (attr.kind === 'text') return ['replace', 'remove']
  if (attr.kind === 'scalar') return (attr.type === 'int' || attr.type === 'float') && !(entry && hole === 'index') ? ['replace', 'increment', 'remove'] : ['replace', 'remove']
  if (attr.kind === 'list') return ['append', 'replace', 'remove']
  if (attr.kind === 'collection') return ['append', 'take', 'replace', 'remove']
  if (attr.kind === 'object') return attr.fields ? ['replace', 'remove'] : ['remove']
  return attr.kind === 'embedding' && attr.form === 'array' ? ['append', 'remove'] : ['remove']
}

interface At { names: readonly string[]; parts: readonly string[]; hole: Place['hole'] }

const place = ({ names, parts, hole }: At, attr: PlaceAttr | null): Place => ({ id: `/${parts.join('/')}`, names, parts, attr, hole, ops: opsOf(attr, hole, parts.at(-1) === '*') })

/** A second chosen part below one is left to a path written by hand. */
function under(at: At, attr: Attr | ItemAttr): Place[] {
  const entry = (hole: 'key' | 'index'): At => ({ names: at.names, parts: [...at.parts, '*'], hole })
  const open = (hole: 'key' | 'index', item: ItemAttr): Place[] => (at.hole === null ? [place(entry(hole), item), ...under(entry(hole), item)] : [])
  if (attr.kind === 'object' && attr.fields) return Object.entries(attr.fields).flatMap(([name, field]) => declared({ ...at, names: [...at.names, field.label ?? name], parts: [...at.parts, name] }, field))
  if (attr.kind === 'object') return attr.item ? open('key', attr.item) : []
  if (attr.kind === 'list') return open('index', attr.item)
  if (attr.kind === 'embedding') return attr.form === 'record' && at.hole === null ? [place(entry('key'), text)] : []
  return []
}

const declared = (at: At, attr: Attr): Place[] => [place(at, attr), ...under(at, attr)]

/** Everything of a subject of this type that can be changed: what the schema declares, then what it holds besides. */
export function placesOf(type: SubjectType | undefined, held: readonly string[] = []): Place[] {
  const attrs = type?.attrs ?? {}
  const known = Object.entries(attrs).flatMap(([name, attr]) => declared({ names: [attr.label ?? name], parts: [name], hole: null }, attr))
  const others = held.filter((name) => !Object.hasOwn(attrs, name)).map((name) => place({ names: [name], parts: [name], hole: null }, null))
  return [...known, ...others]
}

export const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1')
const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** JSON Pointer of a place with the chosen part filled in. */
export const pathOf = ({ parts }: Place, chosen: string): string => `/${parts.map((part) => escaped(part === '*' ? chosen : part)).join('/')}`
export const partsOf = (path: string): string[] => path.split('/').slice(1).map(unescaped)

/** The place a stored path means, with what was chosen in it. */
export function placeAt(places: readonly Place[], path: string): { place: Place; chosen: string } | null {
  const parts = partsOf(path)
  const fits = (place: Place) => place.parts.length === parts.length && place.parts.every((part, at) => part === '*' || part === parts[at])
  const found = places.find((place) => place.hole === null && fits(place)) ?? places.find(fits)
  return found ? { place: found, chosen: found.parts.map((part, at) => (part === '*' ? (parts[at] ?? '') : '')).join('') } : null
}
