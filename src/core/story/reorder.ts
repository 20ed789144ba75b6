import { fail } from '@shared/fault'
import type { SavedKind } from './fields'
import { all } from './prepared'
import { notFound, type Problem } from './problems'
import { referenced } from './references'
import { getRow, tables, type Row } from './rows'
import { write, type Work } from './write-row'

/** The lists the author orders as a whole (02 §13): phases; threads of a phase or of none; scenes of a thread or chapter. */
export type ReorderList = 'phases' | 'threads' | 'thread-scenes' | 'chapter-scenes'
interface Bucket { kind: SavedKind; order: string; parent: string | null; of?: 'phase' | 'thread' | 'chapter'; optional?: true }
const buckets: Record<ReorderList, Bucket> = {
  phases: { kind: 'phase', order: 'sortOrder', parent: null },
  threads: { kind: 'thread', order: 'sortOrder', parent: 'storyPhaseId', of: 'phase', optional: true },
  'thread-scenes': { kind: 'scene', order: 'threadSortOrder', parent: 'threadId', of: 'thread' },
  'chapter-scenes': { kind: 'scene', order: 'chapterSortOrder', parent: 'chapterId', of: 'chapter' },
}

function parentOf(work: Work, bucket: Bucket, parent: string | null): number | null {
  if (bucket.parent === null || bucket.of === undefined) return null
  if (parent === null && bucket.optional !== true) notFound(bucket.of, 'null', '/parent')
  return referenced(work.db, bucket.of, parent, 'parent')
}

/** ORDER_INCOMPLETE names what is missing, strange or given twice: a list is ordered whole, archived ones included. */
function checkComplete(kind: string, ids: readonly string[], present: readonly string[]): void {
  const [asked, there, seen] = [new Set(ids), new Set(present), new Set<string>()]
  const wrong = ids.flatMap((id, i): Problem[] => {
    const again = seen.has(id)
    seen.add(id)
    if (again) return [{ pointer: `/ids/${i}`, message: `${kind} ${id} stands there twice.` }]
    return there.has(id) ? [] : [{ pointer: `/ids/${i}`, message: `${kind} ${id} is not in this list.` }]
  })
  const problems = [...present.filter((id) => !asked.has(id)).map((id) => ({ pointer: '/ids', message: `${kind} ${id} is missing.` })), ...wrong]
  if (problems.length > 0) fail('ORDER_INCOMPLETE', `The new order does not hold every ${kind} of the list exactly once.`, { pointer: '/ids', problems: problems.slice(0, 20), expected: present.slice(0, 200).join(', '), fix: 'Give the complete list.' })
}

/** Ids that already stand in the right order among themselves: the longest such run, so that as few as possible are moved. */
function standing(ids: readonly string[], placeNow: ReadonlyMap<string, number>): Set<string> {
  const tails: number[] = []
  const before = new Map<number, number | undefined>()
  const places = ids.map((id) => placeNow.get(id) ?? 0)
  for (const place of places) {
    const at = tails.findIndex((tail) => tail > place)
    const index = at < 0 ? tails.length : at
    before.set(place, index === 0 ? undefined : tails[index - 1])
    tails[index] = place
  }
  const kept = new Set<number>()
  for (let at = tails.at(-1); at !== undefined; at = before.get(at)) kept.add(at)
  return new Set(ids.filter((id) => kept.has(placeNow.get(id) ?? -1)))
}

export interface Reorder { list: ReorderList; /** Phase (null: threads of none), thread or chapter. */ parent?: string | null; ids: readonly string[] }

/** The author's complete order of one list (02 §6, §13); returns how many moved. Faults: ORDER_INCOMPLETE ENTITY_NOT_FOUND. */
export function runReorder(work: Work, { list, parent = null, ids }: Reorder): number {
  const bucket = buckets[list]
  const of = parentOf(work, bucket, parent)
  const { table } = tables[bucket.kind]
  const present = all<{ id: number }>(work.db, `SELECT id FROM ${table} WHERE ${bucket.parent === null ? '? IS NULL' : `${bucket.parent} IS ?`} ORDER BY ${bucket.order}`, of).map((row) => String(row.id))
  checkComplete(bucket.kind, ids, present)
  const stay = standing(ids, new Map(present.map((id, i) => [id, i])))
  const movers = ids.filter((id) => !stay.has(id))
  const now = [...present]
  for (const id of movers) {
    now.splice(now.indexOf(id), 1)
    const ahead = ids[ids.indexOf(id) - 1]
    const index = ahead === undefined ? 0 : now.indexOf(ahead) + 1
    now.splice(index, 0, id)
    const row = getRow<Row>(work.db, bucket.kind, id)
    if (row) write<Row>(work, bucket.kind, row, { ...row, [bucket.order]: index })
  }
  return movers.length
}
