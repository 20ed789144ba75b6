import type { SceneRow, StoryOutline } from '@shared/procedures/story'
import { useStoryTree } from '../../stores/story-tree'
import { dropMove, type Move } from './tree-moves'
import { treeRows, type TreeRow } from './tree-rows'
import type { Point } from './use-drag'

/** Where the drop line stands. */
export type TreeDrop = { key: string; side: 'before' | 'after' | 'into' } | null

/** The move a drop means; null where the row cannot stand. */
export function treeMove(outline: StoryOutline, rows: readonly TreeRow[], row: TreeRow, drop: TreeDrop): Move | null {
  const target = rows.find((one) => one.key === drop?.key)
  return target && drop ? dropMove(outline, row, target, drop.side === 'into' ? 'after' : drop.side) : null
}

/** The edge of the row below the pointer, where the dragged one can stand. */
export function treeDropAt(outline: StoryOutline, rows: readonly TreeRow[], at: Point, row: TreeRow): TreeDrop {
  const element = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[data-testid="story-tree"] [data-key]')
  const key = element?.dataset['key']
  if (!element || key === undefined || key === row.key) return null
  const box = element.getBoundingClientRect()
  const into = row.kind === 'scene' && rows.some((one) => one.key === key && one.kind === 'chapter')
  const drop: TreeDrop = { key, side: into ? 'into' : at.y < box.top + box.height / 2 ? 'before' : 'after' }
  return treeMove(outline, rows, row, drop) ? drop : null
}

const sceneRow = (scene: SceneRow): TreeRow => ({ kind: 'scene', key: `scene:${scene.id}`, id: scene.id, depth: 1, title: scene.title, scene, index: 0, count: 0 })
const shownRows = (outline: StoryOutline): TreeRow[] => { const { expanded, closed } = useStoryTree.getState(); return treeRows(outline, expanded, closed) }

/** Where in the tree a scene lands that is dragged there from the board: a chapter, or beside a scene of one. */
export const sceneDropAt = (outline: StoryOutline, at: Point, scene: SceneRow): TreeDrop => treeDropAt(outline, shownRows(outline), at, sceneRow(scene))
export const sceneMove = (outline: StoryOutline, scene: SceneRow, drop: TreeDrop): Move | null => treeMove(outline, shownRows(outline), sceneRow(scene), drop)
