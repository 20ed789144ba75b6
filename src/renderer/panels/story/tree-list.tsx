import { useDroppable } from '@dnd-kit/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo } from 'react'
import { useKeepInView } from '../../ui/keep-in-view'
import { rowTestId, TreeRowBody } from './tree-row'
import type { TreeDrop } from './tree-drop'
import type { TreeRow } from './tree-rows'

const rowHeight = 30

interface RowProps { row: TreeRow; top: number; current: boolean; active: boolean; drop: 'before' | 'after' | 'into' | null }

/** One row; drawn anew only when it changes, so that thousands scroll smoothly. The tree hears its events. */
const Row = memo(function Row({ row, top, current, active, drop }: RowProps) {
  const open = row.kind === 'act' || row.kind === 'chapter' ? row.open : undefined
  return (
    <div id={`tree-${row.key}`} role="treeitem" aria-level={row.depth + 1} aria-selected={current} aria-expanded={open} className="tree-row" data-testid={rowTestId(row)} data-key={row.key} data-id={row.id} data-kind={row.kind} data-current={current} data-active={active} data-over={drop === 'into'}
      style={{ top, height: rowHeight, paddingLeft: 6 + row.depth * 16 }}>
      <TreeRowBody row={row} />
      {drop !== null && <span className="drop-line" data-testid="drop-line" data-side={drop} />}
    </div>
  )
})

interface Props { rows: readonly TreeRow[]; scroller: HTMLElement | null; at: number; current: string | null; activePath: string | null; drop: TreeDrop }

const isActive = (row: TreeRow, path: string | null): boolean => (row.kind === 'chapter' ? row.chapter.prose.some((prose) => prose.path === path) : row.kind === 'orphan' && row.prose.path === path)

/** The rows in view. */
export function TreeList({ rows, scroller, at, current, activePath, drop }: Props) {
  const { setNodeRef } = useDroppable({ id: 'tree' })
  const list = useVirtualizer<HTMLElement, Element>({ count: rows.length, getScrollElement: () => scroller, estimateSize: () => rowHeight, overscan: 15, getItemKey: (i) => rows[i]?.key ?? i, useFlushSync: false })
  useKeepInView(list, current, at)
  return (
    <div ref={setNodeRef} role="presentation" style={{ height: list.getTotalSize(), position: 'relative' }}>
      {list.getVirtualItems().map((item) => {
        const row = rows[item.index]
        return row && <Row key={row.key} row={row} top={item.start} current={row.key === current} active={isActive(row, activePath)} drop={drop?.key === row.key ? drop.side : null} />
      })}
    </div>
  )
}
