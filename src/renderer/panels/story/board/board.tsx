import { AutoScrollActivator, DndContext, PointerSensor, useDraggable, useSensor, useSensors } from '@dnd-kit/core'
import { useCallback, useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { createPortal } from 'react-dom'
import type { StoryOutline } from '@shared/procedures/story'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { useBoard } from '../../../stores/board'
import { useStoryChanges } from '../../../stores/story-changes'
import { useStoryTree } from '../../../stores/story-tree'
import { dragTexts } from '../../../ui/drag-texts'
import { isField } from '../../../ui/is-field'
import { RowMenu } from '../../../ui/menu'
import { moveRow as moveInTree } from '../tree-actions'
import { keyAt, useDrag } from '../use-drag'
import { moveRow, openRow } from './board-actions'
import { BoardColumns, showColumn } from './board-columns'
import { boardKeys } from './board-keys'
import { boardMenu } from './board-menu'
import type { BoardModel, BoardRow } from './board-model'
import { BoardTools } from './board-tools'
import { ChapterPicker } from './chapter-picker'
import { dropAt, moveOf, nearestColumn, type Drop } from './drop'
import { useBoardModel } from './use-board'
import { useCurrent } from './use-current'

const look = (row: BoardRow): void => { useBoard.getState().select(row.key); useStoryChanges.getState().seen(row.key) }
const focusBoard = (): void => document.querySelector<HTMLElement>('[data-testid="story-board"]')?.focus({ preventScroll: true })

interface SurfaceProps { model: BoardModel; row: BoardRow | null; drop: Drop; dragged: string | null }

/** The columns. One draggable and one menu serve all rows: which one is meant is read from where the pointer went down. */
function Surface({ model, row, drop, dragged }: SurfaceProps) {
  const t = useText()
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const readOnly = useReadOnly()
  const { setNodeRef, listeners } = useDraggable({ id: 'board', disabled: readOnly })
  // The columns must know the scrolling box before they listen to it, and keep it: a ref is not there yet when they are first drawn.
  const ref = useCallback((node: HTMLDivElement | null) => { setNodeRef(node); if (node) setScroller(node) }, [setNodeRef])
  const rowAt = (event: MouseEvent): BoardRow | undefined => model.rows.get(keyAt(event.target) ?? '')
  const pick = (to: BoardRow) => { look(to); scroller?.focus({ preventScroll: true }) }
  const down = (event: PointerEvent) => {
    const at = rowAt(event)
    if (at && at.kind !== 'add' && !isField(event.target)) listeners?.['onPointerDown']?.(event)
  }
  const click = (event: MouseEvent) => { const at = rowAt(event); if (at && !isField(event.target)) { pick(at); openRow(at) } }
  return (
    <RowMenu entries={() => (row ? boardMenu(model, row) : [])}>
      <div ref={ref} className="board" role="tree" tabIndex={0} data-zone-focus data-testid="story-board" aria-label={t('board.board')} aria-activedescendant={row ? `board-${row.key}` : undefined}
        onKeyDown={(event) => boardKeys(event, model, row, (to) => { look(to); showColumn(scroller, to.column) })} onPointerDown={down} onClick={click} onContextMenu={(event) => { const at = rowAt(event); if (at) pick(at) }}>
        <BoardColumns model={model} scroller={scroller} row={row} drop={drop} dragged={dragged} />
      </div>
    </RowMenu>
  )
}

/** Phases as columns, threads and scene cards in them; moved by hand or by keys, every move undone by Mod+Z (09 §3). */
export function Board({ outline }: { outline: StoryOutline }) {
  const t = useText()
  const model = useBoardModel(outline)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }))
  const row = useCurrent(model)
  const ghost = useRef<HTMLDivElement>(null)
  const drag = useDrag<BoardRow, NonNullable<Drop>>({
    rowAt: (target) => model.rows.get(keyAt(target) ?? '') ?? null, dropAt: (at, over, moved) => dropAt(outline, at, over, moved), moveOf: (moved, drop) => moveOf(outline, model, moved, drop),
    onDone: (moved, move) => { look(moved); focusBoard(); if (move) void (move.list === 'chapter' ? moveInTree(move) : moveRow(move)) },
  }, ghost)
  const landing = drag.drop?.tree ? drag.drop : null
  useEffect(() => useStoryTree.getState().land(landing), [landing])
  return (
    <>
      <BoardTools outline={outline} row={row} />
      <DndContext accessibility={dragTexts(t('board.moveKeys'))} sensors={sensors} collisionDetection={nearestColumn} autoScroll={{ activator: AutoScrollActivator.Pointer }} onDragStart={({ activatorEvent }) => drag.start(activatorEvent)} onDragMove={drag.move} onDragEnd={drag.end} onDragCancel={drag.stop}>
        <Surface model={model} row={row} drop={landing ? null : drag.drop} dragged={drag.dragged?.key ?? null} />
      </DndContext>
      <ChapterPicker onClosed={focusBoard} />
      {drag.dragged && createPortal(<div ref={ghost} className="board-dragged" aria-hidden data-user-content>{drag.dragged.title}</div>, document.body)}
    </>
  )
}
