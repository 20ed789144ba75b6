import type { Effect } from '@shared/tool-result'
import { Json, PatchOp, type Subject } from '@shared/world'
import type { SubjectType } from '@shared/world-schema'
import type { text } from '../../i18n/text'
import { refOf } from '../world/compose/draft-value'
import { placeAt, placesOf, type PlaceAttr, type RowOp } from '../world/compose/places'
import { nameOf, opText } from '../world/words'

type Say = typeof text
/** What the window knows of the world, and what the effects say of subjects that are only about to exist. */
export interface WorldNames { readonly subjects: readonly Subject[]; readonly types: Readonly<Record<string, SubjectType>> }

/** `slice 2 "雪夜" · 建元元年 (was …)` in its parts; null for anything else, also a slice of another project. */
export function sliceTarget(target: string): { title: string; time: string; was: string | null } | null {
  const found = /^slice (?:\d+ )?"([^]*)" · ([^]*?)(?: \(was ([^]*)\))?$/.exec(target)
  return found ? { title: found[1] ?? '', time: found[2] ?? '', was: found[3] ?? null } : null
}

/** The name in `林渊 (hero)`. */
export const subjectName = ({ target, resolved }: Effect): string => (resolved !== null && target.endsWith(` (${resolved})`) ? target.slice(0, -resolved.length - 3) : target)

/** Subjects of the world and those the effects make. */
export function namesWith(effects: readonly Effect[], { subjects, types }: WorldNames): WorldNames {
  const made = effects.flatMap((effect) => (effect.kind === 'world' && effect.resolved !== null && effect.type !== undefined ? [{ id: effect.resolved, type: effect.type, name: subjectName(effect) }] : []))
  return { types, subjects: [...subjects, ...made.filter(({ id }) => !subjects.some((one) => one.id === id))] }
}

const attrsOf = (id: string, { subjects, types }: WorldNames): SubjectType | undefined => { const type = subjects.find((one) => one.id === id)?.type; return type !== undefined && Object.hasOwn(types, type) ? types[type] : undefined }
export const attrLabel = (id: string, field: string, names: WorldNames): string => { const attrs = attrsOf(id, names)?.attrs; return (attrs && Object.hasOwn(attrs, field) ? attrs[field]?.label : undefined) ?? field }

/** A value as people read it: names for references, words for yes and no, entries in a row. */
export function valueWords(value: unknown, names: WorldNames, t: Say): string {
  const read = Json.safeParse(value ?? null)
  const say = (one: Json): string => {
    if (one === null || one === '') return '—'
    if (typeof one === 'boolean') return t(one ? 'common.yes' : 'common.no')
    if (typeof one === 'number') return String(one)
    if (typeof one === 'string') { const ref = refOf(one); return ref === null ? one : nameOf(ref, names.subjects) }
    if (Array.isArray(one)) return one.length === 0 ? t('world.emptyList') : one.map(say).join(t('common.listComma'))
    const keys = Object.keys(one)
    return keys.length === 1 && typeof one['text'] === 'string' ? one['text'] : keys.map((key) => `${nameOf(key, names.subjects)} ${say(one[key] ?? null)}`).join(t('common.listComma'))
  }
  return read.success ? say(read.data) : JSON.stringify(value)
}

export interface PatchWords { readonly sign: '+' | '-' | ' '; readonly who: string; readonly what: string; readonly op: string; readonly value: string | null }

const opKind = (attr: PlaceAttr | null): 'list' | 'text' | 'other' => (attr === null ? 'other' : attr.kind === 'list' || attr.kind === 'collection' ? 'list' : attr.kind === 'text' || attr.kind === 'embedding' ? 'text' : 'other')

/** `+hero /hp increment -30` in words; null when it is no such line. */
export function patchWords(line: string, names: WorldNames, t: Say): PatchWords | null {
  const [, sign = '', id = '', path = '', name = '', rest] = /^([-+ ])(\S+) (\/[^]*?) (replace|increment|remove|append)(?: ([^]*))?$/.exec(line) ?? []
  const op = PatchOp.safeParse(name)
  const value = rest === undefined ? undefined : parsed(rest)
  if (!op.success || value === null) return null
  const row: RowOp = op.data === 'remove' && value !== undefined ? 'take' : op.data
  const found = placeAt(placesOf(attrsOf(id, names), [path.split('/')[1] ?? '']), path)
  const what = found ? [...found.place.names, ...(found.chosen === '' ? [] : [nameOf(found.chosen, names.subjects)])].join(' › ') : path
  const signed = row === 'increment' && typeof value?.json === 'number' && value.json > 0 ? '+' : ''
  return { sign: sign as PatchWords['sign'], who: nameOf(id, names.subjects), what, op: opText(t, row, opKind(found?.place.attr ?? null)), value: value === undefined ? null : `${signed}${valueWords(value.json, names, t)}` }
}

function parsed(text: string): { json: Json } | null {
  try {
    return { json: JSON.parse(text) as Json }
  } catch {
    return null
  }
}

/** The words of `E1 broken-relative: 标题`. */
export const issueWords = (preview: string): string => preview.replace(/^[EA]\d [a-z-]+: /, '')
