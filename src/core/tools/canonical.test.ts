import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalJson } from './canonical'

/** The rule in its plainest words: a copy with its keys in order, whether it was in order or not. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([key, item]) => [key, copied(item)]))
}

it('is the text of a copy with sorted keys, for every value', () => {
  const key = fc.oneof(fc.string(), fc.constantFrom('a', 'b', 'ab', '1', '10', '9', '-1', '__proto__', 'toJSON', '文'))
  const value = fc.anything({ key, withDate: true, withMap: true, withNullPrototype: true, withObjectString: true, withSparseArray: true })
  fc.assert(fc.property(value, (given) => { expect(canonicalJson(given)).toBe(JSON.stringify(copied(given)) ?? 'null') }), { numRuns: 2_000 })
})

it('sees the order of what lies deep, and drops what is undefined', () => {
  expect(canonicalJson({ a: [{ c: 1, b: undefined }, { z: { y: 1, x: 2 } }], b: 1 })).toBe('{"a":[{"c":1},{"z":{"x":2,"y":1}}],"b":1}')
  expect(canonicalJson({ a: 1, at: new Date(0) })).toBe('{"a":1,"at":{}}')
})
