import type { Chapter } from '@shared/story'
import type { BriefMode, BriefStatus, OpenDecision, PromiseTask, Reading } from '@shared/story-ledgers'

/** What get_chapter_writer_brief tells besides the Markdown (02 §11). */
export interface ChapterBrief {
  chapter: Chapter; mode: BriefMode; status: BriefStatus; /** Scenes the status waits for. */ pendingScenes: string[]
  scenes: Record<string, unknown>[]; totalScenes: number; suggestedReading: Reading[]; promiseTasks: PromiseTask[]; openDecisions: OpenDecision[]; warnings: string[]; suggestedBriefMarkdown: string
}
