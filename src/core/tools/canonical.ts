import { hash } from 'node:crypto'

/** JSON with sorted keys and no white space: the text whose hash covers arguments, effects and definitions (05 §6, 08 §2). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? 'null'
}

export function sha256(text: string | Uint8Array): string {
  return hash('sha256', text)
}

export function hashOf(value: unknown): string {
  return sha256(canonicalJson(value))
}

const hashes = new WeakMap<object, string>()
/** The hash of a call's checked arguments, which nothing changes (08 §4): asked for several times in the life of a call. */
export function argumentsHash(args: unknown): string {
  if (typeof args !== 'object' || args === null) return hashOf(args)
  const hash = hashes.get(args) ?? hashOf(args)
  hashes.set(args, hash)
  return hash
}

/** What is in order already, as most arguments are, is given as it is. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const items: unknown[] = value.map(sorted)
    return items.every((item, at) => item === value[at]) ? value : items
  }
  const entries = Object.entries(value)
  const items = entries.map(([, item]) => sorted(item))
  if (Object.getPrototypeOf(value) === Object.prototype && entries.every(([key, item], at) => item === items[at] && (at === 0 || (entries[at - 1]?.[0] ?? '') < key))) return value
  const kept = entries.map(([key], at): [string, unknown] => [key, items[at]]).filter(([, item]) => item !== undefined)
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}
