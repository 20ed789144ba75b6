import type { MissingSession, Session } from '@shared/session'

/** A row of the tree: a conversation, or only the name of one that is gone. */
export type TreeRow = { depth: number } & ({ session: Session; /** What asked for it is gone. */ orphan: boolean } | { missing: MissingSession })

/** Newest first, a parent as new as the newest below it. */
function byActivity(rows: readonly Session[], newest: (session: Session) => string): Session[] {
  return rows.toSorted((a, b) => newest(b).localeCompare(newest(a)))
}

/** Root conversations, each with its linked ones below, missing ones named; nothing that exists is left out (09 §6, A8). */
export function sessionTree(list: readonly Session[], missing: readonly MissingSession[]): TreeRow[] {
  const byId = new Map(list.map((session) => [session.id, session]))
  const children = new Map<number, Session[]>()
  for (const session of list) if (session.parentId !== null) children.set(session.parentId, [...(children.get(session.parentId) ?? []), session])
  const placed = new Set<number>()
  const newest = (session: Session, above: readonly number[] = []): string =>
    (children.get(session.id) ?? []).filter((one) => !above.includes(one.id)).reduce((at, one) => { const below = newest(one, [...above, session.id]); return below > at ? below : at }, session.updatedAt)
  const rows: TreeRow[] = []
  const place = (session: Session, depth: number): void => {
    if (placed.has(session.id)) return
    placed.add(session.id)
    rows.push({ session, depth, orphan: session.parentId !== null && !byId.has(session.parentId) })
    // In the order they were asked for: that is how the parent tells of them.
    for (const one of (children.get(session.id) ?? []).toSorted((a, b) => a.id - b.id)) place(one, depth + 1)
    for (const one of missing) if (one.parentId === session.id) rows.push({ missing: one, depth: depth + 1 })
  }
  for (const root of byActivity(list.filter((one) => one.parentId === null || !byId.has(one.parentId)), newest)) place(root, 0)
  // Links that run in a circle hang from no root.
  for (const session of list) place(session, 0)
  return rows
}

/** Without what is put away, unless something in use hangs below it; `keep` stays in any case. */
export function withoutArchived(rows: readonly TreeRow[], keep: number | null): TreeRow[] {
  const used = (at: number): boolean => {
    const row = rows[at]
    if (row === undefined) return false
    if ('session' in row && (row.session.status !== 'archived' || row.session.id === keep)) return true
    for (let next = at + 1; next < rows.length && (rows[next]?.depth ?? 0) > row.depth; next += 1) {
      const below = rows[next]
      if (below && 'session' in below && (below.session.status !== 'archived' || below.session.id === keep)) return true
    }
    return 'missing' in row
  }
  // A missing one goes where its parent goes.
  const shown = rows.filter((row, at) => 'session' in row && used(at))
  const ids = new Set(shown.map((row) => ('session' in row ? row.session.id : -1)))
  return rows.filter((row) => ('session' in row ? ids.has(row.session.id) : ids.has(row.missing.parentId)))
}
