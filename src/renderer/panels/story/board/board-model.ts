import type { ChapterRow, SceneRow, StoryOutline } from '@shared/procedures/story'
import type { Phase, Thread } from '@shared/story'
import { chaptersInOrder } from '../../../editor-core/reading-order'
import { earlierThan } from '../earlier'

export type BoardRow =
  | { kind: 'phase'; key: string; id: string; title: string; phase: Phase; column: number }
  | { kind: 'thread'; key: string; id: string; title: string; thread: Thread; open: boolean; scenes: number; column: number }
  | { kind: 'scene'; key: string; id: string; title: string; scene: SceneRow; chapter: ChapterRow | null; /** Title of the scene before it, where story time goes back. */ earlierThan: string | null; column: number }
  | { kind: 'add'; key: string; id: string; title: ''; threadId: string; column: number }
export interface BoardColumn { key: string; phase: Phase | null; threads: number; head: BoardRow | null; rows: BoardRow[] }
export interface BoardModel {
  columns: BoardColumn[]; rows: ReadonlyMap<string, BoardRow>; phases: readonly Phase[]
  /** Whole lists in order, archived ones included: places count them (02 §6). */ threadsOf: ReadonlyMap<string | null, readonly Thread[]>; scenesOf: ReadonlyMap<string, readonly SceneRow[]>
}

export const chaptersOf = chaptersInOrder
export const scenesOf = (outline: StoryOutline | null): SceneRow[] => outline === null ? [] : [...chaptersOf(outline).flatMap((chapter) => chapter.scenes), ...outline.looseScenes]

interface Look { folded: ReadonlySet<string>; showArchived: boolean }
interface Story { chapters: ReadonlyMap<string, ChapterRow>; scenes: ReadonlyMap<string, readonly SceneRow[]> }

function threadRows(thread: Thread, column: number, { chapters, scenes }: Story, look: Look): BoardRow[] {
  const shown = (scenes.get(thread.id) ?? []).filter((scene) => look.showArchived || scene.status !== 'archived')
  const open = !look.folded.has(thread.id)
  const earlier = earlierThan(shown)
  const head: BoardRow = { kind: 'thread', key: `thread:${thread.id}`, id: thread.id, title: thread.title, thread, open, scenes: shown.length, column }
  if (!open) return [head]
  const cards = shown.map((scene): BoardRow => ({ kind: 'scene', key: `scene:${scene.id}`, id: scene.id, title: scene.title, scene, chapter: scene.chapterId === null ? null : (chapters.get(scene.chapterId) ?? null), earlierThan: earlier.get(scene.id) ?? null, column }))
  return [head, ...cards, { kind: 'add', key: `add:${thread.id}`, id: `add-${thread.id}`, title: '', threadId: thread.id, column }]
}

/** Phases as columns, their threads with scene cards below; threads of no phase stand last. */
export function boardModel(outline: StoryOutline, look: Look): BoardModel {
  const chapters = new Map(chaptersOf(outline).map((chapter) => [chapter.id, chapter]))
  const scenes = new Map([...Map.groupBy(scenesOf(outline), (scene) => scene.threadId)].map(([id, list]) => [id, list.toSorted((a, b) => a.threadSortOrder - b.threadSortOrder)]))
  const threads = new Map([...Map.groupBy(outline.threads, (thread) => thread.storyPhaseId)].map(([id, list]) => [id, list.toSorted((a, b) => a.sortOrder - b.sortOrder)]))
  const loose = threads.get(null) ?? []
  const groups: (Phase | null)[] = [...outline.phases, ...(loose.length > 0 || outline.phases.length === 0 ? [null] : [])]
  const columns = groups.map((phase, column): BoardColumn => {
    const own = (threads.get(phase?.id ?? null) ?? []).filter((thread) => look.showArchived || thread.status !== 'archived')
    const head: BoardRow | null = phase && { kind: 'phase', key: `phase:${phase.id}`, id: phase.id, title: phase.title, phase, column }
    return { key: `column:${phase?.id ?? 'none'}`, phase, threads: own.length, head, rows: own.flatMap((thread) => threadRows(thread, column, { chapters, scenes }, look)) }
  })
  const rows = new Map(columns.flatMap((column) => [...(column.head ? [column.head] : []), ...column.rows]).map((row) => [row.key, row]))
  return { columns, rows, phases: outline.phases, threadsOf: threads, scenesOf: scenes }
}

/** The rows of a column as the arrows walk them: its head first. */
export const walk = (column: BoardColumn | undefined): BoardRow[] => (column ? [...(column.head ? [column.head] : []), ...column.rows] : [])
