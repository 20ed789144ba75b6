import type { KeyboardEvent } from 'react'
import { isReadOnly } from '../../stores/app'
import { closeBeside } from '../../stores/beside'
import { useStoryTree } from '../../stores/story-tree'
import { composing } from '../../ui/composing'
import { isMenuKey, openMenuAt } from '../../ui/open-menu'
import { addChapter, openRow, stepRow, trashRow } from './tree-actions'
import type { TreeRow } from './tree-rows'
import { undoKey } from './undo'

const selectable = (row: TreeRow) => row.kind !== 'heading'

function fold(row: TreeRow, open: boolean): void {
  if ((row.kind === 'act' || row.kind === 'chapter') && row.open !== open) useStoryTree.getState().toggle(row.key, row.kind, open)
}

/** Every act of the tree by keys (09 §3): arrows, Home, End, Enter, F2, Alt+↑/↓, N, Del, Esc, Mod+Z, Mod+Shift+Z. */
export function treeKeys(event: KeyboardEvent, rows: readonly TreeRow[], at: number, go: (index: number) => void): void {
  if (composing(event) || (event.target instanceof HTMLInputElement)) return
  const row = rows[at]
  const mod = event.ctrlKey || event.metaKey
  const stop = (act: () => void) => { event.preventDefault(); event.stopPropagation(); act() }
  const undo = undoKey(event)
  if (undo) return stop(() => void undo())
  if (mod || !row) return
  if (isMenuKey(event)) return stop(() => openMenuAt(`tree-${row.key}`))
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
  if (event.altKey) {
    if (step !== null) stop(() => void stepRow(row.key, step))
    return
  }
  if (step !== null) {
    let to = at + step
    while (rows[to] && !selectable(rows[to] as TreeRow)) to += step
    if (rows[to]) stop(() => go(to))
    return
  }
  const acts: Record<string, () => void> = {
    Home: () => go(0), End: () => go(rows.length - 1), Enter: () => openRow(row), F2: () => useStoryTree.getState().edit(row.key), ArrowRight: () => fold(row, true), ArrowLeft: () => fold(row, false),
    n: () => void addChapter(row, true), N: () => void addChapter(row, true), Delete: () => { if (!isReadOnly()) void trashRow(row) }, Escape: () => { closeBeside() },
  }
  const act = acts[event.key]
  if (act) stop(act)
}
