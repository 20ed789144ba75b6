import type { CallInput } from '@shared/procedures'
import type { ChapterRow, StoryOutline } from '@shared/procedures/story'
import { chaptersInOrder } from '../../editor-core/reading-order'
import type { TreeRow } from './tree-rows'

export type Move = Omit<CallInput<'story.move'>, 'project'>

export const readingOrder = (outline: StoryOutline): ChapterRow[] => chaptersInOrder(outline).toSorted((a, b) => a.sortOrder - b.sortOrder)

/** Where a new chapter goes: behind the row it is asked for at, else at the end of the novel, or into a last act that is still empty. */
export function newChapterPlace(outline: StoryOutline, after: TreeRow | null): { at: number; actId: string | null } {
  const order = readingOrder(outline)
  if (after?.kind === 'chapter') return { at: after.chapter.sortOrder + 1, actId: after.chapter.actId }
  if (after?.kind === 'act') return { at: endOfAct(outline, order, after.id), actId: after.id }
  const empty = outline.acts.at(-1)
  return { at: order.length, actId: empty && empty.chapters.length === 0 ? empty.act.id : (order.at(-1)?.actId ?? null) }
}

/** Behind the last chapter of an act; that of an empty one is where its first would be read, between the acts around it. */
function endOfAct({ acts }: StoryOutline, order: readonly ChapterRow[], actId: string): number {
  const index = acts.findIndex(({ act }) => act.id === actId)
  const last = acts[index]?.chapters.at(-1) ?? acts.slice(0, index).findLast(({ chapters }) => chapters.length > 0)?.chapters.at(-1)
  const next = acts.slice(index + 1).find(({ chapters }) => chapters.length > 0)?.chapters[0]
  return last ? last.sortOrder + 1 : (next?.sortOrder ?? order.length)
}

/** Where a chapter lands in the story-wide order when it stands before or after another (02 §6). */
function beside(outline: StoryOutline, moved: string, target: string, side: 'before' | 'after'): number {
  const rest = readingOrder(outline).filter((chapter) => chapter.id !== moved)
  const at = rest.findIndex((chapter) => chapter.id === target)
  return side === 'before' ? at : at + 1
}

function intoAct(outline: StoryOutline, moved: string, actId: string): Move {
  const act = outline.acts.find((group) => group.act.id === actId)
  const last = act?.chapters.filter((chapter) => chapter.id !== moved).at(-1)
  const index = last ? beside(outline, moved, last.id, 'after') : readingOrder(outline).findIndex((chapter) => chapter.id === moved)
  return { kind: 'chapter', id: moved, list: 'story', parent: actId, index: Math.max(0, index) }
}

/** What dropping `row` at `target` means; null when it cannot stand there. */
export function dropMove(outline: StoryOutline, row: TreeRow, target: TreeRow, side: 'before' | 'after'): Move | null {
  if (row.key === target.key) return null
  if (row.kind === 'chapter' && target.kind === 'chapter') return { kind: 'chapter', id: row.id, list: 'story', parent: target.chapter.actId, index: beside(outline, row.id, target.id, side) }
  if (row.kind === 'chapter' && target.kind === 'act') return intoAct(outline, row.id, target.id)
  if (row.kind === 'act' && target.kind === 'act') {
    const rest = outline.acts.filter(({ act }) => act.id !== row.id)
    const at = rest.findIndex(({ act }) => act.id === target.id)
    return { kind: 'act', id: row.id, list: 'story', index: side === 'before' ? at : at + 1 }
  }
  if (row.kind === 'scene' && target.kind === 'chapter') return { kind: 'scene', id: row.id, list: 'chapter', parent: target.id, index: target.chapter.scenes.filter((scene) => scene.id !== row.id).length }
  if (row.kind === 'scene' && target.kind === 'scene') {
    const owner = chaptersInOrder(outline).find((chapter) => chapter.id === target.scene.chapterId)
    if (!owner) return null
    const at = owner.scenes.filter((scene) => scene.id !== row.id).findIndex((scene) => scene.id === target.id)
    return { kind: 'scene', id: row.id, list: 'chapter', parent: owner.id, index: side === 'before' ? at : at + 1 }
  }
  return null
}

/** One place on; at the edge of its chapter a scene goes to the end of the one above or the start of the one below. */
function stepScene(outline: StoryOutline, row: TreeRow & { kind: 'scene' }, step: -1 | 1): Move | null {
  const chapters = chaptersInOrder(outline)
  const at = chapters.findIndex((chapter) => chapter.id === row.scene.chapterId)
  if (at < 0) return null
  const index = row.index + step
  const move = (chapter: ChapterRow, index: number): Move => ({ kind: 'scene', id: row.id, list: 'chapter', parent: chapter.id, index })
  const own = chapters[at]
  if (own && index >= 0 && index < row.count) return move(own, index)
  const neighbour = chapters[at + step]
  return neighbour ? move(neighbour, step === -1 ? neighbour.scenes.length : 0) : null
}

/** Alt+↑ and Alt+↓: one step among its own kind; a chapter at the edge of its act changes acts first, a scene its chapter. */
export function stepMove(outline: StoryOutline, row: TreeRow, step: -1 | 1): Move | null {
  if (row.kind === 'act') {
    const index = row.index + step
    return index < 0 || index >= outline.acts.length ? null : { kind: 'act', id: row.id, list: 'story', index }
  }
  if (row.kind === 'scene') return stepScene(outline, row, step)
  if (row.kind !== 'chapter') return null
  const chapters = chaptersInOrder(outline)
  const neighbour = chapters[chapters.findIndex((chapter) => chapter.id === row.id) + step]
  if (neighbour && neighbour.actId === row.chapter.actId) return { kind: 'chapter', id: row.id, list: 'story', parent: row.chapter.actId, index: beside(outline, row.id, neighbour.id, step === -1 ? 'before' : 'after') }
  const groups = [...outline.acts.map(({ act }) => act.id), null]
  const at = groups.indexOf(row.chapter.actId) + step
  const parent = groups[at]
  if (parent === undefined) return null
  return { kind: 'chapter', id: row.id, list: 'story', parent, index: neighbour ? beside(outline, row.id, neighbour.id, step === -1 ? 'after' : 'before') : row.chapter.sortOrder }
}
