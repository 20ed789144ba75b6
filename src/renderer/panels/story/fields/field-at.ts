import type { StoryKind } from '@shared/story'
import { currentLocale } from '../../../i18n/text'
import { useWorld } from '../../../stores/world'
import { subjectById } from '../../../stores/world-index'
import { nameOf } from '../../world/words'

/** One field of one entity; `field` may reach into a group: `brief.goal`, `worldAnchor.startTime`. */
export interface FieldAt { kind: StoryKind; id: string; field: string }

export const keyOf = ({ kind, id, field }: FieldAt): string => `${kind}:${id}:${field}`

/** These are never null; an empty one is a text of no letters, or refused. */
const neverNull = new Set(['title', 'summary', 'question'])
export const mustHaveText = ({ field }: FieldAt): boolean => field === 'title' || field === 'question'

const splitList = (text: string): string[] => [...new Set(text.split(/[,，、]/u).map((one) => one.trim()).filter((one) => one !== ''))]

/** A list of words as one line, the way the language writes it. */
export const listText = (words: readonly string[]): string => words.join(currentLocale() === 'zh-CN' ? '、' : ', ')

const subjects = () => useWorld.getState().subjects ?? []
/** People and places are written and shown by name; the story keeps the id of a subject the world knows, else the name itself. */
const shownSubject = (id: string): string => nameOf(id, subjects())
const subjectOf = (word: string): string => (subjectById(subjects(), word) ?? subjects().find(({ name }) => name === word))?.id ?? word
/** The cast as its field shows it. */
export const castText = (ids: readonly string[]): string => listText(ids.map(shownSubject))
const isCast = (field: string): boolean => field === 'worldAnchor.subjectIds' || field === 'worldAnchor.locationSubjectId'

function plain(value: unknown): string {
  if (Array.isArray(value)) return listText(value.filter((one): one is string => typeof one === 'string'))
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** The field as text, the way its editor shows it; null reads as nothing. */
export function textOf(entity: object, field: string): string {
  let at: unknown = entity
  for (const step of field.split('.')) at = typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[step] : undefined
  if (!isCast(field)) return plain(at)
  return castText(Array.isArray(at) ? at.filter((one): one is string => typeof one === 'string') : typeof at === 'string' && at !== '' ? [at] : [])
}

/** The anchor is replaced whole; a time that is written anew leaves its old instant behind. */
function anchorWith(entity: object, field: string, text: string | null): Record<string, unknown> {
  const anchor = ('worldAnchor' in entity && typeof entity.worldAnchor === 'object' && entity.worldAnchor !== null ? entity.worldAnchor : {}) as Readonly<Record<string, unknown>>
  const { startTime = null, endTime = null, startInstant = null, endInstant = null, subjectIds = [], locationSubjectId = null } = anchor
  const start = field === 'startTime' ? { startTime: text, startInstant: null } : { startTime, startInstant }
  const end = field === 'endTime' ? { endTime: text, endInstant: null } : { endTime, endInstant }
  const who = field === 'subjectIds' ? { subjectIds: [...new Set(splitList(text ?? '').map(subjectOf))] } : { subjectIds }
  return { ...start, ...end, ...who, locationSubjectId: field === 'locationSubjectId' ? (text === null ? null : subjectOf(text)) : locationSubjectId }
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
