import { useEffect } from 'react'
import type { StoryOutline } from '@shared/procedures/story'
import { useBoard } from '../../../stores/board'
import { useChapterDrawer } from '../../../stores/chapter-drawer'
import { useLayout } from '../../../stores/layout'
import { useStory } from '../../../stores/story'
import { useStoryTree } from '../../../stores/story-tree'
import { chaptersOf, scenesOf } from '../board/board-model'

type Open = Parameters<ReturnType<typeof useChapterDrawer.getState>['open']>

/** What the drawer shows for a row of the tree or the board, e.g. `chapter:3`, `scene:12`. */
function ofKey(outline: StoryOutline, key: string | null): Open | null {
  const [kind, id] = key?.split(':') ?? []
  if (id === undefined) return null
  if (kind === 'chapter' || kind === 'thread' || kind === 'phase' || kind === 'act') return [{ kind, id }]
  const scene = kind === 'scene' ? scenesOf(outline).find((one) => one.id === id) : undefined
  if (!scene) return null
  return scene.chapterId === null ? [{ kind: 'scene', id }] : [{ kind: 'chapter', id: scene.chapterId }, { openScene: id }]
}

const ofText = (outline: StoryOutline): Open | null => {
  const path = useLayout.getState().activePath
  const chapter = chaptersOf(outline).find((one) => one.prose.some((prose) => prose.path === path))
  return chapter ? [{ kind: 'chapter', id: chapter.id }] : null
}

/** What is asked for where the focus is: the board's row, the tree's row, else the chapter of the text in front. */
function wanted(outline: StoryOutline): Open | null {
  const at = document.activeElement
  if (at?.closest('[data-testid="story-views"]')) return ofKey(outline, useBoard.getState().current) ?? ofText(outline)
  if (at?.closest('[data-testid="story-tree"]')) return ofKey(outline, useStoryTree.getState().current) ?? ofText(outline)
  const first = chaptersOf(outline)[0]
  return ofText(outline) ?? ofKey(outline, useStoryTree.getState().current) ?? (first ? [{ kind: 'chapter', id: first.id }] : null)
}

/** Mod+D: opens the drawer, closes it when it already shows just that. */
export function toggleDrawer(): void {
  const { outline } = useStory.getState()
  const { target, open, close } = useChapterDrawer.getState()
  if (!outline) return
  if (target && document.activeElement?.closest('.story-drawer')) return close()
  const next = wanted(outline)
  if (!next || (target && JSON.stringify(target) === JSON.stringify(next[0]))) return close()
  open(...next)
}

/** An open chapter drawer goes along when another row of the tree is chosen. */
export function useFollowTree(): void {
  useEffect(() => useStoryTree.subscribe(({ current }, before) => {
    const { outline } = useStory.getState()
    const { target, open } = useChapterDrawer.getState()
    if (current === before.current || !outline || target?.kind !== 'chapter') return
    const next = ofKey(outline, current)
    if (next?.[0].kind === 'chapter') open(...next)
  }), [])
}
