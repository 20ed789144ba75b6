import type { StoryOutline } from '@shared/procedures/story'
import type { Act, Chapter, Phase, ProseNode, Scene, StoryEffect, StoryKind, Thread } from '@shared/story'
import type { Effect } from '@shared/tool-result'
import type { By } from '../project/types'

/** One save as 02 §12 has it: the input of a save tool, or of the window's forms. */
export interface StorySave { kind: StoryKind; action: string; id: string | null; fields: Record<string, unknown> }
export interface StorySaved { kind: StoryKind; id: string; entity: Record<string, unknown>; done: 'created' | 'updated' | 'archived' | 'unchanged'; effects: StoryEffect[]; undoId: string | null; extra: string[] }
/** The bookkeeping that makes a tool's commit exactly-once: written in the same transaction (04 §10). */
export interface StoryCommit { by: By; exactlyOnce: { sessionId: number; callId: string } | null }

export interface StoryService {
  /** All checks and the whole effect, with nothing changed; hashes cover neither times nor fresh ids. */
  preview(save: StorySave): { effects: Effect[]; result: StorySaved }
  save(save: StorySave, commit: StoryCommit): StorySaved
  /** The payload of a call committed before a crash, or null. */
  appliedCall(sessionId: number, callId: string): unknown
  tree(options: TreeOptions): Record<string, unknown>
  thread(id: string): Record<string, unknown>
  threads(filter: ListFilter): ListPage
  chapter(id: string): Record<string, unknown>
  chapters(filter: ListFilter): ListPage
  /** The window's side list. */
  outline(): Promise<StoryOutline>
  get(kind: 'act', id: string): Act
  get(kind: 'phase', id: string): Phase
  get(kind: 'chapter', id: string): Chapter
  get(kind: 'thread', id: string): Thread
  get(kind: 'scene', id: string): Scene
  scenesOf(list: 'thread' | 'chapter', id: string): Scene[]
  /** The author's move; contiguous orders afterwards (02 §6). */
  move(kind: StoryKind, id: string, to: { list: 'story' | 'thread' | 'chapter' | 'phase'; parent?: string | null; index: number }): StorySaved
  trash(kind: StoryKind, id: string, by: By): { item: string; effects: StoryEffect[]; undoId: string | null; proseChapter: string | null }
  trashList(): { id: string; kind: StoryKind; name: string; at: string; actor: string; sessionId: number | null; words: number; from: string }[]
  restore(item: string): { restoredTo: string; renamed: boolean; id: string }
  purge(items: readonly string[]): number
  undo(undoId: string): void
  counts(): { acts: number; chapters: number; scenes: number; threads: number; phases: number; promises: number; decisions: number; subjects: number; slices: number }
}
export interface TreeOptions { view?: 'full' | 'acts' | 'phases'; actId?: string; storyPhaseId?: string; includeArchived?: boolean }
export interface ListFilter { limit?: number; offset?: number; [filter: string]: unknown }
export interface ListPage { items: Record<string, unknown>[]; total: number; offset: number; limit: number; nextOffset: number | null }
export type { ProseNode }
