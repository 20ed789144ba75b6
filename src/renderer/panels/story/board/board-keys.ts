import type { KeyboardEvent } from 'react'
import { closeBeside } from '../../../stores/beside'
import { useBoard } from '../../../stores/board'
import { composing } from '../../../ui/composing'
import { isField } from '../../../ui/is-field'
import { isMenuKey, openMenuAt } from '../../../ui/open-menu'
import { undoKey } from '../undo'
import { isReadOnly } from '../../../stores/app'
import { addAt, openRow, removeRow, stepRow } from './board-actions'
import { walk, type BoardModel, type BoardRow } from './board-model'
import { neighbour, type Direction } from './board-moves'

const arrows: Readonly<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }

function fold(row: BoardRow): void {
  if (row.kind === 'thread') useBoard.getState().fold(row.id, row.open)
}

function place(row: BoardRow): void {
  if (row.kind === 'scene') useBoard.getState().place(row.id)
}

/** The board by keys (09 §3): arrows, Home, End, Enter, Space folds, F2, Alt+arrows, N, M, Del, Mod+Z. */
export function boardKeys(event: KeyboardEvent, model: BoardModel, row: BoardRow | null, go: (row: BoardRow) => void): void {
  if (composing(event) || isField(event.target) || (event.target instanceof HTMLButtonElement && (event.key === 'Enter' || event.key === ' '))) return
  const mod = event.ctrlKey || event.metaKey
  const stop = (act: () => void) => { event.preventDefault(); event.stopPropagation(); act() }
  const undo = undoKey(event)
  if (undo) return stop(() => void undo())
  if (event.key === 'Escape' && closeBeside()) return stop(() => undefined)
  if (mod || !row) return
  const direction = arrows[event.key]
  if (direction && event.altKey) return stop(() => { if (!isReadOnly()) void stepRow(row.key, direction) })
  if (event.altKey) return
  if (direction) {
    const to = neighbour(model, row, direction)
    return stop(() => { if (to) go(to) })
  }
  const column = walk(model.columns[row.column])
  const ends = { Home: column[0], End: column.at(-1) }[event.key]
  if (ends) return stop(() => go(ends))
  if (isMenuKey(event)) return stop(() => openMenuAt(`board-${row.key}`))
  if (event.key === 'Enter') return stop(() => openRow(row))
  if (event.key === ' ') return stop(() => fold(row))
  if (isReadOnly()) return
  const acts: Readonly<Record<string, () => void>> = { F2: () => useBoard.getState().edit(row.kind === 'add' ? null : row.key), n: () => void addAt(row), N: () => void addAt(row), m: () => place(row), M: () => place(row), Delete: () => void removeRow(row) }
  const act = acts[event.key]
  if (act) stop(act)
}
