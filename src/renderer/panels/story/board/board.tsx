import { AutoScrollActivator, DndContext, PointerSensor, useDraggable, useSensor, useSensors } from '@dnd-kit/core'
import { useRef, type MouseEvent, type PointerEvent } from 'react'
import { createPortal } from 'react-dom'
import type { StoryOutline } from '@shared/procedures/story'
import { useText } from '../../../i18n/text'
import { useApp } from '../../../stores/app'
import { useBoard } from '../../../stores/board'
import { useStoryChanges } from '../../../stores/story-changes'
import { dragTexts } from '../../../ui/drag-texts'
import { RowMenu } from '../../../ui/menu'
import { openRow } from './board-actions'
import { BoardColumnView } from './board-column'
import { boardKeys, isField } from './board-keys'
import { boardMenu } from './board-menu'
import { walk, type BoardModel, type BoardRow } from './board-model'
import { BoardTools } from './board-tools'
import { keyAt, nearestColumn } from './drop'
import { useBoardModel, useMarks } from './use-board'
import { useDrag } from './use-drag'

/** Brings a column into view sideways; its rows scroll themselves. */
function showColumn(scroller: HTMLElement | null, column: number): void {
  const box = scroller?.querySelectorAll<HTMLElement>('.board-column')[column]
  if (!scroller || !box) return
  const left = box.offsetLeft - scroller.offsetLeft
  if (left < scroller.scrollLeft) scroller.scrollLeft = left
  else if (left + box.offsetWidth > scroller.scrollLeft + scroller.clientWidth) scroller.scrollLeft = left + box.offsetWidth - scroller.clientWidth
}

const firstRow = (model: BoardModel): BoardRow | null => model.columns.flatMap((column) => walk(column).slice(0, 1))[0] ?? null
const look = (row: BoardRow): void => { useBoard.getState().select(row.key); useStoryChanges.getState().seen(row.key) }

interface SurfaceProps { model: BoardModel; row: BoardRow | null; drag: ReturnType<typeof useDrag> }

/** The columns. One draggable serves all rows: which one is meant is read from where the pointer went down. */
function Surface({ model, row, drag }: SurfaceProps) {
  const t = useText()
  const marks = useMarks()
  const scroller = useRef<HTMLDivElement>(null)
  const readOnly = useApp((s) => s.project?.readOnly ?? true)
  const { setNodeRef, listeners } = useDraggable({ id: 'board', disabled: readOnly })
  const rowAt = (event: MouseEvent): BoardRow | undefined => model.rows.get(keyAt(event.target) ?? '')
  const pick = (to: BoardRow) => { look(to); scroller.current?.focus({ preventScroll: true }) }
  const down = (event: PointerEvent) => {
    const at = rowAt(event)
    if (at && at.kind !== 'add' && !isField(event.target)) listeners?.['onPointerDown']?.(event)
  }
  const click = (event: MouseEvent) => { const at = rowAt(event); if (at && !isField(event.target)) { pick(at); openRow(at) } }
  return (
    <RowMenu entries={row ? boardMenu(model, row) : []}>
      <div ref={(node) => { scroller.current = node; setNodeRef(node) }} className="board" role="tree" tabIndex={0} data-zone-focus data-testid="story-board" aria-label={t('board.board')} aria-activedescendant={row ? `board-${row.key}` : undefined}
        onKeyDown={(event) => boardKeys(event, model, row, (to) => { look(to); showColumn(scroller.current, to.column) })} onPointerDown={down} onClick={click} onContextMenu={(event) => { const at = rowAt(event); if (at) pick(at) }}>
        {model.columns.map((column) => <BoardColumnView key={column.key} model={model} column={column} scroller={scroller} current={row?.key ?? null} drop={drag.drop} dragged={drag.dragged?.key ?? null} marks={marks} />)}
      </div>
    </RowMenu>
  )
}

/** Phases as columns, threads and scene cards in them; moved by hand or by keys, every move undone by Mod+Z (09 §3). */
export function Board({ outline }: { outline: StoryOutline }) {
  const t = useText()
  const model = useBoardModel(outline)
  const current = useBoard((s) => s.current)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }))
  const row = model.rows.get(current ?? '') ?? firstRow(model)
  const ghost = useRef<HTMLDivElement>(null)
  const drag = useDrag(model, ghost, (moved) => { look(moved); document.querySelector<HTMLElement>('[data-testid="story-board"]')?.focus({ preventScroll: true }) })
  return (
    <>
      <BoardTools outline={outline} row={row} />
      <DndContext accessibility={dragTexts(t('board.moveKeys'))} sensors={sensors} collisionDetection={nearestColumn} autoScroll={{ activator: AutoScrollActivator.Pointer }} onDragStart={({ activatorEvent }) => drag.start(activatorEvent)} onDragMove={drag.move} onDragEnd={drag.end} onDragCancel={drag.stop}>
        <Surface model={model} row={row} drag={drag} />
      </DndContext>
      {drag.dragged && createPortal(<div ref={ghost} className="board-dragged" aria-hidden data-user-content>{drag.dragged.title}</div>, document.body)}
    </>
  )
}
