import type { StoryKind } from '@shared/story'
import { currentLocale } from '../../../i18n/text'

/** One field of one entity; `field` may reach into a group: `brief.goal`, `worldAnchor.startTime`. */
export interface FieldAt { kind: StoryKind; id: string; field: string }

export const keyOf = ({ kind, id, field }: FieldAt): string => `${kind}:${id}:${field}`

/** These are never null; an empty one is a text of no letters, or refused. */
const neverNull = new Set(['title', 'summary', 'question'])
export const mustHaveText = ({ field }: FieldAt): boolean => field === 'title' || field === 'question'

const splitList = (text: string): string[] => [...new Set(text.split(/[,，、]/u).map((one) => one.trim()).filter((one) => one !== ''))]

/** A list of words as one line, the way the language writes it. */
export const listText = (words: readonly string[]): string => words.join(currentLocale() === 'zh-CN' ? '、' : ', ')

function plain(value: unknown): string {
  if (Array.isArray(value)) return listText(value.filter((one): one is string => typeof one === 'string'))
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** The field as text, the way its editor shows it; null reads as nothing. */
export function textOf(entity: object, field: string): string {
  let at: unknown = entity
  for (const step of field.split('.')) at = typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[step] : undefined
  return plain(at)
}

/** The anchor is replaced whole; a time that is written anew leaves its old instant behind. */
function anchorWith(entity: object, field: string, text: string | null): Record<string, unknown> {
  const anchor = ('worldAnchor' in entity && typeof entity.worldAnchor === 'object' && entity.worldAnchor !== null ? entity.worldAnchor : {}) as Readonly<Record<string, unknown>>
  const { startTime = null, endTime = null, startInstant = null, endInstant = null, subjectIds = [], locationSubjectId = null } = anchor
  const start = field === 'startTime' ? { startTime: text, startInstant: null } : { startTime, startInstant }
  const end = field === 'endTime' ? { endTime: text, endInstant: null } : { endTime, endInstant }
  const who = field === 'subjectIds' ? { subjectIds: splitList(text ?? '') } : { subjectIds }
  return { ...start, ...end, ...who, locationSubjectId: field === 'locationSubjectId' ? text : locationSubjectId }
}

/** The patch of 02 §12 that puts this text into the field. */
export function patchOf(at: FieldAt, text: string, entity: object): Record<string, unknown> {
  const trimmed = text.trim()
  const value = trimmed === '' && !neverNull.has(at.field) ? null : trimmed
  const [group, inner] = at.field.split('.')
  if (group === 'brief' && inner) return { brief: { [inner]: value } }
  if (group === 'worldAnchor' && inner) return { worldAnchor: anchorWith(entity, inner, value) }
  if (at.field === 'tags') return { tags: splitList(trimmed) }
  if (at.field === 'cadenceChapters') return { cadenceChapters: value === null ? null : Number(value) }
  return { [at.field]: value }
}
