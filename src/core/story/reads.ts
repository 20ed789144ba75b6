import type Database from 'better-sqlite3'
import type { ProseNode } from '@shared/story'
import type { StoryContext } from './context'
import { chapterOf, idText, sceneOf, threadOf } from './entities'
import { pageOf } from './list-page'
import { all } from './prepared'
import { notFound } from './problems'
import { getRow, sceneRows, selectOf, type ChapterRow, type SceneRow, type ThreadRow } from './rows'
import { sceneDetail } from './scene-detail'
import type { ListFilter, ListPage } from './list-types'

const detail = (context: StoryContext, rows: readonly SceneRow[]) => rows.map((row) => sceneDetail(context, sceneOf(row)))

/** Scenes of a thread or chapter in that list's order, archived ones left out unless asked for. */
export function scenesIn(db: Database.Database, list: 'thread' | 'chapter', id: string, archived: boolean): SceneRow[] {
  return sceneRows(db, `${list}Id = ?${archived ? '' : " AND status <> 'archived'"} ORDER BY ${list}SortOrder`, id)
}

/** get_story_thread, single: `{thread, scenes}` (02 §10). */
export function readThread(context: StoryContext, id: string): Record<string, unknown> {
  const row = getRow<ThreadRow>(context.db, 'thread', id) ?? notFound('thread', id, '/threadId')
  return { thread: threadOf(row), scenes: detail(context, scenesIn(context.db, 'thread', id, false)) }
}

interface CountedThread extends ThreadRow { sceneCount: number }
const threadList = `SELECT t.*, (SELECT count(*) FROM StoryScene s WHERE s.threadId = t.id AND s.status <> 'archived') AS sceneCount
  FROM StoryThread t LEFT JOIN StoryPhase p ON p.id = t.storyPhaseId ORDER BY p.sortOrder IS NULL, p.sortOrder, t.sortOrder`

/** get_story_thread, list: by phase (none last) and order, archived ones only when asked for. Filters: status storyPhaseId isMainThread. */
export function listThreads(context: StoryContext, filter: ListFilter): ListPage {
  const { status, storyPhaseId, isMainThread } = filter
  const rows = all<CountedThread>(context.db, threadList).filter((row) =>
    (status === undefined ? row.status !== 'archived' : row.status === status)
    && (storyPhaseId === undefined || (idText(row.storyPhaseId) ?? 'none') === storyPhaseId)
    && (isMainThread === undefined || (row.isMainThread === 1) === isMainThread))
  return pageOf(rows, filter, (row) => {
    const { summary: _summary, writingTip: _tip, note: _note, ...thread } = threadOf(row)
    return { ...thread, sceneCount: row.sceneCount }
  })
}

/** get_story_chapter, single: `{chapter, scenes, totalScenes, prose}` (02 §10). */
export function readChapter(context: StoryContext, id: string, prose: readonly ProseNode[]): Record<string, unknown> {
  const row = getRow<ChapterRow>(context.db, 'chapter', id) ?? notFound('chapter', id, '/chapterId')
  const scenes = detail(context, scenesIn(context.db, 'chapter', id, false))
  const texts = prose.filter((node) => node.chapterName === row.name).map((node) => ({ path: node.path, title: node.title, characters: node.wordsWithPunctuation }))
  return { chapter: chapterOf(row), scenes, totalScenes: scenes.length, prose: texts }
}

interface ListedChapter extends ChapterRow { actName: string | null; actTitle: string | null; sceneCount: number }
const chapterList = `SELECT c.id, c.name, c.title, c.sortOrder, c.actId, a.name AS actName, a.title AS actTitle,
  (SELECT count(*) FROM StoryScene s WHERE s.chapterId = c.id AND s.status <> 'archived') AS sceneCount
  FROM StoryChapter c LEFT JOIN StoryAct a ON a.id = c.actId ORDER BY c.sortOrder`

/** How many texts each chapter name has. */
export const proseCounts = (prose: readonly ProseNode[]): Map<string | null, number> => new Map([...Map.groupBy(prose, (node) => node.chapterName)].map(([name, nodes]) => [name, nodes.length]))

/** get_story_chapter, list, in reading order. Filter: actId ("none"). */
export function listChapters(context: StoryContext, filter: ListFilter, prose: readonly ProseNode[]): ListPage {
  const counts = proseCounts(prose)
  const rows = all<ListedChapter>(context.db, chapterList).filter((row) => filter['actId'] === undefined || (idText(row.actId) ?? 'none') === filter['actId'])
  return pageOf(rows, filter, (row) => ({
    id: String(row.id), order: row.sortOrder, name: row.name, title: row.title,
    act: row.actId === null ? null : { id: String(row.actId), name: row.actName, title: row.actTitle }, sceneCount: row.sceneCount, proseCount: counts.get(row.name) ?? 0,
  }))
}

/** Rows of a table in order, for trees and outlines. */
export const orderedRows = <R>(db: Database.Database, key: 'act' | 'phase' | 'chapter' | 'thread'): R[] => all<R>(db, `${selectOf(key)} ORDER BY sortOrder`)
