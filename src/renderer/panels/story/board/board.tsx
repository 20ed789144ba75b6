import { DndContext, DragOverlay, PointerSensor, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core'
import { useRef, useState } from 'react'
import type { StoryOutline } from '@shared/procedures/story'
import { useText } from '../../../i18n/text'
import { useBoard } from '../../../stores/board'
import { useStoryChanges } from '../../../stores/story-changes'
import { moveRow } from './board-actions'
import { BoardColumnView } from './board-column'
import { boardKeys } from './board-keys'
import { walk, type BoardModel, type BoardRow } from './board-model'
import { BoardTools } from './board-tools'
import { collisions, dropAt, moveOf, type Drop } from './drop'
import { useBoardModel, useMarks } from './use-board'

/** Brings a column into view sideways; its rows scroll themselves. */
function showColumn(scroller: HTMLElement | null, column: number): void {
  const box = scroller?.querySelectorAll<HTMLElement>('.board-column')[column]
  if (!scroller || !box) return
  const left = box.offsetLeft - scroller.offsetLeft
  if (left < scroller.scrollLeft) scroller.scrollLeft = left
  else if (left + box.offsetWidth > scroller.scrollLeft + scroller.clientWidth) scroller.scrollLeft = left + box.offsetWidth - scroller.clientWidth
}

const firstRow = (model: BoardModel): BoardRow | null => model.columns.flatMap((column) => walk(column).slice(0, 1))[0] ?? null

/** Phases as columns, threads and scene cards in them; moved by hand or by keys, every move undone by Mod+Z (09 §3). */
export function Board({ outline }: { outline: StoryOutline }) {
  const t = useText()
  const model = useBoardModel(outline)
  const marks = useMarks()
  const { current, select } = useBoard()
  const scroller = useRef<HTMLDivElement>(null)
  const [drop, setDrop] = useState<Drop>(null)
  const [dragged, setDragged] = useState<BoardRow | null>(null)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }))
  const row = model.rows.get(current ?? '') ?? firstRow(model)
  const pick = (to: BoardRow) => { select(to.key); useStoryChanges.getState().seen(to.key) }
  const go = (to: BoardRow) => { pick(to); showColumn(scroller.current, to.column) }
  const click = (to: BoardRow) => { pick(to); scroller.current?.focus({ preventScroll: true }) }
  const end = (event: DragEndEvent) => {
    const moved = model.rows.get(String(event.active.id))
    const move = moved ? moveOf(model, moved, dropAt(event)) : null
    setDrop(null)
    setDragged(null)
    if (moved) click(moved)
    if (move) void moveRow(move)
  }
  const cancel = () => { setDrop(null); setDragged(null) }
  return (
    <>
      <BoardTools outline={outline} row={row} />
      <DndContext sensors={sensors} collisionDetection={collisions} onDragStart={({ active }) => setDragged(model.rows.get(String(active.id)) ?? null)} onDragMove={(event) => setDrop(dropAt(event))} onDragEnd={end} onDragCancel={cancel}>
        <div ref={scroller} className="board" role="tree" tabIndex={0} data-zone-focus data-testid="story-board" aria-label={t('board.board')} aria-activedescendant={row ? `board-${row.key}` : undefined} onKeyDown={(event) => boardKeys(event, model, row, go)}>
          {model.columns.map((column) => <BoardColumnView key={column.key} model={model} column={column} scroller={scroller} current={row?.key ?? null} drop={drop} marks={marks} onSelect={click} />)}
        </div>
        <DragOverlay dropAnimation={null}>{dragged ? <div className="board-dragged" data-user-content>{dragged.title}</div> : null}</DragOverlay>
      </DndContext>
    </>
  )
}
