import { briefKeys, type Act, type Chapter, type Scene, type Thread } from '@shared/story'
import type { StoryDecision, StoryPromise } from '@shared/story-ledgers'
import type { ChapterRow, DecisionRow, GroupRow, PromiseRow, SceneRow, ThreadRow } from './rows'
import type { SavedKind } from './fields'

/** A reference as text, null as null. */
export const idText = (id: number | null): string | null => (id === null ? null : String(id))
const stampsOf = (row: { createdAt: string; updatedAt: string }) => ({ createdAt: row.createdAt, updatedAt: row.updatedAt })

export const actOf = (row: GroupRow): Act => ({ id: String(row.id), name: row.name, title: row.title, summary: row.summary, note: row.note, sortOrder: row.sortOrder, ...stampsOf(row) })

export const chapterOf = (row: ChapterRow): Chapter => ({
  id: String(row.id), name: row.name, title: row.title, actId: idText(row.actId), note: row.note, sortOrder: row.sortOrder,
  brief: Object.fromEntries(briefKeys.map((key) => [key, row[key]])) as Chapter['brief'], ...stampsOf(row),
})

export const threadOf = (row: ThreadRow): Thread => ({
  id: String(row.id), storyPhaseId: idText(row.storyPhaseId), name: row.name, title: row.title, isMainThread: row.isMainThread === 1, status: row.status as Thread['status'],
  miceType: row.miceType as Thread['miceType'], summary: row.summary, tags: JSON.parse(row.tags) as string[], writingTip: row.writingTip, note: row.note,
  sortOrder: row.sortOrder, ...stampsOf(row),
})

export const sceneOf = (row: SceneRow): Scene => ({
  id: String(row.id), threadId: String(row.threadId), chapterId: idText(row.chapterId), title: row.title, status: row.status as Scene['status'],
  outcomeType: row.outcomeType as Scene['outcomeType'], pacingRole: row.pacingRole as Scene['pacingRole'], summary: row.summary, purpose: row.purpose,
  writingTip: row.writingTip, note: row.note,
  worldAnchor: {
    startTime: row.startTime, endTime: row.endTime, startInstant: row.startInstant, endInstant: row.endInstant, subjectIds: JSON.parse(row.subjectIds) as string[],
    locationSubjectId: row.locationSubjectId,
  },
  refs: JSON.parse(row.refs) as Scene['refs'], threadSortOrder: row.threadSortOrder, chapterSortOrder: row.chapterSortOrder, ...stampsOf(row),
})

export const promiseOf = (row: PromiseRow): StoryPromise => ({
  id: String(row.id), name: row.name, title: row.title, status: row.status as StoryPromise['status'], importance: row.importance as StoryPromise['importance'], summary: row.summary,
  payoffExpectation: row.payoffExpectation, cadenceChapters: row.cadenceChapters, deadlineChapterId: idText(row.deadlineChapterId), tags: JSON.parse(row.tags) as string[], ...stampsOf(row),
})

export const decisionOf = (row: DecisionRow): StoryDecision => ({
  id: String(row.id), name: row.name, title: row.title, question: row.question, status: row.status as StoryDecision['status'], options: JSON.parse(row.options) as StoryDecision['options'],
  deadlineChapterId: idText(row.deadlineChapterId), decision: row.decision, motivation: row.motivation, risk: row.risk,
  rejectedAlternatives: JSON.parse(row.rejectedAlternatives) as StoryDecision['rejectedAlternatives'], serves: JSON.parse(row.serves) as string[], dependsOn: JSON.parse(row.dependsOn) as string[],
  supersededById: idText(row.supersededById), anchor: { kind: row.anchorKind as StoryDecision['anchor']['kind'], id: idText(row.anchorId), path: row.anchorPath }, note: row.note, ...stampsOf(row),
})

export interface RowOf { act: GroupRow; phase: GroupRow; chapter: ChapterRow; thread: ThreadRow; scene: SceneRow; promise: PromiseRow; decision: DecisionRow }

/** The plain entity of a row, as `src/shared/story.ts` declares it. */
export function entityOf<K extends SavedKind>(kind: K, row: RowOf[K]): Act | Chapter | Thread | Scene | StoryPromise | StoryDecision {
  switch (kind) {
    case 'chapter': return chapterOf(row as ChapterRow)
    case 'thread': return threadOf(row as ThreadRow)
    case 'scene': return sceneOf(row as SceneRow)
    case 'promise': return promiseOf(row as PromiseRow)
    case 'decision': return decisionOf(row as DecisionRow)
    default: return actOf(row as GroupRow)
  }
}
