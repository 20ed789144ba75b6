import type { Json, Subject } from '@shared/world'
import type { Attr, Attrs, SubjectType } from '../types'

/** A text that a subject remembers, and where it stands. */
export interface EmbeddedText { subjectId: string; attr: string; text: string }
/** An embedding attribute of a type, by the names that lead to it. */
export type AttrPath = readonly string[]

/** The embedding attributes of a type, inside objects too. */
export function embeddingPaths({ attrs }: SubjectType): AttrPath[] {
  const walk = (fields: Readonly<Record<string, Attr>>, above: AttrPath): AttrPath[] =>
    Object.entries(fields).flatMap(([name, attr]) => {
      if (attr.kind === 'embedding') return [[...above, name]]
      return attr.kind === 'object' && attr.fields !== undefined ? walk(attr.fields, [...above, name]) : []
    })
  return walk(attrs, [])
}

/** As `attrs` of a search names it: `/events`; the slash may be left out. */
export const attrName = (path: AttrPath): string => `/${path.join('/')}`

/** The texts a state holds at these attributes: items of an array, values of a record. */
export function textsOf(subject: Subject, state: Attrs, paths: readonly AttrPath[]): EmbeddedText[] {
  return paths.flatMap((path) => {
    const found = path.reduce<Json | undefined>((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), state)
    const items = Array.isArray(found) ? found.map((item) => [null, item] as const) : isObject(found) ? Object.entries(found) : []
    return items.flatMap(([key, item]) => {
      const text = isObject(item) && Object.hasOwn(item, 'text') ? item['text'] : undefined
      return typeof text === 'string' ? [{ subjectId: subject.id, attr: attrName(key === null ? path : [...path, key.replaceAll('~', '~0').replaceAll('/', '~1')]), text }] : []
    })
  })
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } => typeof value === 'object' && value !== null && !Array.isArray(value)
