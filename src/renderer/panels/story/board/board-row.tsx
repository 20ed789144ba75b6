import { useDraggable, useDroppable } from '@dnd-kit/core'
import type { VirtualItem } from '@tanstack/react-virtual'
import { useApp } from '../../../stores/app'
import { useStoryChanges } from '../../../stores/story-changes'
import { RowMenu } from '../../../ui/menu'
import type { Mark } from '../ledger/beat-marks'
import { openRow } from './board-actions'
import { boardMenu } from './board-menu'
import type { BoardModel, BoardRow } from './board-model'
import type { Drop } from './drop'
import { RowBody } from './row-body'

const testIds = { thread: 'board-thread', scene: 'scene-card', add: 'scene-add', phase: undefined } as const
const level = { phase: 1, thread: 2, scene: 3, add: 3 } as const

interface Props { model: BoardModel; row: BoardRow; item: VirtualItem; margin: number; current: boolean; drop: Drop; marks: readonly Mark[]; onSelect: (row: BoardRow) => void }

/** One row of a column, dragged whole; its place in the list is the virtual list's. */
export function BoardRowView({ model, row, item, margin, current, drop, marks, onSelect }: Props) {
  const readOnly = useApp((s) => s.project?.readOnly ?? true)
  const fresh = useStoryChanges((s) => s.unseen.has(row.key))
  const drag = useDraggable({ id: row.key, disabled: readOnly || row.kind === 'add' })
  const target = useDroppable({ id: row.key })
  const ref = (node: HTMLElement | null) => { drag.setNodeRef(node); target.setNodeRef(node) }
  const status = row.kind === 'thread' ? row.thread.status : row.kind === 'scene' ? row.scene.status : undefined
  const mark = drop?.key === row.key ? drop.side : null
  return (
    <RowMenu entries={boardMenu(model, row)}>
      <div ref={ref} id={`board-${row.key}`} role="treeitem" aria-level={level[row.kind]} aria-selected={current} aria-expanded={row.kind === 'thread' ? row.open : undefined} className="board-row" data-kind={row.kind} data-testid={testIds[row.kind]}
        data-id={row.id} data-state={status} data-current={current} data-dragged={drag.isDragging} data-fresh={fresh} style={{ top: item.start - margin, height: item.size }} {...drag.listeners}
        onClick={() => { onSelect(row); openRow(row) }} onContextMenu={() => onSelect(row)}>
        <div className="board-card"><RowBody row={row} marks={marks} /></div>
        {mark && <span className="drop-line" data-testid="drop-line" data-side={mark} />}
      </div>
    </RowMenu>
  )
}
