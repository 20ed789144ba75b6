import type { StoryEffect } from '@shared/story'
import type { Effect } from '@shared/tool-result'
import type { SavedKind } from './fields'
import { hashOf, sameValue } from './hash'

type Entity = Record<string, unknown>
const orders = ['sortOrder', 'threadSortOrder', 'chapterSortOrder']

/** What an approval binds: no times, no fresh id, and a place only where the call asked for one (neighbours shift it). */
function bound(entity: Entity | null, created: boolean, asked: readonly string[]): Entity | null {
  if (!entity) return null
  const left = Object.entries(entity).filter(([key]) => key !== 'createdAt' && key !== 'updatedAt' && !(created && key === 'id') && (asked.includes(key) || !orders.includes(key)))
  return Object.fromEntries(left)
}

/** Nested objects as dotted fields, so that one changed brief field is one line. */
function flat(entity: Entity | null): Entity {
  const pairs = Object.entries(entity ?? {}).flatMap(([key, value]) =>
    value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value).map(([inner, v]) => [`${key}.${inner}`, v] as const) : [[key, value] as const])
  return Object.fromEntries(pairs)
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

function fieldsBetween(before: Entity | null, after: Entity | null): { field: string; from: unknown; to: unknown }[] {
  const from = flat(before)
  const to = flat(after)
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((field) => !sameValue(from[field] ?? null, to[field] ?? null) || (before === null && to[field] !== null && field in to))
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }))
}

export interface SaveEffect { kind: SavedKind; id: string | null; before: Entity | null; after: Entity; asked: readonly string[]; done: string; knockOns: readonly StoryEffect[]; /** Parameters the session's focus filled. */ fromFocus: readonly string[] }

/** The approval's effects (05 §6): the entity with its fields before and after, then every knock-on. */
export function effectsOf(save: SaveEffect): Effect[] {
  if (save.done === 'unchanged') return []
  const created = save.before === null
  const before = bound(save.before, created, save.asked)
  const after = bound(save.after, created, save.asked)
  const fields = fieldsBetween(before, after)
  const title = String(save.after['title'])
  const mark = (parameter: string): string => (save.fromFocus.includes(parameter) ? ' (from focus)' : '')
  const main: Effect = {
    kind: 'story', target: created ? `${save.kind} "${title}"` : `${save.kind} ${save.id} "${title}"${mark(`${save.kind}Id`)}`, resolved: created ? null : save.id, before: before && hashOf(before),
    after: hashOf(after), action: created ? 'create' : save.done === 'archived' ? 'archive' : 'change', preview: fields.map((f) => `${f.field}: ${shown(f.from)} → ${shown(f.to)}${mark(f.field)}`).join('\n'), fields,
  }
  return [main, ...save.knockOns.map(knockOn)]
}

const knockOn = (effect: StoryEffect): Effect => ({
  kind: 'story', target: `${effect.kind} ${effect.id}`, resolved: effect.id, before: hashOf({ [effect.field]: effect.from }), after: hashOf({ [effect.field]: effect.to }), action: 'change',
  preview: `${effect.field}: ${shown(effect.from)} → ${shown(effect.to)} (${effect.reason})`, fields: [{ field: effect.field, from: effect.from, to: effect.to }],
})
