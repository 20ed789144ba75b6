import type { ChangeGroup } from '@shared/procedures/inbox'
import { netChanges } from '../story/net-changes'
import { contentColumns } from '../story/undo'
import type { RowChange } from '../story/write-row'
import type { SliceImage } from '../world/slice-images'
import type { Chain, EntityRow, FileRow } from './types'

type AnyRow = FileRow | EntityRow
const dayOf = (iso: string): string => new Date(iso).toLocaleDateString('sv')

/** Who and when a row belongs to: one run of a session, or one day from outside (09 §8). */
export const groupOf = (row: AnyRow): string => (row.sessionId === null ? `${row.actor}/${dayOf(row.at)}` : `${row.sessionId}/${row.runId ?? ''}/${row.actor}`)

/** A later row goes on where the earlier one ended: nobody else changed the thing in between. */
const filesFollow = (a: FileRow, b: FileRow): boolean => b.kind === 'modify' && (a.kind === 'modify' || a.kind === 'create') && a.after === b.before

function rowsFollow(a: readonly RowChange[], b: readonly RowChange[]): boolean {
  const ends = new Map(netChanges(a).map((change) => [`${change.key} ${String((change.to ?? change.from)?.['id'])}`, change.to]))
  return netChanges(b).every(({ key, from, to }) => {
    const end = ends.get(`${key} ${String((to ?? from)?.['id'])}`)
    return end === undefined || (end !== null && from !== null && to !== null && contentColumns(key).every((column) => (end[column] ?? null) === (from[column] ?? null)))
  })
}

const bare = ({ id: _id, ...image }: SliceImage): string => JSON.stringify(image)

function entitiesFollow(a: EntityRow, b: EntityRow): boolean {
  if (a.entity !== b.entity || a.entityId !== b.entityId || b.kind !== 'modify') return false
  if (a.area === 'story' && b.area === 'story') return rowsFollow(a.payload.changes, b.payload.changes)
  return a.area === 'world' && b.area === 'world' && b.payload.from !== null && bare(a.payload.to) === bare(b.payload.from)
}

const keyOf = (row: AnyRow): string => ('area' in row ? `${row.area} ${row.entity} ${row.entityId}` : row.path)

function chained<R extends AnyRow>(rows: readonly R[], follow: (a: R, b: R) => boolean): R[][] {
  const chains: R[][] = []
  const open = new Map<string, R[]>()
  for (const row of rows) {
    const key = `${groupOf(row)} ${row.inbox} ${keyOf(row)}`
    const chain = open.get(key)
    const last = chain?.at(-1)
    if (chain !== undefined && last !== undefined && chain.length < 1_000 && follow(last, row)) chain.push(row)
    else {
      const fresh = [row]
      open.set(key, fresh)
      chains.push(fresh)
    }
  }
  return chains
}

const isStory = (row: EntityRow): row is EntityRow & { area: 'story' } => row.area === 'story'
const isWorld = (row: EntityRow): row is EntityRow & { area: 'world' } => row.area === 'world'

/** Rows as items, newest last: edits of one run that follow each other are one. */
export function chainsOf(files: readonly FileRow[], entities: readonly EntityRow[]): Chain[] {
  const bySeq = (a: { seq: number }, b: { seq: number }): number => a.seq - b.seq
  return [
    ...chained(files.toSorted(bySeq), filesFollow).map((rows): Chain => ({ area: 'file', rows })),
    ...chained(entities.filter(isStory).toSorted(bySeq), entitiesFollow).map((rows): Chain => ({ area: 'story', rows })),
    ...chained(entities.filter(isWorld).toSorted(bySeq), entitiesFollow).map((rows): Chain => ({ area: 'world', rows })),
  ]
}

/** The item's id: its area and rows. */
export const idOf = ({ area, rows }: Chain): string => `${area}:${rows.map((row) => row.seq).join('.')}`
export const seqsOf = (id: string): number[] => id.slice(id.indexOf(':') + 1).split('.').map(Number)
export const actorOf = (actor: string): ChangeGroup['actor'] => (actor === 'agent' || actor === 'shell' || actor === 'script' || actor === 'outside' ? actor : 'restore')
