import type { MissingSession, Session } from '@shared/session'
import { newProfile } from '../../stores/new-session'

/** A row of the tree: a conversation, or only the name of one that is gone. */
export type TreeRow = { depth: number } & ({ session: Session; /** What asked for it is gone. */ orphan: boolean } | { missing: MissingSession })

/** Root conversations, each with its linked ones below, missing ones named; nothing that exists is left out (09 §6, A8). */
export function sessionTree(list: readonly Session[], missing: readonly MissingSession[]): TreeRow[] {
  const known = new Set(list.map(({ id }) => id))
  const children = Map.groupBy(list, (session) => session.parentId)
  const placed = new Set<number>()
  /** Of a root: no circle hangs below one. */
  const newest = (session: Session): string => (children.get(session.id) ?? []).map(newest).reduce((at, below) => (below > at ? below : at), session.updatedAt)
  const rows: TreeRow[] = []
  const place = (session: Session, depth: number): void => {
    if (placed.has(session.id)) return
    placed.add(session.id)
    rows.push({ session, depth, orphan: session.parentId !== null && !known.has(session.parentId) })
    // In the order they were asked for: that is how the parent tells of them.
    for (const one of (children.get(session.id) ?? []).toSorted((a, b) => a.id - b.id)) place(one, depth + 1)
    for (const one of missing) if (one.parentId === session.id) rows.push({ missing: one, depth: depth + 1 })
  }
  // Newest first, a parent as new as the newest below it.
  const roots = list.filter((one) => one.parentId === null || !known.has(one.parentId)).map((session) => ({ session, at: newest(session) }))
  for (const { session } of roots.toSorted((a, b) => b.at.localeCompare(a.at))) place(session, 0)
  // Links that run in a circle hang from no root.
  for (const session of list) place(session, 0)
  return rows
}

/** Made by "new conversation", never begun, and without a name of its own; what something else made is listed, also empty (A8). */
const unbegun = ({ kind, profileKey, parentId, activeLeafId, status, titleSource }: Session): boolean => kind === 'chat' && profileKey === newProfile && parentId === null && activeLeafId === null && status === 'idle' && titleSource === 'placeholder'

/** Without conversations that were opened and left before a word was sent; `keep` stays in any case: the one in front, those with unsent words. */
export function withoutUnbegun(rows: readonly TreeRow[], keep: ReadonlySet<number>): TreeRow[] {
  return rows.filter((row, at) => !('session' in row) || keep.has(row.session.id) || !unbegun(row.session) || (rows[at + 1]?.depth ?? 0) > row.depth)
}

/** Without what is put away, unless something in use hangs below it; `keep` stays in any case. */
export function withoutArchived(rows: readonly TreeRow[], keep: number | null): TreeRow[] {
  const shown = new Set<number>()
  /** Upwards: the depth whose parent is still to come. */
  let waiting = 0
  for (const row of rows.toReversed()) {
    if (!('session' in row) || (row.depth >= waiting && row.session.status === 'archived' && row.session.id !== keep)) continue
    shown.add(row.session.id)
    waiting = row.depth
  }
  // A missing one goes where its parent goes.
  return rows.filter((row) => shown.has('session' in row ? row.session.id : row.missing.parentId))
}
