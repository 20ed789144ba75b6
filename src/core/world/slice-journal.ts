import type Database from 'better-sqlite3'
import { noteEntities, type EntityBy, type EntityEntry } from '../project/entity-journal'
import type { ChangedSlice, Overlay } from './overlay'
import { imageOf, type SlicePayload } from './slice-images'
import { storedPatches } from './stored'

const kindOf = ({ row, from }: ChangedSlice): EntityEntry['kind'] => (row.hidden ? 'delete' : from === null || from.hidden ? 'create' : 'modify')

/** One entry per slice that a commit makes, changes or hides; to be called before it is stored, inside the transaction (06 §7). */
export function journalSlices(db: Database.Database, { delta }: Overlay, by: EntityBy, at: string): void {
  if (by.actor === 'author') return
  const changed = [...delta.slices.values()].filter(({ row, from }) => !(row.hidden && (from === null || from.hidden)))
  noteEntities(db, at, by, changed.map((slice) => {
    const { row, patches, from } = slice
    const payload: SlicePayload = { from: from === null ? null : imageOf(from, storedPatches(db, row.id)), to: imageOf(row, patches), subjects: [...delta.subjects.keys()] }
    return { area: 'world', kind: kindOf(slice), entity: 'slice', entityId: String(row.id), title: row.title, payload }
  }))
}
