import type { Entry } from '@shared/session'

/**
 * What is known of a list of entries that only grows, as a branch in the cache does: each entry is taken in once, so a step of
 * a long session costs what it adds (13 row 8). Another list begins anew.
 */
export function grown<Known>(start: () => Known, take: (known: Known, entry: Entry, at: number) => void): (entries: readonly Entry[]) => Known {
  const lists = new WeakMap<readonly Entry[], { seen: number; readonly known: Known }>()
  return (entries) => {
    const list = lists.get(entries) ?? { seen: 0, known: start() }
    lists.set(entries, list)
    for (let entry = entries[list.seen]; entry !== undefined; entry = entries[list.seen]) take(list.known, entry, list.seen++)
    return list.known
  }
}
