import { text } from '../../../i18n/text'
import { useBoard } from '../../../stores/board'
import { useChapterDrawer } from '../../../stores/chapter-drawer'
import { useLayout } from '../../../stores/layout'
import { useStory } from '../../../stores/story'
import { useStoryChanges } from '../../../stores/story-changes'
import { inOrder } from '../in-order'
import { freshName, informUndo, move, moveNow, save, trash } from '../story-changes'
import type { Move } from '../tree-moves'
import { boardModel, type BoardRow } from './board-model'
import { stepMove, type Direction } from './board-moves'

const board = () => useBoard.getState()
/** Made and named at once: the new row is current, its title ready to be typed over. */
function made(key: string, done: { id: string } | null): void {
  if (!done) return
  board().select(`${key}:${done.id}`)
  board().edit(`${key}:${done.id}`)
}

export async function addPhase(): Promise<void> {
  made('phase', await save({ kind: 'phase', fields: { name: freshName('phase'), title: text('board.newPhaseTitle') } }))
}

export async function addThread(storyPhaseId: string | null): Promise<void> {
  const first = (useStory.getState().outline?.threads.length ?? 0) === 0
  made('thread', await save({ kind: 'thread', fields: { name: freshName('thread'), title: text(first ? 'board.mainThreadTitle' : 'board.newThreadTitle'), storyPhaseId, isMainThread: first } }))
}

/** A new scene of a thread; behind the given one, in its chapter too. One step for Mod+Z. */
export async function addScene(threadId: string, behind: (BoardRow & { kind: 'scene' }) | null = null): Promise<void> {
  board().fold(threadId, false)
  const chapterId = behind?.scene.chapterId ?? null
  made('scene', await save({ kind: 'scene', fields: { threadId, title: text('board.newSceneTitle'), ...(chapterId === null ? {} : { chapterId }) }, ...(behind ? { after: behind.id } : {}) }))
}

/** N on a row: a thread below a phase, a scene elsewhere. */
export async function addAt(row: BoardRow): Promise<void> {
  if (row.kind === 'phase') return addThread(row.id)
  if (row.kind === 'scene') return addScene(row.scene.threadId, row)
  return addScene(row.kind === 'thread' ? row.id : row.threadId)
}

export async function renameRow(row: BoardRow, title: string): Promise<void> {
  board().edit(null)
  if (row.kind === 'add' || title.trim() === '' || title.trim() === row.title) return
  await save({ kind: row.kind, id: row.id, fields: { title: title.trim() } })
}

export const moveRow = (to: Move) => move(to)

/** One place on from where the row stands when its turn comes. */
export const stepRow = (key: string, direction: Direction): Promise<void> => inOrder(async () => {
  const { outline } = useStory.getState()
  const model = outline && boardModel(outline, board())
  const row = model?.rows.get(key)
  const to = model && row ? stepMove(model, row, direction) : null
  if (to) await moveNow(to)
})

/** Del: a thread or scene is archived, a phase goes to the trash and leaves its threads behind. */
export async function removeRow(row: BoardRow): Promise<void> {
  if (row.kind === 'phase') return trash('phase', row.id, row.title)
  if (row.kind !== 'thread' && row.kind !== 'scene') return
  if ((row.kind === 'thread' ? row.thread.status : row.scene.status) === 'archived') return
  const done = await save({ kind: row.kind, id: row.id, fields: { status: 'archived' } })
  if (done) informUndo(text('board.archived', { title: row.title }), done.undoId)
}

export async function unarchive(kind: 'thread' | 'scene', id: string): Promise<void> {
  await save({ kind, id, fields: { status: kind === 'thread' ? 'active' : 'draft' } })
}

export const setField = (kind: 'thread' | 'scene' | 'phase' | 'chapter', id: string, fields: Record<string, unknown>) => save({ kind, id, fields })

/** Enter: a scene in the drawer of its chapter, a thread or phase in a drawer of its own. */
export function openRow(row: BoardRow): void {
  useStoryChanges.getState().seen(row.key)
  const { open } = useChapterDrawer.getState()
  if (row.kind === 'add') return void addScene(row.threadId)
  if (row.kind === 'scene' && row.scene.chapterId !== null) return open({ kind: 'chapter', id: row.scene.chapterId }, { openScene: row.id })
  open({ kind: row.kind, id: row.id })
}

export function openProse(row: BoardRow): void {
  const prose = row.kind === 'scene' ? row.chapter?.prose[0] : undefined
  if (prose) useLayout.getState().openText(prose.path)
}
