import { fail } from '@shared/fault'
import type { Json } from '@shared/world'
import { escaped, isReserved } from './path'

const maxBytes = 16 * 1024
const maxDepth = 16

const ordered = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(ordered)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, ordered(inner)]))
}

/** JSON with sorted keys: equal texts are equal values (03 §2 "distinct by canonical JSON"). */
export const canonical = (value: Json): string => JSON.stringify(value !== null && typeof value === 'object' ? ordered(value) : value)

function refuse(pointer: string, actual: string, expected: string): never {
  fail('VALUE_INVALID', `The value at ${pointer} cannot be stored.`, { pointer, actual, expected, fix: 'Give plain JSON.' })
}

function checkNode(value: unknown, pointer: string, depth: number): void {
  if (depth > maxDepth) refuse(pointer, `more than ${maxDepth} levels`, `at most ${maxDepth} levels`)
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) refuse(pointer, 'half of a surrogate pair', 'well-formed text')
      return
    case 'boolean': return
    case 'number':
      if (!Number.isFinite(value)) refuse(pointer, String(value), 'a finite number')
      return
    case 'object': {
      if (value === null) return
      if (Array.isArray(value)) {
        value.forEach((item, i) => checkNode(item, `${pointer}/${i}`, depth + 1))
        return
      }
      for (const [key, inner] of Object.entries(value)) {
        if (isReserved(key)) refuse(`${pointer}/${key}`, `the key ${key}`, 'no reserved name')
        if (!key.isWellFormed()) refuse(pointer, 'a key with half of a surrogate pair', 'well-formed text')
        checkNode(inner, `${pointer}/${escaped(key)}`, depth + 1)
      }
      return
    }
    default: refuse(pointer, typeof value, 'a string, number, true, false, null, list or object')
  }
}

/** Checks a patch value: JSON of at most 16 KB and 16 levels, without reserved names (03 §1). VALUE_INVALID. */
export function checkJson(value: unknown, pointer: string): Json {
  checkNode(value, pointer, 1)
  const bytes = Buffer.byteLength(JSON.stringify(value))
  if (bytes > maxBytes) refuse(pointer, `${bytes} bytes`, `at most ${maxBytes} bytes`)
  return value as Json
}
