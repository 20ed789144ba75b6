import type { Slice, Subject } from '@shared/world'

/** A list by a key of its rows, made once for each list the store holds. */
function indexed<T extends object>(key: (row: T) => string): (rows: readonly T[] | null, wanted: string | null | undefined) => T | undefined {
  const made = new WeakMap<readonly T[], Map<string, T>>()
  return (rows, wanted) => {
    if (rows === null || wanted === null || wanted === undefined) return undefined
    let index = made.get(rows)
    if (!index) made.set(rows, (index = new Map(rows.map((row) => [key(row), row]))))
    return index.get(wanted)
  }
}

/** The slice at an instant: there is at most one. */
export const sliceAt = indexed<Slice>(({ instant }) => instant)
export const sliceById = indexed<Slice>(({ id }) => id)
export const subjectById = indexed<Subject>(({ id }) => id)
