import type { CollisionDetection, UniqueIdentifier } from '@dnd-kit/core'
import type { StoryOutline } from '@shared/procedures/story'
import { sceneDropAt, sceneMove } from '../tree-drop'
import type { Move } from '../tree-moves'
import type { Point } from '../use-drag'
import type { BoardModel, BoardRow } from './board-model'
import { dropInColumn, dropMove, type Side } from './board-moves'

/** Where the drop line stands; `into`: at the end of a column. `tree`: on a row of the story tree beside the board. */
export type Drop = { key: string; side: Side | 'into'; tree?: true } | null

/** The nearest column sideways: columns differ in height, so centres would mislead. Rows are found below the pointer. */
export const nearestColumn: CollisionDetection = ({ droppableContainers, droppableRects, pointerCoordinates }) => {
  const x = pointerCoordinates?.x ?? 0
  const away = (id: UniqueIdentifier): number => { const rect = droppableRects.get(id); return rect ? Math.max(rect.left - x, x - rect.right, 0) : Number.MAX_VALUE }
  return droppableContainers.map(({ id }) => ({ id, away: away(id) })).toSorted((a, b) => a.away - b.away).slice(0, 1).map(({ id }) => ({ id }))
}

function betweenColumns(at: Point, column: string, row: BoardRow): Drop {
  const box = document.querySelector(`[data-column="${column}"]`)?.getBoundingClientRect()
  if (!box || column === `column:${row.id}`) return null
  return { key: column, side: at.x < box.left + box.width / 2 ? 'before' : 'after' }
}

/** What the pointer is over: a row, the free part of a column, or for a phase the nearer edge of a column. */
export function dropAt(outline: StoryOutline, at: Point, column: string | null, row: BoardRow): Drop {
  const inTree = row.kind === 'scene' ? sceneDropAt(outline, at, row.scene) : null
  if (inTree) return { ...inTree, tree: true }
  if (row.kind === 'phase') return column === null ? null : betweenColumns(at, column, row)
  const below = document.elementFromPoint(at.x, at.y)
  const element = below?.closest<HTMLElement>('[data-testid="story-board"] [data-key]')
  const key = element?.dataset['key']
  if (element && key !== undefined) {
    const box = element.getBoundingClientRect()
    return key === row.key ? null : { key, side: at.y < box.top + box.height / 2 ? 'before' : 'after' }
  }
  const over = below?.closest<HTMLElement>('[data-column]')?.dataset['column']
  return over === undefined ? null : { key: over, side: 'into' }
}

/** The move a drop means; null where nothing would change or the row cannot stand. */
export function moveOf(outline: StoryOutline, model: BoardModel, row: BoardRow, drop: Drop): Move | null {
  if (!drop) return null
  if (drop.tree) return row.kind === 'scene' ? sceneMove(outline, row.scene, drop) : null
  const column = model.columns.findIndex((one) => one.key === drop.key)
  if (column < 0) {
    const target = model.rows.get(drop.key)
    return target && drop.side !== 'into' ? dropMove(model, row, target, drop.side) : null
  }
  if (row.kind !== 'phase') return dropInColumn(model, row, column)
  const head = model.columns[column]?.head
  return head && drop.side !== 'into' ? dropMove(model, row, head, drop.side) : null
}
