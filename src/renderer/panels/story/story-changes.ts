import type { CallInput } from '@shared/procedures'
import { call } from '../../bridge/call'
import { text } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useChapterDrawer } from '../../stores/chapter-drawer'
import { useLayout } from '../../stores/layout'
import { attempt, inform } from '../../stores/notices'
import { useStory } from '../../stores/story'
import { useStoryTree } from '../../stores/story-tree'
import { noteTrashed } from '../../stores/taken-back'
import { chaptersOf } from './board/board-model'
import { inOrder } from './in-order'
import { stand } from './stand'
import type { Move } from './tree-moves'

type SaveInput = Omit<CallInput<'story.save'>, 'project'>

/** `change` for one whose turn it is already. */
export async function changeNow<T extends { undoId: string | null }>(act: () => Promise<T>): Promise<T | null> {
  const done = await attempt(act)
  if (done) useStoryTree.getState().pushUndo(done.undoId)
  await useStory.getState().load()
  return done
}

/** A change of the author's structure: Mod+Z takes it back, the side list and the board show it at once. */
export const change = <T extends { undoId: string | null }>(act: () => Promise<T>): Promise<T | null> => inOrder(() => changeNow(act))

export const save = (input: SaveInput) => change(() => call('story.save', { project: projectId(), ...input }))
export const moveNow = (input: Move) => changeNow(() => call('story.move', { project: projectId(), ...input }))
export const move = (input: Move) => inOrder(() => moveNow(input))

/** An address no one sees must be unique; people read the title. */
export const freshName = (kind: string): string => `${kind}-${Date.now().toString(36)}-${Math.floor(Math.random() * 1_296).toString(36)}`

const textsOf = (): string[] => { const { outline } = useStory.getState(); return outline ? [...chaptersOf(outline).flatMap((chapter) => chapter.prose), ...outline.orphans].map(({ path }) => path) : [] }

/** Reads the story again after something was taken back; a text that went along leaves no empty tab behind. */
export async function loadAndClose(): Promise<void> {
  const before = textsOf()
  await useStory.getState().load()
  const now = new Set(textsOf())
  for (const path of before) if (!now.has(path)) useLayout.getState().closeText(path)
}

const undoOne = (undoId: string): Promise<void> => inOrder(async () => {
  useStoryTree.getState().forgetUndo(undoId)
  const taken = await attempt(() => call('story.undo', { project: projectId(), undoId }))
  await loadAndClose()
  if (taken && !taken.kept) stand(taken.kind, taken.id)
})

/** Says what was done and offers to take just that back. */
export const informUndo = (message: string, undoId: string | null): void => inform(message, undoId === null ? null : { label: text('common.undo'), undoId, run: () => void undoOne(undoId) })

/** Counts the text that went along; a plan without text has none to count. */
export const trashedText = (title: string, words: number): string => (words === 0 ? text('story.trashedPlan', { title }) : text('story.trashed', { title, count: words }))

export async function trash(kind: SaveInput['kind'], id: string, title: string): Promise<void> {
  const done = await change(() => call('story.trash', { project: projectId(), kind, id, withProse: true }))
  if (!done) return
  noteTrashed(done.item, done.undoId)
  const { target, close } = useChapterDrawer.getState()
  if (target?.kind === kind && 'id' in target && target.id === id) close()
  informUndo(trashedText(title, done.words), done.undoId)
}
