import type { StoryOutline } from '@shared/procedures/story'
import { dropMove, type Move } from './tree-moves'
import type { TreeRow } from './tree-rows'
import type { Point } from './use-drag'

/** Where the drop line stands. */
export type TreeDrop = { key: string; side: 'before' | 'after' } | null

/** The move a drop means; null where the row cannot stand. */
export function treeMove(outline: StoryOutline, rows: readonly TreeRow[], row: TreeRow, drop: TreeDrop): Move | null {
  const target = rows.find((one) => one.key === drop?.key)
  return target && drop ? dropMove(outline, row, target, drop.side) : null
}

/** The edge of the row below the pointer, where the dragged one can stand. */
export function treeDropAt(outline: StoryOutline, rows: readonly TreeRow[], at: Point, row: TreeRow): TreeDrop {
  const element = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[role="tree"] [data-key]')
  const key = element?.dataset['key']
  if (!element || key === undefined || key === row.key) return null
  const box = element.getBoundingClientRect()
  const drop: TreeDrop = { key, side: at.y < box.top + box.height / 2 ? 'before' : 'after' }
  return treeMove(outline, rows, row, drop) ? drop : null
}
