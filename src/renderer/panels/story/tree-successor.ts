import type { TreeRow } from './tree-rows'

const isClosed = (row: TreeRow): boolean => (row.kind === 'act' || row.kind === 'chapter') && !row.open

/** Which row is current when the one that was is gone: its folded parent, else the next row no deeper than it was, else the one before. */
export function treeSuccessor(before: readonly TreeRow[], now: readonly TreeRow[], key: string): TreeRow | null {
  const at = before.findIndex((row) => row.key === key)
  const gone = before[at]
  if (!gone) return null
  const there = new Map(now.map((row) => [row.key, row]))
  const parent = before.slice(0, at).findLast((row) => row.depth < gone.depth)
  const folded = parent && there.get(parent.key)
  if (folded && isClosed(folded)) return folded
  const near = [...before.slice(at + 1).filter((row) => row.depth <= gone.depth), ...before.slice(0, at).toReversed()]
  for (const row of near) {
    const found = row.kind === 'heading' ? undefined : there.get(row.key)
    if (found) return found
  }
  return null
}
