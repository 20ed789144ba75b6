import type Database from 'better-sqlite3'
import { fail } from '@shared/fault'
import type { Scene } from '@shared/story'
import type { StoryContext } from './context'
import { idText, sceneOf } from './entities'
import { pageOf } from './list-page'
import { all } from './prepared'
import { notFound } from './problems'
import { getRow, type SceneRow } from './rows'
import type { ListFilter, ListPage } from './list-types'
import { anchorView, withTimes, type AnchorSubject } from './world-anchor'

export interface ContextSlice { id: string; /** Calendar text; null without a calendar. */ time: string | null; title: string; summary: string; kind: string; patchCount: number }
export interface SubjectState { subjectId: string; type: string | null; name: string | null; attrs: Record<string, unknown> }
export interface WorldContext { slices: ContextSlice[]; subjectStates: SubjectState[]; unresolvedSubjectIds: string[] }

const sliceSql = `SELECT CAST(s.id AS TEXT) AS id, CAST(s.instant AS TEXT) AS instant, s.title, s.summary, s.kind, count(p.id) AS patchCount FROM WorldSlice s JOIN WorldPatch p ON p.sliceId = s.id
  WHERE s.hidden = 0 AND s.instant BETWEEN ? AND ? AND p.subjectId IN (SELECT value FROM json_each(?)) GROUP BY s.id ORDER BY s.instant`

/** Has the anchor a start and an end, as text or instant? */
export const isTimed = ({ startTime, endTime, startInstant, endInstant }: Scene['worldAnchor']): boolean => (startTime ?? startInstant) !== null && (endTime ?? endInstant) !== null

/** Everyone of the anchor, the place included, each once. */
function anchorSubjects(db: Database.Database, anchor: Scene['worldAnchor']): { resolved: AnchorSubject[]; unresolved: string[] } {
  const { subjects, locationSubject, unresolvedSubjectIds } = anchorView(db, anchor)
  const everyone = locationSubject === null ? subjects : [...subjects, locationSubject]
  const once = [...new Map(everyone.map((subject) => [subject.id, subject])).values()]
  return { resolved: once.filter((subject) => subject.resolved), unresolved: unresolvedSubjectIds }
}

/**
 * What the world holds around a scene (02 §11): visible slices in the closed window [start, end] that patch one of its subjects,
 * and the subjects' states at its end. Only instants reach the world; a time known as text alone gives neither. ANCHOR_INCOMPLETE.
 */
export function worldContextOf({ db, world }: StoryContext, scene: Scene): WorldContext {
  const { startInstant, endInstant, startTime } = scene.worldAnchor
  if (!isTimed(scene.worldAnchor)) {
    const lacks = (startTime ?? startInstant) === null ? 'start' : 'end'
    fail('ANCHOR_INCOMPLETE', `Scene ${scene.id} "${scene.title}" has no ${lacks}.`, { pointer: '/worldAnchor', expected: 'start and end', fix: 'Set worldAnchor with save_story_scene first.' })
  }
  const { resolved, unresolved } = anchorSubjects(db, scene.worldAnchor)
  if (startInstant === null || endInstant === null) return { slices: [], subjectStates: [], unresolvedSubjectIds: unresolved }
  const [start, end] = [BigInt(startInstant), BigInt(endInstant)]
  const slices = all<Omit<ContextSlice, 'time'> & { instant: string }>(db, sliceSql, start, end, JSON.stringify(resolved.map((s) => s.id)))
    .map(({ id, instant, ...slice }) => ({ id, time: world.times?.format(BigInt(instant)) ?? null, ...slice }))
  const subjectStates = resolved.map(({ id, type, name }) => ({ subjectId: id, type, name, attrs: world.attrs(id, end) }))
  return { slices, subjectStates, unresolvedSubjectIds: unresolved }
}

/** get_scene_world_context, single (02 §10). */
export const readWorldContext = (context: StoryContext, id: string): WorldContext => worldContextOf(context, sceneOf(getRow<SceneRow>(context.db, 'scene', id) ?? notFound('scene', id, '/sceneId')))

/** no_time, no_subjects, unresolved, ready: the first that holds (02 §10). */
function anchorState(anchor: Scene['worldAnchor'], strangers: readonly string[]): string {
  if (!isTimed(anchor)) return 'no_time'
  if (anchor.subjectIds.length === 0 && anchor.locationSubjectId === null) return 'no_subjects'
  return strangers.length > 0 ? 'unresolved' : 'ready'
}

/** get_scene_world_context, list: how far each scene's anchor is. Filters: threadId chapterId anchor. */
export function listWorldContexts({ db, world }: StoryContext, scenes: readonly SceneRow[], filter: ListFilter): ListPage {
  const known = new Set(all<{ id: string }>(db, 'SELECT id FROM WorldSubject').map((row) => row.id))
  const items = scenes.map((row) => {
    const { worldAnchor: at, title } = withTimes(sceneOf(row), world.times, true)
    const strangers = [...new Set([...at.subjectIds, ...(at.locationSubjectId === null ? [] : [at.locationSubjectId])])].filter((id) => !known.has(id))
    return {
      sceneId: String(row.id), title, threadId: String(row.threadId), chapterId: idText(row.chapterId), anchor: anchorState(at, strangers), startTime: at.startTime ?? at.startInstant,
      endTime: at.endTime ?? at.endInstant, unresolvedSubjectIds: strangers,
    }
  })
  return pageOf(items.filter((item) => filter['anchor'] === undefined || item.anchor === filter['anchor']), filter, (item) => item)
}
