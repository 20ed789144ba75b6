import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo } from 'react'
import type { Mark } from '../ledger/beat-marks'
import { BoardColumnView } from './board-column'
import type { BoardModel, BoardRow } from './board-model'
import type { Drop } from './drop'
import { useMarks } from './use-board'

/** The least width of a column and the gap beside it, as in board.css; columns grow only when all of them are in view. */
const columnWidth = 250
const gap = 12

/** Brings a column into view sideways; its rows scroll themselves. */
export function showColumn(scroller: HTMLElement | null, column: number): void {
  const box = scroller?.querySelectorAll<HTMLElement>('.board-column')[column]
  if (!scroller || !box) return
  const left = box.offsetLeft - scroller.offsetLeft
  if (left < scroller.scrollLeft) scroller.scrollLeft = left
  else if (left + box.offsetWidth > scroller.scrollLeft + scroller.clientWidth) scroller.scrollLeft = left + box.offsetWidth - scroller.clientWidth
}

interface Props { model: BoardModel; scroller: HTMLElement | null; row: BoardRow | null; drop: Drop; dragged: string | null }

/** Where in a column a drop would land: on the column itself or on one of its rows. */
const dropOf = (model: BoardModel, drop: Drop, key: string, index: number): Drop => (drop && (drop.key === key || model.rows.get(drop.key)?.column === index) ? drop : null)

/** Every phase has its column; only those in view draw their rows. */
export function BoardColumns({ model, scroller, row, drop, dragged }: Props) {
  const marks: ReadonlyMap<string, readonly Mark[]> = useMarks()
  const { columns } = model
  const list = useVirtualizer({ count: columns.length, horizontal: true, getScrollElement: () => scroller, estimateSize: () => columnWidth, gap, paddingStart: gap, overscan: 1, useFlushSync: false })
  const seen = list.getVirtualItems().map(({ index }) => index).join(' ')
  const drawn = useMemo(() => new Set(seen.split(' ').map(Number)), [seen])
  return columns.map((column, index) => (
    <BoardColumnView key={column.key} model={model} column={column} scroller={scroller} drawn={drawn.has(index)} current={row?.column === index ? row.key : null} drop={dropOf(model, drop, column.key, index)} dragged={dragged} marks={marks} />
  ))
}
