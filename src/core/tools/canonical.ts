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

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([key, item]) => [key, sorted(item)]))
}
