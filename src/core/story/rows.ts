import type Database from 'better-sqlite3'
import { briefKeys, type BriefKey } from '@shared/story'
import { all, one } from './prepared'

export type Cell = string | number | null
export type Row = Record<string, Cell>
interface Stamps extends Row { id: number; createdAt: string; updatedAt: string }

export interface GroupRow extends Stamps { name: string; title: string; summary: string; note: string | null; sortOrder: number }
export interface ChapterRow extends Stamps, Record<BriefKey, string | null> { name: string; title: string; actId: number | null; note: string | null; sortOrder: number }
export interface ThreadRow extends Stamps {
  storyPhaseId: number | null; name: string; title: string; isMainThread: number; status: string; miceType: string | null; summary: string
  /** JSON array. */ tags: string; writingTip: string | null; note: string | null; sortOrder: number
}
export interface SceneRow extends Stamps {
  threadId: number; chapterId: number | null; title: string; status: string; outcomeType: string | null; pacingRole: string | null; summary: string
  purpose: string | null; writingTip: string | null; note: string | null; startTime: string | null; endTime: string | null
  /** int64 as text. */ startInstant: string | null; endInstant: string | null
  /** JSON array. */ subjectIds: string; locationSubjectId: string | null; threadSortOrder: number; chapterSortOrder: number | null
  /** The rows of StorySceneRef as a JSON array, in order. */ refs: string
}
export interface PromiseRow extends Stamps {
  name: string; title: string; status: string; importance: string; summary: string; payoffExpectation: string | null; cadenceChapters: number | null; deadlineChapterId: number | null
  /** JSON array. */ tags: string
}
export interface BeatRow extends Stamps { promiseId: number; sceneId: number; kind: string; note: string | null }
export interface DecisionRow extends Stamps {
  name: string; title: string; question: string; status: string; /** JSON arrays. */ options: string; rejectedAlternatives: string; serves: string; dependsOn: string
  deadlineChapterId: number | null; decision: string | null; motivation: string | null; risk: string | null; supersededById: number | null
  anchorKind: string; anchorId: number | null; anchorPath: string | null; note: string | null
}

/** One ordered list a row stands in. `parent` null: the whole table is one list. `optional`: a null parent means "in no list". */
export interface ListSpec { order: string; parent: string | null; optional?: true }
export interface TableSpec { table: string; columns: readonly string[]; lists: readonly ListSpec[] }
export type TableKey = 'story' | 'act' | 'phase' | 'chapter' | 'thread' | 'scene' | 'promise' | 'beat' | 'decision' | 'trash'

const stamps = ['createdAt', 'updatedAt']
const group = ['id', 'name', 'title', 'summary', 'note', 'sortOrder', ...stamps]
const wholeStory: ListSpec = { order: 'sortOrder', parent: null }

/** The story's tables (project-001) with the lists of 02 §6. */
export const tables: Record<TableKey, TableSpec> = {
  story: { table: 'Story', lists: [], columns: ['id', 'title', 'summary', 'note', ...stamps] },
  act: { table: 'StoryAct', columns: group, lists: [wholeStory] },
  phase: { table: 'StoryPhase', columns: group, lists: [wholeStory] },
  chapter: { table: 'StoryChapter', columns: ['id', 'name', 'title', 'actId', 'note', 'sortOrder', ...briefKeys, ...stamps], lists: [wholeStory] },
  thread: {
    table: 'StoryThread', lists: [{ order: 'sortOrder', parent: 'storyPhaseId' }],
    columns: ['id', 'storyPhaseId', 'name', 'title', 'isMainThread', 'status', 'miceType', 'summary', 'tags', 'writingTip', 'note', 'sortOrder', ...stamps],
  },
  scene: {
    table: 'StoryScene', lists: [{ order: 'threadSortOrder', parent: 'threadId' }, { order: 'chapterSortOrder', parent: 'chapterId', optional: true }],
    columns: ['id', 'threadId', 'chapterId', 'title', 'status', 'outcomeType', 'pacingRole', 'summary', 'purpose', 'writingTip', 'note', 'startTime', 'endTime',
      'startInstant', 'endInstant', 'subjectIds', 'locationSubjectId', 'threadSortOrder', 'chapterSortOrder', ...stamps],
  },
  promise: {
    table: 'StoryPromise', lists: [],
    columns: ['id', 'name', 'title', 'status', 'importance', 'summary', 'payoffExpectation', 'cadenceChapters', 'deadlineChapterId', 'tags', ...stamps],
  },
  beat: { table: 'StoryPromiseBeat', lists: [], columns: ['id', 'promiseId', 'sceneId', 'kind', 'note', ...stamps] },
  decision: {
    table: 'StoryDecision', lists: [],
    columns: ['id', 'name', 'title', 'question', 'status', 'options', 'deadlineChapterId', 'decision', 'motivation', 'risk', 'rejectedAlternatives', 'serves', 'dependsOn',
      'supersededById', 'anchorKind', 'anchorId', 'anchorPath', 'note', ...stamps],
  },
  trash: { table: 'StoryTrash', lists: [], columns: ['id', 'kind', 'entityId', 'name', 'payload', 'at', 'actor', 'sessionId', 'words'] },
}

/** Columns whose int64 would lose digits as a JavaScript number. */
export const isInstant = (column: string): boolean => column === 'startInstant' || column === 'endInstant'

export const selectOf = (key: TableKey): string => {
  const { table, columns } = tables[key]
  return `SELECT ${columns.map((c) => (isInstant(c) ? `CAST(${c} AS TEXT) AS ${c}` : c)).join(', ')} FROM ${table}`
}

interface RefRow { sceneId: number; relation: string; target: string; visibility: string; note: string | null }
const refText = (rows: readonly RefRow[]): string => JSON.stringify(rows.map(({ relation, target, visibility, note }) => ({ relation, target, visibility, note })))

/** One row by its key, a scene with its refs; undefined when it is not there (or in the trash). */
export function getRow<R extends Row>(db: Database.Database, key: TableKey, id: number | string): R | undefined {
  const row = one<Row>(db, `${selectOf(key)} WHERE id = ?`, id)
  if (!row) return undefined
  if (key === 'scene') row['refs'] = refText(all<RefRow>(db, 'SELECT * FROM StorySceneRef WHERE sceneId = ? ORDER BY position', id))
  return row as R
}

/** Scenes by a condition on StoryScene, refs fetched in one statement. */
export function sceneRows(db: Database.Database, where: string, ...values: unknown[]): SceneRow[] {
  const rows = all<SceneRow>(db, `${selectOf('scene')} WHERE ${where}`, ...values)
  if (rows.length === 0) return rows
  const refs = all<RefRow>(db, 'SELECT * FROM StorySceneRef WHERE sceneId IN (SELECT value FROM json_each(?)) ORDER BY sceneId, position', JSON.stringify(rows.map((r) => r.id)))
  const byScene = Map.groupBy(refs, (r) => r.sceneId)
  for (const row of rows) row.refs = refText(byScene.get(row.id) ?? [])
  return rows
}
