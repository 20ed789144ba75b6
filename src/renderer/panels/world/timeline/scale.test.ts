import { describe, expect, test } from 'vitest'
import { dotsOf, lastUpTo, placeOf, placesOnLine } from './scale'

describe('the line of world time', () => {
  test('one instant stands in the middle, none nowhere', () => {
    expect(placesOnLine([])).toEqual([])
    expect(placesOnLine(['5'])).toEqual([0.5])
  })

  test('from 0 to 1, ascending, a longer time a longer way', () => {
    const places = placesOnLine(['-9223372036854775808', '0', '10', '1000000', '9223372036854775807'])
    expect(places[0]).toBe(0)
    expect(places.at(-1)).toBe(1)
    const steps = places.slice(1).map((place, at) => place - (places[at] ?? 0))
    expect(steps.every((step) => step > 0.03)).toBe(true)
    expect(steps[1]).toBeLessThan(steps[2] ?? 0)
  })

  test('an instant between two stands between them; before the first at the start', () => {
    const instants = ['0', '100', '300']
    const places = placesOnLine(instants)
    expect(placeOf('100', instants, places)).toBe(places[1])
    expect(placeOf('200', instants, places)).toBeCloseTo(((places[1] ?? 0) + 1) / 2)
    expect([placeOf('-5', instants, places), placeOf('999', instants, places)]).toEqual([0, 1])
  })

  test.each([['-1', -1], ['0', 0], ['99', 0], ['100', 1], ['301', 2]])('the last slice up to %s', (instant, at) => {
    expect(lastUpTo(instant, ['0', '100', '300'])).toBe(at)
  })

  test('ten thousand slices are at most as many dots as steps', () => {
    const places = placesOnLine(Array.from({ length: 10_000 }, (_, at) => String(at * 60)))
    expect(dotsOf(places, 300).length).toBeLessThanOrEqual(301)
    expect(dotsOf([0, 0.001, 1], 100)).toEqual([0, 2])
  })
})
