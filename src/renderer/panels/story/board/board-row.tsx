import { memo } from 'react'
import { useStoryChanges } from '../../../stores/story-changes'
import type { Mark } from '../ledger/beat-marks'
import type { BoardRow } from './board-model'
import type { Side } from './board-moves'
import { RowBody } from './row-body'

const testIds = { thread: 'board-thread', scene: 'scene-card', add: 'scene-add', phase: undefined } as const
const level = { phase: 1, thread: 2, scene: 3, add: 3 } as const

interface Props { row: BoardRow; top: number; height: number; current: boolean; dragged: boolean; drop: Side | null; marks: readonly Mark[] }

/** One row of a column; drawn anew only when it changes, so that thousands scroll smoothly. The board hears its events. */
export const BoardRowView = memo(function BoardRowView({ row, top, height, current, dragged, drop, marks }: Props) {
  const fresh = useStoryChanges((s) => s.unseen.has(row.key))
  const status = row.kind === 'thread' ? row.thread.status : row.kind === 'scene' ? row.scene.status : undefined
  return (
    <div id={`board-${row.key}`} role="treeitem" aria-level={level[row.kind]} aria-selected={current} aria-expanded={row.kind === 'thread' ? row.open : undefined} className="board-row" data-kind={row.kind} data-testid={testIds[row.kind]}
      data-key={row.key} data-id={row.id} data-state={status} data-current={current} data-dragged={dragged} data-fresh={fresh} style={{ top, height }}>
      <div className="board-card"><RowBody row={row} marks={marks} /></div>
      {drop && <span className="drop-line" data-testid="drop-line" data-side={drop} />}
    </div>
  )
})
