import { createHash } from 'node:crypto'

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, ordered(v)]))
}

/** SHA-256 of canonical JSON (keys sorted). */
export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(ordered(value))).digest('hex')

export const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))
