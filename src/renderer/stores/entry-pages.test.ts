import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry } from '@shared/session'
import { EntryPages } from './entry-pages'

const entry = (id: string) => ({ id }) as Entry
const additions = fc.array(fc.record({ first: fc.nat(450), count: fc.integer({ min: 1, max: 130 }) }), { maxLength: 12 })

test('places hold what was put there last, whatever the order; an older one is not changed by what is added', () => {
  fc.assert(fc.property(additions, (given) => {
    let pages = EntryPages.none
    const places = new Map<number, Entry>()
    for (const [n, { first, count }] of given.entries()) {
      const before = pages
      const known = before.loaded()
      const added = Array.from({ length: count }, (_, at) => entry(`en_${n}_${at}`))
      pages = pages.with(first, added)
      added.forEach((one, at) => places.set(first + at, one))
      expect(before.loaded()).toEqual(known)
    }
    for (let place = 0; place < 600; place += 1) expect(pages.get(place)).toBe(places.get(place))
    expect(pages.loaded()).toEqual([...places].sort(([a], [b]) => a - b).map(([, one]) => one))
    for (const { id } of places.values()) expect(pages.holds(id)).toBe(true)
    expect([pages.holds('en_none'), EntryPages.none.loaded(), pages.get(-1)]).toEqual([false, [], undefined])
  }))
})
