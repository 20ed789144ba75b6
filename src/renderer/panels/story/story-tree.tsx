import { AutoScrollActivator, DndContext, PointerSensor, useDraggable, useSensor, useSensors, type CollisionDetection } from '@dnd-kit/core'
import { useCallback, useEffect, useMemo, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { createPortal } from 'react-dom'
import type { StoryOutline } from '@shared/procedures/story'
import { useText } from '../../i18n/text'
import { useReadOnly } from '../../stores/app'
import { useLayout } from '../../stores/layout'
import { useStoryTree } from '../../stores/story-tree'
import { dragTexts } from '../../ui/drag-texts'
import { isField } from '../../ui/is-field'
import { RowMenu } from '../../ui/menu'
import { moveRow, openRow, showRow } from './tree-actions'
import { treeDropAt, treeMove, type TreeDrop } from './tree-drop'
import { treeKeys } from './tree-keys'
import { TreeList } from './tree-list'
import { rowMenu } from './tree-menu'
import { treeRows, type TreeRow } from './tree-rows'
import { treeSuccessor } from './tree-successor'
import { keyAt, useDrag } from './use-drag'

/** The fold of a row and the field of its title have clicks of their own. */
const isControl = (target: EventTarget): boolean => target instanceof Element && target.closest('button, input') !== null
const stays = (row: TreeRow): boolean => row.kind === 'heading' || row.kind === 'orphan'
/** One place to drop: the list itself; rows are found below the pointer. */
const wholeTree: CollisionDetection = ({ droppableContainers }) => droppableContainers.slice(0, 1).map(({ id }) => ({ id }))

/** The row the keys act on; when it goes its neighbour takes over, wherever the change came from. */
function useCurrentAt(rows: readonly TreeRow[]): number {
  const current = useStoryTree((s) => s.current)
  const select = useStoryTree((s) => s.select)
  const [seen, setSeen] = useState<{ rows: readonly TreeRow[]; heir: string | null }>({ rows, heir: null })
  const found = rows.findIndex((row) => row.key === current)
  if (seen.rows !== rows) setSeen({ rows, heir: found >= 0 || current === null ? null : (treeSuccessor(seen.rows, rows, current)?.key ?? null) })
  const at = found >= 0 ? found : Math.max(0, rows.findIndex((row) => row.key === seen.heir))
  useEffect(() => {
    const key = rows[at]?.key
    if (key !== undefined && key !== current) select(key)
  }, [rows, at, current, select])
  return at
}

interface SurfaceProps { rows: readonly TreeRow[]; outline: StoryOutline; drop: TreeDrop }

/** One draggable and one menu serve all rows: which one is meant is read from where the pointer went down. */
function Surface({ rows, outline, drop }: SurfaceProps) {
  const t = useText()
  const select = useStoryTree((s) => s.select)
  const activePath = useLayout((s) => s.activePath)
  const readOnly = useReadOnly()
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const { setNodeRef, listeners } = useDraggable({ id: 'tree-rows', disabled: readOnly })
  const ref = useCallback((node: HTMLDivElement | null) => { setNodeRef(node); if (node) setScroller(node) }, [setNodeRef])
  const at = useCurrentAt(rows)
  const row = rows[at]
  const rowAt = (event: MouseEvent): TreeRow | undefined => rows.find((one) => one.key === keyAt(event.target))
  const pick = (to: TreeRow) => { select(to.key); scroller?.focus({ preventScroll: true }) }
  const down = (event: PointerEvent) => {
    const under = rowAt(event)
    if (under && !stays(under) && !isField(event.target)) listeners?.['onPointerDown']?.(event)
  }
  const click = (event: MouseEvent) => {
    const under = rowAt(event)
    if (!under || under.kind === 'heading' || isField(event.target)) return
    pick(under)
    showRow(under)
  }
  const doubleClick = (event: MouseEvent) => {
    const under = rowAt(event)
    if (under && under.kind !== 'heading' && !isControl(event.target)) openRow(under)
  }
  const menu = (event: MouseEvent) => {
    const under = rowAt(event)
    if (under && under.kind !== 'heading') pick(under)
    else event.preventDefault()
  }
  return (
    <RowMenu entries={() => (row && row.kind !== 'heading' ? rowMenu(row, outline, readOnly) : [])}>
      <div ref={ref} className="tree" role="tree" tabIndex={0} data-zone-focus data-testid="story-tree" aria-label={t('story.tree')} aria-activedescendant={row ? `tree-${row.key}` : undefined}
        onKeyDown={(event) => treeKeys(event, rows, at, (index) => { const to = rows[index]; if (to) select(to.key) })} onPointerDown={down} onClick={click} onDoubleClick={doubleClick} onContextMenu={menu}>
        <TreeList rows={rows} scroller={scroller} at={at} current={row?.key ?? null} activePath={activePath} drop={drop} />
      </div>
    </RowMenu>
  )
}

/** Acts, chapters and scenes as one virtual tree; dragging and keys move ids, never text (S2, S3). */
export function StoryTree({ outline }: { outline: StoryOutline }) {
  const t = useText()
  const expanded = useStoryTree((s) => s.expanded)
  const closed = useStoryTree((s) => s.closed)
  const rows = useMemo(() => treeRows(outline, expanded, closed), [outline, expanded, closed])
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }))
  const ghost = useRef<HTMLDivElement>(null)
  const landing = useStoryTree((s) => s.landing)
  const drag = useDrag<TreeRow, NonNullable<TreeDrop>>({
    rowAt: (target) => rows.find((row) => row.key === keyAt(target)) ?? null, dropAt: (at, _over, row) => treeDropAt(outline, rows, at, row), moveOf: (row, drop) => treeMove(outline, rows, row, drop),
    onDone: (row, move) => { useStoryTree.getState().select(row.key); if (move) void moveRow(move) },
  }, ghost)
  return (
    <DndContext accessibility={dragTexts(t('story.moveKeys'))} sensors={sensors} collisionDetection={wholeTree} autoScroll={{ activator: AutoScrollActivator.Pointer }} onDragStart={({ activatorEvent }) => drag.start(activatorEvent)} onDragMove={drag.move} onDragEnd={drag.end} onDragCancel={drag.stop}>
      <Surface rows={rows} outline={outline} drop={drag.drop ?? landing} />
      {drag.dragged && createPortal(<div ref={ghost} className="board-dragged" aria-hidden data-user-content>{drag.dragged.title}</div>, document.body)}
    </DndContext>
  )
}
