import type Database from 'better-sqlite3'
import { isFault } from '@shared/fault'
import type { Scene, Thread } from '@shared/story'
import type { PromiseTask } from '@shared/story-ledgers'
import type { StoryContext } from '../context'
import { sceneOf, threadOf } from '../entities'
import { all } from '../prepared'
import { scenesIn } from '../reads'
import { getRow, type ThreadRow } from '../rows'
import { anchorView, withTimes, type AnchorView } from '../world-anchor'
import { isTimed, worldContextOf, type WorldContext } from '../world-context'

/** One scene with all that a brief may show of it. `world` null: its context cannot be read, `trouble` says why. */
export interface BriefScene { scene: Scene; thread: Thread | null; anchor: AnchorView; timed: boolean; world: WorldContext | null; trouble: string | null }

function worldOf(context: StoryContext, scene: Scene): Pick<BriefScene, 'world' | 'trouble'> {
  try {
    return { world: worldContextOf(context, scene), trouble: null }
  } catch (error) {
    if (!isFault(error)) throw error
    return { world: null, trouble: error.fault.code }
  }
}

/** The chapter's scenes in its own order, archived ones left out (02 §11). */
export function briefScenes(context: StoryContext, chapterId: string): BriefScene[] {
  const { db, world } = context
  const threads = new Map<number, Thread | null>()
  const threadFor = (id: number): Thread | null => {
    const row = threads.has(id) ? undefined : getRow<ThreadRow>(db, 'thread', id)
    if (row) threads.set(id, threadOf(row))
    return threads.get(id) ?? null
  }
  return scenesIn(db, 'chapter', chapterId, false).map((row) => {
    const scene = withTimes(sceneOf(row), world.times)
    return { scene, thread: threadFor(row.threadId), anchor: anchorView(db, scene.worldAnchor), timed: isTimed(scene.worldAnchor), ...worldOf(context, scene) }
  })
}

interface TaskRow { sceneId: number; sceneTitle: string; promiseId: number; promiseName: string; promiseTitle: string; kind: PromiseTask['kind']; note: string | null; payoffExpectation: string | null }
const tasks = `SELECT s.id AS sceneId, s.title AS sceneTitle, p.id AS promiseId, p.name AS promiseName, p.title AS promiseTitle, b.kind, b.note, CASE b.kind WHEN 'payoff' THEN p.payoffExpectation END AS payoffExpectation
  FROM StoryPromiseBeat b JOIN StoryScene s ON s.id = b.sceneId JOIN StoryPromise p ON p.id = b.promiseId
  WHERE s.chapterId = ? AND s.status <> 'archived' AND p.status <> 'abandoned' ORDER BY s.chapterSortOrder, b.id`

/** What the chapter's scenes do with promises, abandoned ones left out (02 §11). */
export const promiseTasks = (db: Database.Database, chapterId: string): PromiseTask[] =>
  all<TaskRow>(db, tasks, chapterId).map((row) => ({ ...row, sceneId: String(row.sceneId), promiseId: String(row.promiseId) }))
