import type Database from 'better-sqlite3'
import type { StoryContext } from './context'
import { chapterOf, idText, sceneOf, threadOf } from './entities'
import { pageOf } from './list-page'
import { all } from './prepared'
import { notFound } from './problems'
import { scenesIn } from './reads'
import { getRow, sceneRows, type ChapterRow, type SceneRow, type ThreadRow } from './rows'
import { sceneDetail } from './scene-detail'
import type { ListFilter, ListPage } from './list-types'

const beatCounts = (db: Database.Database): Map<number, number> =>
  new Map(all<{ id: number; n: number }>(db, 'SELECT sceneId AS id, count(*) AS n FROM StoryPromiseBeat GROUP BY sceneId').map((row) => [row.id, row.n]))

const summaryOf = (row: SceneRow, beats: ReadonlyMap<number, number>): Record<string, unknown> => ({
  id: String(row.id), title: row.title, status: row.status, threadId: String(row.threadId), chapterId: idText(row.chapterId), threadSortOrder: row.threadSortOrder,
  chapterSortOrder: row.chapterSortOrder, outcomeType: row.outcomeType, pacingRole: row.pacingRole, summary: row.summary, beatCount: beats.get(row.id) ?? 0,
})

/** get_story_scene_context, single: the scene, its thread with its scenes, its chapter's plot (02 §10). */
export function readSceneContext(context: StoryContext, id: string): Record<string, unknown> {
  const { db } = context
  const row = getRow<SceneRow>(db, 'scene', id) ?? notFound('scene', id, '/sceneId')
  const beats = beatCounts(db)
  const thread = getRow<ThreadRow>(db, 'thread', row.threadId)
  const chapter = row.chapterId === null ? undefined : getRow<ChapterRow>(db, 'chapter', row.chapterId)
  const summaries = (list: 'thread' | 'chapter', of: number) => scenesIn(db, list, String(of), false).map((scene) => summaryOf(scene, beats))
  return {
    scene: sceneDetail(context, sceneOf(row), true), thread: thread && { ...threadOf(thread), scenes: summaries('thread', thread.id) },
    chapterPlot: chapter ? { ...chapterOf(chapter), scenes: summaries('chapter', chapter.id) } : null,
  }
}

/** Places of threads in lists: by phase (none last) and order (02 §6). */
const threadPlaces = `SELECT t.id FROM StoryThread t LEFT JOIN StoryPhase p ON p.id = t.storyPhaseId ORDER BY p.sortOrder IS NULL, p.sortOrder, t.sortOrder`

/** Scenes by thread and order, or by chapter order when one chapter is asked for; archived ones only by `status` (02 §6, §8). Filters: threadId chapterId("none") status. */
export function scenesInOrder(db: Database.Database, { threadId, chapterId, status }: ListFilter): SceneRow[] {
  const places = new Map(all<{ id: number }>(db, threadPlaces).map((row, i) => [row.id, i]))
  const rows = sceneRows(db, "1 ORDER BY threadSortOrder").filter((row) =>
    (status === undefined ? row.status !== 'archived' : row.status === status) && (threadId === undefined || String(row.threadId) === threadId)
    && (chapterId === undefined || (idText(row.chapterId) ?? 'none') === chapterId))
  if (chapterId !== undefined && chapterId !== 'none') return rows.toSorted((a, b) => (a.chapterSortOrder ?? 0) - (b.chapterSortOrder ?? 0))
  return rows.toSorted((a, b) => (places.get(a.threadId) ?? 0) - (places.get(b.threadId) ?? 0))
}

/** get_story_scene_context, list: summary fields and the number of beats. */
export function listScenes({ db }: StoryContext, filter: ListFilter): ListPage {
  const beats = beatCounts(db)
  return pageOf(scenesInOrder(db, filter), filter, (row) => summaryOf(row, beats))
}
