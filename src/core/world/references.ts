import type { Json, Subject } from '@shared/world'
import { escaped } from './path'
import { typeOf } from './targets'
import type { Attr, Attrs, WorldSchema } from './types'

const scheme = 'subject://'
export const refText = (id: string): string => `${scheme}${id}`
/** The id a reference names; null for any other value. */
export const refId = (value: Json): string | null => (typeof value === 'string' && value.startsWith(scheme) ? value.slice(scheme.length) : null)

/** A value at a place that the schema declares as a reference. */
export interface RefAt { path: string; value: Json; /** A type's name or `*`. */ target: string }

/** Every declared reference inside a value of an attribute. */
export function refsIn(attr: Attr, value: Json, path: string): RefAt[] {
  switch (attr.kind) {
    case 'scalar': return attr.type === 'ref' ? [{ path, value, target: attr.target ?? '*' }] : []
    case 'list':
    case 'collection': return Array.isArray(value) ? value.flatMap((item, i) => refsIn(attr.item, item, `${path}/${i}`)) : []
    case 'embedding': return []
    case 'object': {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return []
      return Object.entries(value).flatMap(([key, inner]) => {
        const field = attr.fields !== undefined && Object.hasOwn(attr.fields, key) ? attr.fields[key] : attr.item
        return field === undefined ? [] : refsIn(field, inner, `${path}/${escaped(key)}`)
      })
    }
  }
}

/** Every declared reference of a subject's state. */
export function refsOf(schema: WorldSchema, type: string, attrs: Attrs): RefAt[] {
  return Object.entries(typeOf(schema, type)?.attrs ?? {}).flatMap(([name, attr]) => {
    const value = Object.hasOwn(attrs, name) ? attrs[name] : undefined
    return value === undefined ? [] : refsIn(attr, value, `/${escaped(name)}`)
  })
}

/** Why a reference leads nowhere: no reference at all, no such subject, another type; null when it is right. */
export function refTrouble({ value, target }: RefAt, subject: (id: string) => Subject | undefined): { actual: string; expected: string } | null {
  const expected = target === '*' ? 'subject://<id of any subject>' : `subject://<id of a ${target}>`
  const id = refId(value)
  if (id === null) return { actual: JSON.stringify(value).slice(0, 80), expected }
  const found = subject(id)
  if (!found) return { actual: `${id} is not registered`, expected }
  return target === '*' || found.type === target ? null : { actual: `${id} is a ${found.type}`, expected }
}
