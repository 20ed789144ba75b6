import type Database from 'better-sqlite3'
import { all } from './prepared'
import { tables, type Cell, type ListSpec, type Row, type TableKey } from './rows'

/** Ids around a row in one of its lists when it went, the nearest first. */
interface Near { parent: Cell; before: number[]; after: number[] }
/** By the column of the list's order. */
export type NearBy = Readonly<Record<string, Near>>

/** How far a row looks for its neighbours; beyond, its old index has to do. */
const reach = 100
const parentOf = (list: ListSpec, row: Row): Cell => (list.parent === null ? null : (row[list.parent] ?? null))
const livingIds = (db: Database.Database, table: string, list: ListSpec, parent: Cell): number[] =>
  all<{ id: number }>(db, `SELECT id FROM ${table} WHERE ${list.parent === null ? '? IS NULL' : `${list.parent} IS ?`} ORDER BY ${list.order}, id`, parent).map(({ id }) => id)

/** Where a row belongs: at its old index, but between the nearest of its neighbours that are left; beside the nearest one when these have changed sides. Null when none is left. */
function indexAmong(ids: readonly number[], { before, after }: Near, old: number): number | null {
  const at = new Map(ids.map((id, index) => [id, index]))
  const above = before.findIndex((id) => at.has(id))
  const below = after.findIndex((id) => at.has(id))
  if (above < 0 && below < 0) return null
  const low = (at.get(before[above] ?? -1) ?? -1) + 1
  const high = at.get(after[below] ?? -1) ?? ids.length
  return low <= high ? Math.min(Math.max(old, low), high) : above <= below ? low : high
}

interface Gone { id: number; old: number; near: string | null }
/** Rows of a kind in the trash, the newest first, also those that went along with another. */
const gone = (db: Database.Database, key: TableKey, order: string): Gone[] => all<Gone>(db, `
  SELECT json_extract(part.value, '$.row.id') AS id, json_extract(part.value, '$.row.' || ?) AS old, json_extract(part.value, '$.near.' || ?) AS near
  FROM StoryTrash, json_each(payload, '$.rows') AS part WHERE json_extract(part.value, '$.key') = ? ORDER BY at DESC, StoryTrash.rowid DESC, part.key`, order, order, key)

/** Tells who stands around a row in each of its lists; what lies in the trash counts as if it stood at its place. Ask before any of them goes. */
export function nearFinder(db: Database.Database, key: TableKey): (row: Row) => NearBy {
  const known = new Map<string, number[]>()
  const idsOf = (list: ListSpec, parent: Cell): number[] => {
    const name = `${list.order} ${String(parent)}`
    const found = known.get(name)
    if (found) return found
    const ids = livingIds(db, tables[key].table, list, parent)
    for (const { id, old, near } of gone(db, key, list.order)) {
      const read = near === null ? null : (JSON.parse(near) as Near)
      const index = read?.parent === parent ? indexAmong(ids, read, old) : null
      if (index !== null) ids.splice(index, 0, id)
    }
    known.set(name, ids)
    return ids
  }
  return (row) => {
    const lists = tables[key].lists.filter((list) => !(list.optional && parentOf(list, row) === null))
    return Object.fromEntries(lists.map((list): [string, Near] => {
      const parent = parentOf(list, row)
      const ids = idsOf(list, parent)
      const at = ids.indexOf(Number(row['id']))
      return [list.order, { parent, before: ids.slice(Math.max(0, at - reach), Math.max(0, at)).toReversed(), after: ids.slice(at + 1, at + 1 + reach) }]
    }))
  }
}

/** The row with the places that its old neighbours give it, so that rows come back right in any order; without any it keeps its old ones. */
export function placedByNear(db: Database.Database, key: TableKey, row: Row, near: NearBy | undefined): Row {
  const placed = { ...row }
  for (const list of tables[key].lists) {
    const known = near?.[list.order]
    const parent = parentOf(list, row)
    const index = known?.parent === parent ? indexAmong(livingIds(db, tables[key].table, list, parent), known, Number(row[list.order])) : null
    if (index !== null) placed[list.order] = index
  }
  return placed
}
