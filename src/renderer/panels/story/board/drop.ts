import { closestCenter, pointerWithin, type CollisionDetection, type DragEndEvent, type DragMoveEvent } from '@dnd-kit/core'
import type { Move } from '../tree-moves'
import type { BoardModel, BoardRow } from './board-model'
import { dropInColumn, dropMove, type Side } from './board-moves'

/** Where the drop line stands; `into`: at the end of a column. */
export type Drop = { key: string; side: Side | 'into' } | null

/** A phase lands between columns; everything else on the row below the pointer, else in the column. */
export const collisions: CollisionDetection = (args) => {
  const isColumn = (id: unknown) => String(id).startsWith('column:')
  const columns = args.droppableContainers.filter(({ id }) => isColumn(id))
  if (String(args.active.id).startsWith('phase:')) return closestCenter({ ...args, droppableContainers: columns })
  const within = pointerWithin(args)
  const row = within.filter(({ id }) => !isColumn(id))
  return row.length > 0 ? row : within.length > 0 ? within : closestCenter({ ...args, droppableContainers: columns })
}

function pointer(event: DragMoveEvent | DragEndEvent): { x: number; y: number } | null {
  const { activatorEvent, delta } = event
  return activatorEvent instanceof PointerEvent ? { x: activatorEvent.clientX + delta.x, y: activatorEvent.clientY + delta.y } : null
}

export function dropAt(event: DragMoveEvent | DragEndEvent): Drop {
  const { active, over } = event
  const at = pointer(event)
  if (!over || !at || over.id === active.id) return null
  const key = String(over.id)
  if (key.startsWith('column:')) return String(active.id).startsWith('phase:') ? { key, side: at.x < over.rect.left + over.rect.width / 2 ? 'before' : 'after' } : { key, side: 'into' }
  return { key, side: at.y < over.rect.top + over.rect.height / 2 ? 'before' : 'after' }
}

/** The move a drop means; null where nothing would change or the row cannot stand. */
export function moveOf(model: BoardModel, row: BoardRow, drop: Drop): Move | null {
  if (!drop) return null
  const column = model.columns.findIndex((one) => one.key === drop.key)
  if (column < 0) {
    const target = model.rows.get(drop.key)
    return target && drop.side !== 'into' ? dropMove(model, row, target, drop.side) : null
  }
  if (row.kind !== 'phase') return dropInColumn(model, row, column)
  const head = model.columns[column]?.head
  return head && drop.side !== 'into' ? dropMove(model, row, head, drop.side) : null
}
