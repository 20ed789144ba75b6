import type Database from 'better-sqlite3'
import type { BeatKind, BeatState, PromiseBeat, PromiseDerived } from '@shared/story-ledgers'
import { idText } from './entities'
import { all, one } from './prepared'
import type { PromiseRow } from './rows'

/** A beat with the place of its scene. Positions are `sortOrder` of the chapter, null when the scene stands in none. */
export interface PlacedBeat {
  promiseId: number; kind: BeatKind; note: string | null; sceneId: number; sceneTitle: string; sceneStatus: string
  chapterId: number | null; chapterName: string | null; chapterTitle: string | null; position: number | null
}

const placed = `SELECT b.promiseId, b.kind, b.note, s.id AS sceneId, s.title AS sceneTitle, s.status AS sceneStatus, c.id AS chapterId, c.name AS chapterName, c.title AS chapterTitle, c.sortOrder AS position
  FROM StoryPromiseBeat b JOIN StoryScene s ON s.id = b.sceneId LEFT JOIN StoryChapter c ON c.id = s.chapterId`
const order = 'ORDER BY c.sortOrder IS NULL, c.sortOrder, s.chapterSortOrder, b.id'

/** All beats by promise, each list by reading position, unplaced last (02 §6). */
export const beatsByPromise = (db: Database.Database): Map<number, PlacedBeat[]> => Map.groupBy(all<PlacedBeat>(db, `${placed} ${order}`), (beat) => beat.promiseId)
export const beatsOf = (db: Database.Database, promiseId: number): PlacedBeat[] => all<PlacedBeat>(db, `${placed} WHERE b.promiseId = ? ${order}`, promiseId)

/** W of 02 §5: the position of the last chapter with a written or revised scene; -1 while nothing is written. */
export const writtenUpTo = (db: Database.Database): number =>
  one<{ w: number | null }>(db, "SELECT max(c.sortOrder) AS w FROM StoryScene s JOIN StoryChapter c ON c.id = s.chapterId WHERE s.status IN ('written', 'revised')")?.w ?? -1

/** 02 §5: planned while the scene is an idea or a plan, factual once prose exists. */
export const stateOf = (sceneStatus: string): BeatState => (sceneStatus === 'archived' ? 'archived' : sceneStatus === 'written' || sceneStatus === 'revised' ? 'factual' : 'planned')

function stageOf(kinds: ReadonlySet<string>): PromiseDerived['derivedStage'] {
  if (kinds.has('payoff')) return 'paid_off'
  if (kinds.has('advance') || kinds.has('setback')) return 'echoed'
  return kinds.has('plant') ? 'planted' : 'unplanted'
}

function statsOf(beats: readonly PlacedBeat[]): PromiseDerived['beatStats'] {
  const stats = { plant: 0, advance: 0, setback: 0, payoff: 0, planned: 0, factual: 0, archived: 0 }
  for (const beat of beats) {
    const state = stateOf(beat.sceneStatus)
    stats[state] += 1
    if (state !== 'archived') stats[beat.kind] += 1
  }
  return stats
}

/** Warned this many chapters ahead of a deadline (02 §5). */
const ahead = 3

/** The worse of deadline and cadence; `deadline` and `written` are reading positions (02 §5 `due`). */
export function dueOf(promise: Pick<PromiseRow, 'status' | 'cadenceChapters'>, deadline: number | null, beats: readonly PlacedBeat[], written: number): PromiseDerived['due'] {
  if (promise.status !== 'open') return 'none'
  const left = deadline === null ? Infinity : deadline - written
  const last = Math.max(-1, ...beats.filter((b) => stateOf(b.sceneStatus) === 'factual').map((b) => b.position ?? -1))
  const silent = promise.cadenceChapters === null || last < 0 ? 0 : (written - last) / promise.cadenceChapters
  if (left <= 0 || silent >= 2) return 'overdue'
  return left <= ahead || silent >= 1 ? 'due' : 'none'
}

interface Deadline { id: number; name: string; title: string; sortOrder: number }

/** A chapter as a deadline; null when it is unset or gone. */
export const deadlineOf = (db: Database.Database, chapterId: number | null): Deadline | null =>
  (chapterId === null ? null : (one<Deadline>(db, 'SELECT id, name, title, sortOrder FROM StoryChapter WHERE id = ?', chapterId) ?? null))
export const deadlineView = (deadline: Deadline | null): PromiseDerived['deadlineChapter'] => deadline && { id: String(deadline.id), name: deadline.name, title: deadline.title }

/** Everything that follows from a promise's beats and the reading order (02 §5 Derived). */
export function derivedOf(db: Database.Database, row: PromiseRow, beats: readonly PlacedBeat[], written: number): PromiseDerived {
  const deadline = deadlineOf(db, row.deadlineChapterId)
  const counting = beats.filter((beat) => beat.sceneStatus !== 'archived')
  return {
    derivedStage: stageOf(new Set(counting.map((beat) => beat.kind))), beatStats: statsOf(beats), deadlineChapter: deadlineView(deadline),
    due: dueOf(row, deadline?.sortOrder ?? null, beats, written),
  }
}

/** A beat as tools and window show it. */
export const beatView = (beat: PlacedBeat): PromiseBeat => ({
  kind: beat.kind, note: beat.note, state: stateOf(beat.sceneStatus), scene: { id: String(beat.sceneId), title: beat.sceneTitle, status: beat.sceneStatus },
  chapter: beat.chapterId === null ? null : { id: idText(beat.chapterId) ?? '', name: beat.chapterName ?? '', title: beat.chapterTitle ?? '', number: (beat.position ?? 0) + 1 },
})
