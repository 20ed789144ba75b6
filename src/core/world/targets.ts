import type { Attr, EmbeddingAttr, ItemAttr, ScalarAttr, ArrayAttr, ObjectAttr, SubjectType, WorldSchema } from './types'

/** What a path of a subject means by the schema (03 §2). */
export type Target =
  | { kind: 'scalar'; attr: ScalarAttr }
  | { kind: 'array'; attr: ArrayAttr }
  /** `/i` of a list. */
  | { kind: 'entry'; attr: ItemAttr }
  | { kind: 'object'; attr: ObjectAttr }
  | { kind: 'embedding'; attr: EmbeddingAttr }
  /** `/key` of an embedding record, `/i` of an embedding array. */
  | { kind: 'text'; attr: EmbeddingAttr }
  | { kind: 'undeclared' }
  /** The path goes on inside something that has no inside; `attr` is what it goes through. */
  | { kind: 'through'; attr: Attr; index?: string }

const own = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined => (record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined)
export const isIndex = (segment: string): boolean => /^(?:0|[1-9]\d{0,8})$/u.test(segment)

function whole(attr: Attr): Target {
  switch (attr.kind) {
    case 'scalar': return { kind: 'scalar', attr }
    case 'list':
    case 'collection': return { kind: 'array', attr }
    case 'object': return { kind: 'object', attr }
    case 'embedding': return { kind: 'embedding', attr }
  }
}

function below(attr: Attr, segments: readonly string[]): Target {
  const [segment, ...rest] = segments
  if (segment === undefined) return whole(attr)
  switch (attr.kind) {
    case 'scalar': return { kind: 'through', attr }
    case 'collection': return { kind: 'through', attr }
    case 'list':
      if (!isIndex(segment)) return { kind: 'through', attr, index: segment }
      return rest.length === 0 ? { kind: 'entry', attr: attr.item } : below(attr.item, rest)
    case 'object': {
      const inner = own(attr.fields, segment) ?? attr.item
      return inner === undefined ? { kind: 'undeclared' } : below(inner, rest)
    }
    case 'embedding': return rest.length > 0 ? { kind: 'through', attr } : attr.form === 'array' && !isIndex(segment) ? { kind: 'through', attr, index: segment } : { kind: 'text', attr }
  }
}

export const typeOf = (schema: WorldSchema, type: string): SubjectType | undefined => own(schema.types, type)

export function targetOf(type: SubjectType | undefined, segments: readonly string[]): Target {
  const [name, ...rest] = segments
  const attr = name === undefined ? undefined : own(type?.attrs, name)
  return attr === undefined ? { kind: 'undeclared' } : below(attr, rest)
}
