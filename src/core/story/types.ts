import type { StoryOutline } from '@shared/procedures/story'
import type { Act, Chapter, Phase, ProseNode, Scene, StoryEffect, StoryKind, StoryPlace, Thread } from '@shared/story'
import type { BriefMode, DecisionView, PromiseView } from '@shared/story-ledgers'
import type { Effect } from '@shared/tool-result'
import type { By } from '../project/types'
import type { ChapterBrief } from './brief/brief-types'
import type { ListFilter, ListPage } from './list-types'
import type { Reorder } from './reorder'
import type { StoryFields } from './story-text'
import type { WorldContext } from './world-context'
import type { SqlRow } from './sql-write'
import type { RowChange } from './write-row'

/** One save as 02 §12 has it: the input of a save tool, or of the window's forms. */
export interface StorySave {
  kind: StoryKind | 'beat'; action: string; id: string | null; fields: Record<string, unknown>
  /** Parameters that came from the session's focus; named in the answer (02 §9). */
  fromFocus?: string[]
  /** A new scene stands right behind this one where they share a thread or a chapter; else last. */
  after?: string
  /** The prose as it stands, so that a rename can name the texts it leaves behind. */
  prose?: readonly ProseNode[]
}
export interface StorySaved { kind: StoryKind; id: string; entity: Record<string, unknown>; /** created, updated, unchanged, or the state it entered: archived, fulfilled, decided … */ done: string; effects: StoryEffect[]; undoId: string | null; extra: string[] }
/** A save done inside a transaction, with what approvals and undo want to know. `label` names what has no title of its own. */
export interface Done { saved: StorySaved; before: Record<string, unknown> | null; after: Record<string, unknown> | null; asked: string[]; label?: string }
/** The bookkeeping that makes a tool's commit exactly-once: written in the same transaction (04 §10). */
export interface StoryCommit { by: By; exactlyOnce: { sessionId: number; callId: string } | null }

export interface StoryService {
  /** All checks and the whole effect, with nothing changed; hashes cover neither times nor fresh ids. */
  preview(save: StorySave): { effects: Effect[]; result: StorySaved }
  save(save: StorySave, commit: StoryCommit): StorySaved
  /** The payload of a call committed before a crash, or null. */
  appliedCall(sessionId: number, callId: string): unknown
  /** All prose nodes, for the reads below that show them. */
  prose(): Promise<readonly ProseNode[]>
  tree(options: TreeOptions, prose?: readonly ProseNode[]): Record<string, unknown>
  thread(id: string): Record<string, unknown>
  threads(filter: ListFilter): ListPage
  chapter(id: string, prose?: readonly ProseNode[]): Record<string, unknown>
  chapters(filter: ListFilter, prose?: readonly ProseNode[]): ListPage
  scene(id: string): Record<string, unknown>
  scenes(filter: ListFilter): ListPage
  worldContext(sceneId: string): WorldContext
  worldContexts(filter: ListFilter): ListPage
  brief(chapterId: string, mode: BriefMode): ChapterBrief
  briefs(filter: ListFilter): ListPage
  promise(id: string): PromiseView
  promises(filter: ListFilter): ListPage
  /** The same with every beat, for the window. */
  promiseViews(filter: ListFilter): PromiseView[]
  decision(id: string): DecisionView
  decisions(filter: ListFilter): ListPage
  decisionViews(filter: ListFilter): DecisionView[]
  /** Fills a missing thread or scene id of an agent's save from what its session saved last; FOCUS_MISSING (02 §9). */
  focused(save: StorySave, sessionId: number): StorySave
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
  /** The author's complete order of one list; ORDER_INCOMPLETE (02 §13). */
  reorder(order: Reorder): { moved: number; undoId: string | null }
  /** The author's own summary and note of the story (02 §13). */
  setStory(fields: StoryFields): { undoId: string | null }
  trash(kind: StoryKind, id: string, by: By, prose?: TrashedProse): { item: string; effects: StoryEffect[]; undoId: string | null; proseChapter: string | null }
  trashList(): { id: string; kind: StoryKind; name: string; at: string; actor: string; sessionId: number | null; words: number; from: string; place: StoryPlace }[]
  /** What a trashed entity says of itself, and the titles of the scenes that went along. */
  trashedWords(item: string): { text: string; holds: string[] }
  restore(item: string): { restoredTo: string; place: StoryPlace; renamed: boolean; id: string; kind: StoryKind; newName: string }
  purge(items: readonly string[]): number
  /** The name, or with -2, -3 … when another entity of the kind has it. */
  freeName(kind: 'act' | 'phase' | 'chapter' | 'thread', name: string): string
  /** What files go with an undo: trash items to bring back, texts to put into the trash. */
  undoFiles(undoId: string): UndoFiles
  attachUndoFiles(undoId: string, files: UndoFiles): void
  /** Returns the undo of the undo, null when nothing changed. */
  undo(undoId: string): string | null
  /** The author's act: others' changes of rows put back, or the fields that were changed again since and are asked about first (06 §7). UNDO_STALE. */
  takeBack(changes: readonly RowChange[], how: TakeBackHow): TakenBack
  /** What rows as SQL would leave them come to; rolled back. SQL_INVARIANT. */
  previewSql(rows: readonly SqlRow[]): { effects: Effect[]; changes: number; bases: (string | null)[] }
  /** Writes them, once per call. SQL_INVARIANT; STALE_READ when what stood there is no longer what the preview saw. */
  applySql(rows: readonly SqlRow[], bases: readonly (string | null)[], how: StoryCommit): { changes: number }
  undoStep(undoId: string): UndoStep
  /** The chapter the change made, if it made one. */
  madeChapter(undoId: string): string | null
  dropUndo(undoId: string): void
  /** File-trash items that belong to one trashed entity, or to all of them (no argument). */
  proseItems(item?: string): TrashedText[]
  counts(): { acts: number; chapters: number; scenes: number; threads: number; phases: number; promises: number; decisions: number; subjects: number; slices: number }
}
/** A field that somebody changed again since: as it was, as the change made it, as it is now. */
export interface StoryClash { target: string; field: string; before: unknown; after: unknown; now: unknown }
/** `ask`: with any clash nothing is done. `all`: later changes of the same fields go too. `rest`: they stay. */
export type TakeBackHow = 'ask' | 'all' | 'rest'
export interface TakenBack { done: boolean; clashes: StoryClash[] }

export interface TreeOptions { view?: 'full' | 'acts' | 'phases'; actId?: string; storyPhaseId?: string; includeArchived?: boolean }
/** One text in the file trash and the place it came from. */
export interface TrashedText { item: string; path: string }
export interface TrashedProse { words: number; texts: readonly TrashedText[] }
/** `done`: created, moved, trashed …; kind, id and title of its entity, if it was one. */
export interface UndoStep { done: string; kind: string | null; id: string | null; title: string | null }
export interface UndoFiles {
  /** Out of the file trash again. */ restore: readonly TrashedText[]
  /** Made by the change: into the file trash. */ trash: readonly string[]
  /** Texts whose `chapter:` key was rewritten. */ relink?: { from: string; to: string }
}
/** What a session saved last in this project. */
export interface Focus { threadId?: string; sceneId?: string }
export interface FocusStore { get(sessionId: number): Focus; set(sessionId: number, focus: Focus): void }
export type { ChapterBrief, ListFilter, ListPage, ProseNode }

declare module '../tools/types' {
  interface ToolServices { story: StoryService }
}
