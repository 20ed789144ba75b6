import { fail } from '@shared/fault'
import type { StoryKind } from '@shared/story'
import { entityOf, type RowOf } from './entities'
import { isSavedKind } from './fields'
import { notFound } from './problems'
import { referenced } from './references'
import { getRow, type Row } from './rows'
import type { StorySaved } from './types'
import { write, type Work } from './write-row'

export interface MoveTo { list: 'story' | 'thread' | 'chapter' | 'phase'; parent?: string | null; index: number }
type ListName = MoveTo['list']

/** Which lists a kind stands in: the column of its place and of its parent (02 §6). */
const places: Partial<Record<StoryKind, Partial<Record<ListName, { order: string; parent: string | null; of?: 'act' | 'phase' | 'chapter' | 'thread'; required?: true }>>>> = {
  act: { story: { order: 'sortOrder', parent: null } },
  phase: { story: { order: 'sortOrder', parent: null } },
  chapter: { story: { order: 'sortOrder', parent: 'actId', of: 'act' } },
  thread: { phase: { order: 'sortOrder', parent: 'storyPhaseId', of: 'phase' } },
  scene: { thread: { order: 'threadSortOrder', parent: 'threadId', of: 'thread', required: true }, chapter: { order: 'chapterSortOrder', parent: 'chapterId', of: 'chapter' } },
}

/** The author's move to an index of a list, or to another parent; beyond the end means last (02 §6, §13). Identities never change. */
export function runMove(work: Work, kind: StoryKind, id: string, to: MoveTo): StorySaved {
  const place = places[kind]?.[to.list]
  if (!isSavedKind(kind) || !place) fail('ARGS_INVALID', `A ${kind} has no place in the list "${to.list}".`, { pointer: '/list', actual: to.list, expected: Object.keys(places[kind] ?? {}).join(', ') })
  const current = getRow<Row & RowOf[typeof kind]>(work.db, kind, id) ?? notFound(kind, id, '/id')
  const next: Row = { ...current, [place.order]: to.index }
  if (place.parent !== null && place.of && to.parent !== undefined) {
    if (to.parent === null && place.required) fail('ARGS_INVALID', `A ${kind} always has a ${place.of}.`, { pointer: '/parent', actual: 'null', expected: `a ${place.of} id` })
    next[place.parent] = referenced(work.db, place.of, to.parent, 'parent')
  }
  if (kind === 'scene' && next['chapterId'] === null) next['chapterSortOrder'] = null
  const written = write<Row>(work, kind, current, next)
  const moved = written[place.order] !== current[place.order] || (place.parent !== null && written[place.parent] !== current[place.parent])
  if (!moved) work.changes.length = 0
  const entity = entityOf(kind, written as unknown as RowOf[typeof kind]) as unknown as Record<string, unknown>
  return { kind, id, entity, done: moved ? 'updated' : 'unchanged', effects: [], undoId: null, extra: [] }
}
