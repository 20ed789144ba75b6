import { closestCenter, DndContext, PointerSensor, useDraggable, useDroppable, useSensor, useSensors, type DragEndEvent, type DragMoveEvent } from '@dnd-kit/core'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { StoryOutline } from '@shared/procedures/story'
import { useText } from '../../i18n/text'
import { useApp } from '../../stores/app'
import { useLayout } from '../../stores/layout'
import { useStoryTree } from '../../stores/story-tree'
import { dragTexts } from '../../ui/drag-texts'
import { RowMenu } from '../../ui/menu'
import { moveRow, openRow } from './tree-actions'
import { treeKeys } from './tree-keys'
import { rowMenu } from './tree-menu'
import { dropMove } from './tree-moves'
import { rowTestId, TreeRowBody } from './tree-row'
import { treeRows, type TreeRow } from './tree-rows'

type Drop = { key: string; side: 'before' | 'after' } | null

interface RowProps { row: TreeRow; item: VirtualItem; current: boolean; active: boolean; drop: Drop; outline: StoryOutline; onSelect: () => void; level: number }

function Row({ row, item, current, active, drop, outline, onSelect, level }: RowProps) {
  const readOnly = useApp((s) => s.project?.readOnly ?? true)
  const fixed = row.kind === 'heading' || row.kind === 'orphan' || readOnly
  const drag = useDraggable({ id: row.key, disabled: fixed })
  const target = useDroppable({ id: row.key, disabled: row.kind === 'heading' || row.kind === 'orphan' })
  const ref = (node: HTMLElement | null) => { drag.setNodeRef(node); target.setNodeRef(node) }
  const open = row.kind === 'act' || row.kind === 'chapter' ? row.open : undefined
  const entries = row.kind === 'heading' ? [] : rowMenu(row, outline, readOnly)
  return (
    <RowMenu entries={entries}>
      <div ref={ref} id={`tree-${row.key}`} role="treeitem" aria-level={level} aria-selected={current} aria-expanded={open} className="tree-row" data-testid={rowTestId(row)} data-id={row.id} data-kind={row.kind} data-current={current} data-active={active}
        style={{ top: item.start, height: item.size, paddingLeft: 6 + row.depth * 16 }} {...drag.listeners} onClick={() => { onSelect(); if (row.kind !== 'act') openRow(row) }}>
        <TreeRowBody row={row} />
        {drop?.key === row.key && <span className="drop-line" data-testid="drop-line" data-side={drop.side} />}
      </div>
    </RowMenu>
  )
}

function sideOf(event: DragMoveEvent | DragEndEvent): Drop {
  const { active, over } = event
  if (!over || over.id === active.id) return null
  const at = active.rect.current.translated
  if (!at) return null
  const middle = at.top + at.height / 2
  return { key: String(over.id), side: middle < over.rect.top + over.rect.height / 2 ? 'before' : 'after' }
}

/** Acts, chapters and scenes as one virtual tree; dragging and keys move ids, never text (S2, S3). */
export function StoryTree({ outline }: { outline: StoryOutline }) {
  const t = useText()
  const { expanded, closed, current, select } = useStoryTree()
  const activePath = useLayout((s) => s.activePath)
  const rows = useMemo(() => treeRows(outline, expanded, closed), [outline, expanded, closed])
  const box = useRef<HTMLDivElement>(null)
  const [drop, setDrop] = useState<Drop>(null)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }))
  const list = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => 30, overscan: 15, getItemKey: (i) => rows[i]?.key ?? i })
  const at = Math.max(0, rows.findIndex((row) => row.key === current))
  const go = (index: number) => { const row = rows[index]; if (row) { select(row.key); list.scrollToIndex(index) } }
  useEffect(() => { if (current === null && rows[0]) select(rows[0].key) }, [rows, current, select])
  const end = (event: DragEndEvent) => {
    const where = sideOf(event)
    setDrop(null)
    const row = rows.find((r) => r.key === event.active.id)
    const target = rows.find((r) => r.key === where?.key)
    const move = row && target && where ? dropMove(outline, row, target, where.side) : null
    if (move) void moveRow(move)
  }
  return (
    <DndContext accessibility={dragTexts(t('story.moveKeys'))} sensors={sensors} collisionDetection={closestCenter} onDragMove={(event) => setDrop(sideOf(event))} onDragEnd={end} onDragCancel={() => setDrop(null)}>
      <div className="tree" ref={box} role="tree" tabIndex={0} data-zone-focus data-testid="story-tree" aria-label={t('story.tree')} aria-activedescendant={rows[at] ? `tree-${rows[at].key}` : undefined} onKeyDown={(event) => treeKeys(event, rows, at, go)}>
        <div role="presentation" style={{ height: list.getTotalSize(), position: 'relative' }}>
          {list.getVirtualItems().map((item) => {
            const row = rows[item.index]
            if (!row) return null
            const active = row.kind === 'chapter' ? row.chapter.prose.some((p) => p.path === activePath) : row.kind === 'orphan' && row.prose.path === activePath
            return <Row key={row.key} row={row} item={item} current={row.key === current} active={active} drop={drop} outline={outline} level={row.depth + 1} onSelect={() => { select(row.key); box.current?.focus({ preventScroll: true }) }} />
          })}
        </div>
      </div>
    </DndContext>
  )
}
