import type { Move } from '../tree-moves'
import { walk, type BoardModel, type BoardRow } from './board-model'

export type Side = 'before' | 'after'
export type Direction = 'up' | 'down' | 'left' | 'right'

function beside(list: readonly { id: string }[], moved: string, target: string, side: Side): number {
  const rest = list.filter((one) => one.id !== moved)
  const at = rest.findIndex((one) => one.id === target)
  return side === 'before' ? at : at + 1
}

const intoThread = (id: string, threadId: string, index: number): Move => ({ kind: 'scene', id, list: 'thread', parent: threadId, index })
const intoPhase = (id: string, phaseId: string | null, index: number): Move => ({ kind: 'thread', id, list: 'phase', parent: phaseId, index })
const lengthOf = (list: readonly { id: string }[] | undefined, without: string): number => (list ?? []).filter((one) => one.id !== without).length

function dropScene(model: BoardModel, id: string, target: BoardRow, side: Side): Move | null {
  if (target.kind === 'scene') return intoThread(id, target.scene.threadId, beside(model.scenesOf.get(target.scene.threadId) ?? [], id, target.id, side))
  if (target.kind === 'add') return intoThread(id, target.threadId, lengthOf(model.scenesOf.get(target.threadId), id))
  if (target.kind === 'thread') return intoThread(id, target.id, target.open ? 0 : lengthOf(model.scenesOf.get(target.id), id))
  return null
}

/** The thread a row belongs to; null for a phase. */
const threadOf = (row: BoardRow): string | null => (row.kind === 'thread' ? row.id : row.kind === 'scene' ? row.scene.threadId : row.kind === 'add' ? row.threadId : null)

function dropThread(model: BoardModel, id: string, target: BoardRow, side: Side): Move | null {
  if (target.kind === 'phase') return intoPhase(id, target.id, 0)
  const over = threadOf(target)
  if (over === null || over === id) return null
  const phaseId = model.columns[target.column]?.phase?.id ?? null
  return intoPhase(id, phaseId, beside(model.threadsOf.get(phaseId) ?? [], id, over, target.kind === 'thread' ? side : 'after'))
}

/** What dropping a row at another means; null where it cannot stand. A phase lands by columns. */
export function dropMove(model: BoardModel, row: BoardRow, target: BoardRow, side: Side): Move | null {
  if (row.key === target.key) return null
  if (row.kind === 'scene') return dropScene(model, row.id, target, side)
  if (row.kind === 'thread') return dropThread(model, row.id, target, side)
  if (row.kind === 'phase') {
    const over = model.columns[target.column]?.phase
    return over && over.id !== row.id ? { kind: 'phase', id: row.id, list: 'story', index: beside(model.phases, row.id, over.id, side) } : null
  }
  return null
}

/** Dropped on the empty part of a column: last in it. */
export function dropInColumn(model: BoardModel, row: BoardRow, column: number): Move | null {
  const target = model.columns[column]
  if (!target) return null
  const phaseId = target.phase?.id ?? null
  if (row.kind === 'thread') return intoPhase(row.id, phaseId, lengthOf(model.threadsOf.get(phaseId), row.id))
  const last = target.rows.findLast((one) => one.kind === 'thread')
  return row.kind === 'scene' && last ? intoThread(row.id, last.id, lengthOf(model.scenesOf.get(last.id), row.id)) : null
}

function stepScene(model: BoardModel, row: BoardRow & { kind: 'scene' }, direction: Direction): Move | null {
  const threads = (model.columns[row.column]?.rows ?? []).filter((one) => one.kind === 'thread')
  const cards = (model.columns[row.column]?.rows ?? []).filter((one) => one.kind === 'scene' && one.scene.threadId === row.scene.threadId)
  const own = model.scenesOf.get(row.scene.threadId) ?? []
  if (direction === 'up' || direction === 'down') {
    const by = direction === 'up' ? -1 : 1
    const next = cards[cards.findIndex((one) => one.key === row.key) + by]
    if (next) return intoThread(row.id, row.scene.threadId, beside(own, row.id, next.id, direction === 'up' ? 'before' : 'after'))
    const thread = threads[threads.findIndex((one) => one.id === row.scene.threadId) + by]
    return thread ? intoThread(row.id, thread.id, direction === 'up' ? lengthOf(model.scenesOf.get(thread.id), row.id) : 0) : null
  }
  const by = direction === 'left' ? -1 : 1
  for (let column = row.column + by; model.columns[column]; column += by) {
    const thread = model.columns[column]?.rows.find((one) => one.kind === 'thread')
    if (thread) return intoThread(row.id, thread.id, lengthOf(model.scenesOf.get(thread.id), row.id))
  }
  return null
}

function stepThread(model: BoardModel, row: BoardRow & { kind: 'thread' }, direction: Direction): Move | null {
  const phaseId = row.thread.storyPhaseId
  if (direction === 'up' || direction === 'down') {
    const threads = (model.columns[row.column]?.rows ?? []).filter((one) => one.kind === 'thread')
    const next = threads[threads.findIndex((one) => one.key === row.key) + (direction === 'up' ? -1 : 1)]
    return next ? intoPhase(row.id, phaseId, beside(model.threadsOf.get(phaseId) ?? [], row.id, next.id, direction === 'up' ? 'before' : 'after')) : null
  }
  const groups = [...model.phases.map((phase) => phase.id), null]
  const to = groups[groups.indexOf(phaseId) + (direction === 'left' ? -1 : 1)]
  return to === undefined ? null : intoPhase(row.id, to, lengthOf(model.threadsOf.get(to), row.id))
}

/** Alt+arrows: a scene within its thread and beyond, a thread within its phase and to the next, a phase among phases. */
export function stepMove(model: BoardModel, row: BoardRow, direction: Direction): Move | null {
  if (row.kind === 'scene') return stepScene(model, row, direction)
  if (row.kind === 'thread') return stepThread(model, row, direction)
  if (row.kind !== 'phase' || direction === 'up' || direction === 'down') return null
  const index = model.phases.findIndex((phase) => phase.id === row.id) + (direction === 'left' ? -1 : 1)
  return index < 0 || index >= model.phases.length ? null : { kind: 'phase', id: row.id, list: 'story', index }
}

/** Where an arrow leads: up and down within the column, left and right at the same height. */
export function neighbour(model: BoardModel, row: BoardRow, direction: Direction): BoardRow | null {
  const own = walk(model.columns[row.column])
  const at = own.findIndex((one) => one.key === row.key)
  if (direction === 'up' || direction === 'down') return own[at + (direction === 'up' ? -1 : 1)] ?? null
  const by = direction === 'left' ? -1 : 1
  for (let column = row.column + by; model.columns[column]; column += by) {
    const rows = walk(model.columns[column])
    const level = own[0]?.kind === 'phase' ? 0 : 1
    const there = rows[0]?.kind === 'phase' ? 0 : 1
    if (rows.length > 0) return rows[Math.max(0, Math.min(at + level - there, rows.length - 1))] ?? null
  }
  return null
}
