import { useDroppable } from '@dnd-kit/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { MoreHorizontal, Plus } from 'lucide-react'
import { memo, useEffect } from 'react'
import { useText } from '../../../i18n/text'
import { useBoard } from '../../../stores/board'
import { IconButton } from '../../../ui/button'
import { useKeepInView } from '../../../ui/keep-in-view'
import { ButtonMenu } from '../../../ui/menu'
import type { Mark } from '../ledger/beat-marks'
import { useReadOnly } from '../../../stores/app'
import { addThread } from './board-actions'
import { boardMenu } from './board-menu'
import type { BoardColumn, BoardModel, BoardRow } from './board-model'
import { BoardRowView } from './board-row'
import type { Drop } from './drop'
import { InlineRename } from './inline-rename'

export const headHeight = 48
const heights = { phase: headHeight, thread: 56, scene: 92, add: 38 } as const
const noMarks: readonly Mark[] = []

function Head({ model, column, current }: { model: BoardModel; column: BoardColumn; current: string | null }) {
  const t = useText()
  const editing = useBoard((s) => column.head !== null && s.editing === column.head.key)
  const readOnly = useReadOnly()
  const { head } = column
  if (!head) return <div className="board-head" data-testid="board-no-phase" role="treeitem" aria-level={1} aria-selected={false}><span className="muted">{t(model.phases.length === 0 ? 'board.allThreads' : 'board.noPhase')}</span></div>
  return (
    <div id={`board-${head.key}`} role="treeitem" aria-level={1} aria-selected={head.key === current} className="board-head" data-key={head.key} data-current={head.key === current}>
      {editing ? <InlineRename row={head} /> : <span className="board-head-title ellipsis" data-user-content title={head.title}>{head.title}</span>}
      <span className="muted" data-value={column.threads}>{t('board.threadCount', { count: column.threads })}</span>
      <span role="presentation" onClick={(event) => event.stopPropagation()} onPointerDown={(event) => event.stopPropagation()}>
        <IconButton label={t('board.newThread')} testId="phase-add-thread" tabIndex={-1} disabled={readOnly} onClick={() => void addThread(head.id)}><Plus size={15} aria-hidden /></IconButton>
        <ButtonMenu trigger={<IconButton label={t('board.phaseMenu', { title: head.title })} tabIndex={-1}><MoreHorizontal size={15} aria-hidden /></IconButton>} entries={() => boardMenu(model, head)} />
      </span>
    </div>
  )
}

interface RowsProps { rows: readonly BoardRow[]; scroller: HTMLElement | null; current: string | null; drop: Drop; dragged: string | null; marks: ReadonlyMap<string, readonly Mark[]> }

/** The rows of one column, drawn only where one looks. */
function Rows({ rows, scroller, current, drop, dragged, marks }: RowsProps) {
  const list = useVirtualizer<HTMLElement, Element>({ count: rows.length, getScrollElement: () => scroller, estimateSize: (i) => heights[rows[i]?.kind ?? 'scene'], overscan: 5, getItemKey: (i) => rows[i]?.key ?? i, scrollMargin: headHeight, scrollPaddingStart: headHeight, useFlushSync: false })
  useEffect(() => list.measure(), [rows, list])
  useKeepInView(list, current, current === null ? -1 : rows.findIndex((row) => row.key === current))
  return (
    <div role="presentation" className="board-rows" style={{ height: list.getTotalSize() }}>
      {list.getVirtualItems().map((item) => {
        const row = rows[item.index]
        const side = drop?.key === row?.key && drop?.side !== 'into' ? (drop?.side ?? null) : null
        return row && <BoardRowView key={row.key} row={row} top={item.start - headHeight} height={item.size} current={row.key === current} dragged={row.key === dragged} drop={side} marks={marks.get(row.id) ?? noMarks} />
      })}
    </div>
  )
}

const heightOf = (rows: readonly BoardRow[]): number => rows.reduce((height, row) => height + heights[row.kind], 0)

interface Props { model: BoardModel; column: BoardColumn; scroller: HTMLElement | null; /** In view, or nearly. */ drawn: boolean; current: string | null; drop: Drop; dragged: string | null; marks: ReadonlyMap<string, readonly Mark[]> }

/** One phase: its head stays in view; out of sight it is an empty place of the same height. */
export const BoardColumnView = memo(function BoardColumnView({ model, column, scroller, drawn, current, drop, dragged, marks }: Props) {
  const { setNodeRef } = useDroppable({ id: column.key })
  const { rows } = column
  const mark = drop?.key === column.key ? drop.side : null
  return (
    <div ref={setNodeRef} role="presentation" className="board-column" data-testid={column.phase ? 'board-phase' : 'board-loose'} data-column={column.key} data-id={column.phase?.id} data-over={mark === 'into'}>
      <Head model={model} column={column} current={current} />
      {drawn ? <Rows rows={rows} scroller={scroller} current={current} drop={drop} dragged={dragged} marks={marks} /> : <div role="presentation" className="board-rows" style={{ height: heightOf(rows) }} />}
      {(mark === 'before' || mark === 'after') && <span className="drop-line" data-axis="x" data-testid="drop-line" data-side={mark} />}
    </div>
  )
})
