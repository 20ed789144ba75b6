/** What is known of a place before it is searched. */
export interface Known {
  /** The files below the place that are no UTF-8; null: not known. */
  readonly names: readonly string[] | null
  /** Whether nothing changed since this was asked. */
  holds(): boolean
  /** Keeps what a search that began after this was asked has found of all files. */
  keep(names: readonly string[]): void
}

const MOST_PLACES = 16
/** Each is looked at again by every search. */
const MOST_NAMES = 100

/**
 * Which files of a searched place are no UTF-8, as long as nothing changes there: to find that out costs a search more than all
 * else (bench row 7). `seen` counts the changes of the project's folder, null where it does not (`Watcher`). What it does not tell,
 * inside node_modules or of ignore files outside the folder, makes a note of skipped files old until the next change, never a row
 * wrong: what is shown and what is named is looked at by every search.
 */
export function createNotUtf8Memo(seen: (real: string) => number | null): { of(real: string, filters: readonly string[]): Known | null } {
  const kept = new Map<string, readonly string[]>()
  let at: number | null = null
  return {
    of: (real, filters) => {
      const count = seen(real)
      if (count === null) return null
      if (count !== at) kept.clear()
      at = count
      const key = [real, ...filters].join('\0')
      return {
        names: kept.get(key) ?? null,
        holds: () => seen(real) === count,
        keep: (names) => { if (at === count && names.length <= MOST_NAMES && kept.size < MOST_PLACES) kept.set(key, names) },
      }
    },
  }
}
