import type { StoryEffect } from '@shared/story'
import type { Effect } from '@shared/tool-result'
import { hashOf, sameValue } from './hash'
import type { Done } from './types'

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

/** A value as a line of text. */
export const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

/** The fields that differ, nested ones dotted. */
export function fieldsBetween(before: Entity | null, after: Entity | null): { field: string; from: unknown; to: unknown }[] {
  const from = flat(before)
  const to = flat(after)
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((field) => !sameValue(from[field] ?? null, to[field] ?? null) || (before === null && to[field] !== null && field in to))
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }))
}

/** A finished preview and the parameters the session's focus filled. `id` null: a new one, whose id is not bound. */
export interface SaveEffect extends Done { id: string | null; fromFocus: readonly string[] }

function mainEffect({ saved, id, before, after, asked, label, fromFocus }: SaveEffect): Effect {
  const [from, to] = [bound(before, before === null, asked), bound(after, before === null, asked)]
  const fields = fieldsBetween(from, to)
  const title = String((after ?? before)?.['title'])
  const mark = (parameter: string): string => (fromFocus.includes(parameter) ? ' (from focus)' : '')
  const named = before === null ? `${saved.kind} "${title}"` : `${saved.kind} ${id} "${title}"${mark(`${saved.kind}Id`)}`
  const action = before === null ? 'create' : after === null ? 'remove' : saved.done === 'archived' ? 'archive' : 'change'
  return {
    kind: 'story', target: label ?? named, resolved: label === undefined ? (before === null ? null : id) : saved.id, before: from && hashOf(from), after: to && hashOf(to), action,
    preview: fields.map((f) => `${f.field}: ${shown(f.from)} → ${shown(f.to)}${mark(f.field)}`).join('\n'), fields,
  }
}

/** The approval's effects (05 §6): the entity with its fields before and after, then every knock-on. */
export const effectsOf = (save: SaveEffect): Effect[] => (save.saved.done === 'unchanged' ? [] : [mainEffect(save), ...save.saved.effects.map(knockOn)])

const knockOn = (effect: StoryEffect): Effect => ({
  kind: 'story', target: `${effect.kind} ${effect.id}`, resolved: effect.id, before: hashOf({ [effect.field]: effect.from }), after: hashOf({ [effect.field]: effect.to }), action: 'change',
  preview: `${effect.field}: ${shown(effect.from)} → ${shown(effect.to)} (${effect.reason})`, fields: [{ field: effect.field, from: effect.from, to: effect.to }],
})
