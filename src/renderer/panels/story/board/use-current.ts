import { useEffect, useState } from 'react'
import { useBoard } from '../../../stores/board'
import { walk, type BoardModel, type BoardRow } from './board-model'

const firstRow = (model: BoardModel): BoardRow | null => model.columns.flatMap((column) => walk(column).slice(0, 1))[0] ?? null

/** Rows of the same kind in the same list, in order, before the change. */
function siblings(model: BoardModel, row: BoardRow): BoardRow[] {
  if (row.kind === 'phase') return model.columns.flatMap(({ head }) => (head ? [head] : []))
  const rows = model.columns[row.column]?.rows ?? []
  return rows.filter((one) => one.kind === row.kind && (one.kind !== 'scene' || row.kind !== 'scene' || one.scene.threadId === row.scene.threadId))
}

/** The row above: a scene's thread, a thread's phase. */
const above = (model: BoardModel, row: BoardRow): BoardRow | null =>
  row.kind === 'scene' ? (model.rows.get(`thread:${row.scene.threadId}`) ?? null) : row.kind === 'add' ? (model.rows.get(`thread:${row.threadId}`) ?? null) : (model.columns[row.column]?.head ?? null)

/** Which row is current when the one that was is gone or folded away: the next of its list, else the one before, else the row above. */
export function successor(before: BoardModel, now: BoardModel, key: string): BoardRow | null {
  const gone = before.rows.get(key)
  if (!gone) return null
  const over = above(before, gone)
  const still = over && now.rows.get(over.key)
  if (still?.kind === 'thread' && !still.open) return still
  const list = siblings(before, gone)
  const at = list.findIndex((one) => one.key === key)
  for (const one of [...list.slice(at + 1), ...list.slice(0, at).toReversed()]) {
    const found = now.rows.get(one.key)
    if (found) return found
  }
  return still ?? null
}

/** The row the keys act on; when it goes its neighbour takes over, wherever the change came from. */
export function useCurrent(model: BoardModel): BoardRow | null {
  const current = useBoard((s) => s.current)
  const select = useBoard((s) => s.select)
  const [seen, setSeen] = useState<{ model: BoardModel; heir: string | null }>({ model, heir: null })
  if (seen.model !== model) setSeen({ model, heir: current === null || model.rows.has(current) ? null : (successor(seen.model, model, current)?.key ?? null) })
  const row = model.rows.get(current ?? '') ?? model.rows.get(seen.heir ?? '') ?? firstRow(model)
  useEffect(() => {
    if (row && current !== null && row.key !== current) select(row.key)
  }, [row, current, select])
  return row
}
