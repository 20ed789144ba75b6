import { useBoard } from '../../stores/board'
import { useStory } from '../../stores/story'
import { useStoryTree } from '../../stores/story-tree'
import { chaptersOf, scenesOf } from './board/board-model'

/** What came back or moved is where the keys are, in the tree and on the board; what is folded around it opens. */
export function stand(kind: string | null, id: string | null): void {
  const { outline } = useStory.getState()
  if (!outline || id === null) return
  const key = `${kind}:${id}`
  if (kind === 'act' && outline.acts.some(({ act }) => act.id === id)) useStoryTree.getState().select(key)
  if (kind === 'chapter' && chaptersOf(outline).some((one) => one.id === id)) {
    const act = outline.acts.find(({ chapters }) => chapters.some((one) => one.id === id))?.act
    if (act) useStoryTree.getState().toggle(`act:${act.id}`, 'act', true)
    useStoryTree.getState().select(key)
  }
  if (kind === 'thread' && outline.threads.some((one) => one.id === id)) useBoard.getState().select(key)
  const scene = kind === 'scene' ? scenesOf(outline).find((one) => one.id === id && one.status !== 'archived') : undefined
  if (scene) {
    useBoard.getState().fold(scene.threadId, false)
    useBoard.getState().select(key)
  }
}
