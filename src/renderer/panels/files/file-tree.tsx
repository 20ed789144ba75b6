import { DndContext, pointerWithin, PointerSensor, useDraggable, useDroppable, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useRef, type KeyboardEvent } from 'react'
import { shownKeys } from '../../commands/keys'
import { text, useText } from '../../i18n/text'
import { useFiles } from '../../stores/files'
import { useLayout } from '../../stores/layout'
import { composing } from '../../ui/composing'
import { dragTexts } from '../../ui/drag-texts'
import { isField } from '../../ui/is-field'
import { RowMenu, type MenuRow } from '../../ui/menu'
import { createFile, moveCut, moveInto, moveOut, openFile, renameFile, showFile, trashFile } from './file-actions'
import { FileRowBody } from './file-row'
import type { ShownFile } from './file-rows'

const menu = (row: ShownFile, readOnly: boolean): MenuRow[] => [
  { label: text('common.open'), keys: 'Enter', leaves: row.file.kind === 'file', onSelect: () => openFile(row) },
  { label: text('files.newFile'), keys: 'N', disabled: readOnly, onSelect: () => void createFile(row, 'file') },
  { label: text('files.newFolder'), disabled: readOnly, onSelect: () => void createFile(row, 'folder') },
  'separator',
  { label: text('files.rename'), keys: 'F2', disabled: readOnly || row.depth === 0, onSelect: () => useFiles.getState().edit(row.file.path) },
  { label: text('files.moveUp'), keys: 'Alt+←', disabled: readOnly || row.depth === 0, onSelect: () => void moveOut(row) },
  { label: text('files.cut'), keys: shownKeys('Mod+X'), disabled: readOnly || row.depth === 0, onSelect: () => useFiles.getState().setCut(row.file.path) },
  { label: text('files.paste'), keys: shownKeys('Mod+V'), disabled: readOnly || useFiles.getState().cut === null, onSelect: () => void moveCut(row) },
  'separator',
  { label: text('files.trash'), keys: 'Del', disabled: readOnly || (row.depth === 0 && row.file.kind === 'folder'), onSelect: () => void trashFile(row) },
]


interface RowProps { row: ShownFile; item: VirtualItem; readOnly: boolean; onSelect: () => void }

function Row({ row, item, readOnly, onSelect }: RowProps) {
  const current = useFiles((s) => s.current === row.file.path)
  const active = useLayout((s) => s.activePath === row.file.path)
  const cut = useFiles((s) => s.cut === row.file.path)
  const drag = useDraggable({ id: row.file.path, disabled: readOnly || row.depth === 0 })
  const drop = useDroppable({ id: row.file.path, disabled: row.file.kind !== 'folder' })
  const ref = (node: HTMLElement | null) => { drag.setNodeRef(node); drop.setNodeRef(node) }
  return (
    <RowMenu entries={menu(row, readOnly)}>
      <div ref={ref} id={`file-${row.file.path}`} role="treeitem" aria-level={row.depth + 1} aria-selected={current} aria-expanded={row.file.kind === 'folder' ? row.open : undefined} className="tree-row" data-testid="file-row" data-id={row.file.path} data-kind={row.file.kind}
        data-current={current} data-active={active} data-state={cut ? 'cut' : undefined} data-over={drop.isOver} style={{ top: item.start, height: item.size, paddingLeft: 6 + row.depth * 16 }} {...drag.listeners} onClick={(event) => { if (isField(event.target)) return; onSelect(); showFile(row) }} onDoubleClick={(event) => { if (row.file.kind === 'file' && !isField(event.target)) openFile(row) }}>
        <FileRowBody row={row} onRename={(name) => void renameFile(row, name)} />
      </div>
    </RowMenu>
  )
}

/** The same tree keys as the story: arrows, Enter, F2, N, Del; Alt+← moves out of a folder, Mod+X and Mod+V into any. */
export function FileTree({ rows, readOnly }: { rows: readonly ShownFile[]; readOnly: boolean }) {
  const t = useText()
  const { current, select, toggle, edit } = useFiles()
  const box = useRef<HTMLDivElement>(null)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }))
  const list = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => 28, overscan: 15 })
  const at = Math.max(0, rows.findIndex((row) => row.file.path === current))
  const go = (index: number) => { const row = rows[index]; if (row) { select(row.file.path); list.scrollToIndex(index) } }
  const keys = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row || composing(event) || event.target instanceof HTMLInputElement) return
    const may = (act: () => void) => () => { if (!readOnly) act() }
    const mod = event.ctrlKey || event.metaKey
    const withMod: Record<string, () => void> = { x: may(() => { if (row.depth > 0) useFiles.getState().setCut(row.file.path) }), v: may(() => void moveCut(row)) }
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(at + 1), ArrowUp: () => go(at - 1), Home: () => go(0), End: () => go(rows.length - 1), Enter: () => openFile(row),
      ArrowRight: () => { if (row.file.kind === 'folder') toggle(row.file.path, true) }, ArrowLeft: event.altKey ? may(() => void moveOut(row)) : () => { if (row.file.kind === 'folder') toggle(row.file.path, false) },
      F2: may(() => { if (row.depth > 0) edit(row.file.path) }), n: may(() => void createFile(row, 'file')), N: may(() => void createFile(row, 'file')), Delete: may(() => { if (row.depth > 0 || row.file.kind === 'file') void trashFile(row) }),
    }
    const act = mod ? withMod[event.key.toLowerCase()] : acts[event.key]
    if (act) { event.preventDefault(); event.stopPropagation(); act() }
  }
  const end = ({ active, over }: DragEndEvent) => {
    const row = rows.find((r) => r.file.path === active.id)
    if (row && over && over.id !== active.id) void moveInto(row, String(over.id))
  }
  return (
    <DndContext accessibility={dragTexts(t('files.moveKeys', { take: shownKeys('Mod+X'), put: shownKeys('Mod+V') }))} sensors={sensors} collisionDetection={pointerWithin} onDragEnd={end}>
      <div className="tree" ref={box} role="tree" tabIndex={0} data-zone-focus aria-label={t('files.tree')} aria-activedescendant={rows[at] ? `file-${rows[at].file.path}` : undefined} onKeyDown={keys}>
        <div role="presentation" style={{ height: list.getTotalSize(), position: 'relative' }}>
          {list.getVirtualItems().map((item) => {
            const row = rows[item.index]
            return row ? <Row key={row.file.path} row={row} item={item} readOnly={readOnly} onSelect={() => { select(row.file.path); box.current?.focus({ preventScroll: true }) }} /> : null
          })}
        </div>
      </div>
    </DndContext>
  )
}
