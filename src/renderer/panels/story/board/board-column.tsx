import { useDraggable, useDroppable } from '@dnd-kit/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { MoreHorizontal } from 'lucide-react'
import { useEffect, type RefObject } from 'react'
import { useText } from '../../../i18n/text'
import { useApp } from '../../../stores/app'
import { useBoard } from '../../../stores/board'
import { IconButton } from '../../../ui/button'
import { ButtonMenu, RowMenu } from '../../../ui/menu'
import type { Mark } from '../ledger/beat-marks'
import { openRow } from './board-actions'
import { boardMenu } from './board-menu'
import type { BoardColumn, BoardModel, BoardRow } from './board-model'
import { BoardRowView } from './board-row'
import type { Drop } from './drop'
import { InlineRename } from './inline-rename'

export const headHeight = 48
const heights = { phase: headHeight, thread: 56, scene: 92, add: 38 } as const
const noMarks: readonly Mark[] = []

function Head({ model, column, current, onSelect }: { model: BoardModel; column: BoardColumn; current: string | null; onSelect: (row: BoardRow) => void }) {
  const t = useText()
  const readOnly = useApp((s) => s.project?.readOnly ?? true)
  const editing = useBoard((s) => column.head !== null && s.editing === column.head.key)
  const { setNodeRef, listeners } = useDraggable({ id: column.head?.key ?? column.key, disabled: readOnly || column.head === null })
  const { head } = column
  if (!head) return <div className="board-head" data-testid="board-no-phase" role="treeitem" aria-level={1} aria-selected={false}><span className="muted">{t(model.phases.length === 0 ? 'board.allThreads' : 'board.noPhase')}</span></div>
  const menu = boardMenu(model, head)
  return (
    <RowMenu entries={menu}>
      <div ref={setNodeRef} id={`board-${head.key}`} role="treeitem" aria-level={1} aria-selected={head.key === current} className="board-head" data-current={head.key === current} {...listeners} onClick={() => { onSelect(head); openRow(head) }}>
        {editing ? <InlineRename row={head} /> : <span className="board-head-title ellipsis" data-user-content title={head.title}>{head.title}</span>}
        <span className="muted" data-value={column.threads}>{t('board.threadCount', { count: column.threads })}</span>
        <span role="presentation" onClick={(event) => event.stopPropagation()} onPointerDown={(event) => event.stopPropagation()}>
          <ButtonMenu trigger={<IconButton label={t('board.phaseMenu', { title: head.title })} tabIndex={-1}><MoreHorizontal size={15} aria-hidden /></IconButton>} entries={menu} />
        </span>
      </div>
    </RowMenu>
  )
}

interface Props { model: BoardModel; column: BoardColumn; scroller: RefObject<HTMLDivElement | null>; current: string | null; drop: Drop; marks: ReadonlyMap<string, readonly Mark[]>; onSelect: (row: BoardRow) => void }

/** One phase: its head stays in view, its rows are drawn only where one looks. */
export function BoardColumnView({ model, column, scroller, current, drop, marks, onSelect }: Props) {
  const target = useDroppable({ id: column.key })
  const { rows } = column
  const list = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: (i) => heights[rows[i]?.kind ?? 'scene'], overscan: 6, getItemKey: (i) => rows[i]?.key ?? i, scrollMargin: headHeight, scrollPaddingStart: headHeight })
  const at = rows.findIndex((row) => row.key === current)
  useEffect(() => { if (at >= 0) list.scrollToIndex(at, { align: 'auto' }) }, [at, current, list])
  useEffect(() => list.measure(), [rows, list])
  const mark = drop?.key === column.key ? drop.side : null
  return (
    <div ref={target.setNodeRef} role="presentation" className="board-column" data-testid={column.phase ? 'board-phase' : 'board-loose'} data-id={column.phase?.id} data-over={mark === 'into'}>
      <Head model={model} column={column} current={current} onSelect={onSelect} />
      <div role="presentation" className="board-rows" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index]
          return row && <BoardRowView key={row.key} model={model} row={row} item={item} margin={headHeight} current={row.key === current} drop={drop} marks={marks.get(row.id) ?? noMarks} onSelect={onSelect} />
        })}
      </div>
      {(mark === 'before' || mark === 'after') && <span className="drop-line" data-axis="x" data-testid="drop-line" data-side={mark} />}
    </div>
  )
}
