import type Database from 'better-sqlite3'
import type { BriefStatus } from '@shared/story-ledgers'
import { all } from './prepared'

export interface ReadinessFacts {
  /** Scenes that are not archived. */ scenes: readonly { /** Has start and end. */ hasTime: boolean; /** Names subjects the world does not know. */ hasStrangers: boolean }[]
  /** Any of the four information-control fields. */ hasInformationControl: boolean
}

/** The ladder of 02 §11, first that holds. */
export function readinessOf({ scenes, hasInformationControl }: ReadinessFacts): BriefStatus {
  if (scenes.length === 0) return 'needs_plot'
  if (scenes.some((scene) => !scene.hasTime)) return 'needs_world_anchor'
  if (scenes.some((scene) => scene.hasStrangers)) return 'needs_world_context'
  return hasInformationControl ? 'ready' : 'needs_chapter_brief'
}

interface Counted { id: number; informed: number; scenes: number; untimed: number; strange: number }
const counted = `SELECT c.id, coalesce(c.readerKnows, c.protagonistKnows, c.mustHide, c.hintOnly) IS NOT NULL AS informed, count(s.id) AS scenes,
  coalesce(sum(coalesce(s.startTime, s.startInstant) IS NULL OR coalesce(s.endTime, s.endInstant) IS NULL), 0) AS untimed,
  coalesce(sum((s.subjectIds <> '[]' AND EXISTS (SELECT 1 FROM json_each(s.subjectIds) j WHERE j.value NOT IN (SELECT id FROM WorldSubject)))
    OR (s.locationSubjectId IS NOT NULL AND s.locationSubjectId NOT IN (SELECT id FROM WorldSubject))), 0) AS strange
  FROM StoryChapter c LEFT JOIN StoryScene s ON s.chapterId = c.id AND s.status <> 'archived' GROUP BY c.id`

/** The ladder for every chapter in one statement, whatever the size of the story. */
export function readinessByChapter(db: Database.Database): ReadonlyMap<number, BriefStatus> {
  return new Map(all<Counted>(db, counted).map((row) => [row.id, readinessOf({
    scenes: row.scenes === 0 ? [] : [{ hasTime: row.untimed === 0, hasStrangers: row.strange > 0 }], hasInformationControl: row.informed === 1,
  })]))
}
