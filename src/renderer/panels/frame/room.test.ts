import { describe, expect, test } from 'vitest'
import { leastText, roomFor, type Widths } from './room'

const textOf = (window: number, widths: Widths) => window - 64 - Object.values(widths).reduce((sum, width) => sum + width, 0)
const two = { side: 280, assistant: 380 }
const three = { ...two, drawer: 1 }

describe('the text keeps its least width', () => {
  test.each([[1_920, three], [1_440, three], [1_280, three], [1_280, { ...two, history: 1 }], [1_100, two], [1_100, { side: 280, drawer: 1 }], [900, two], [900, three], [900, { side: 520, assistant: 720 }]])('at %i beside %o', (window, open) => {
    const { widths, fits } = roomFor(window, open)
    expect(fits).toBe(true)
    expect(textOf(window, widths)).toBeGreaterThanOrEqual(leastText(window))
  })

  test.each([[1_100, three], [1_280, { ...three, history: 1 }], [900, { ...two, history: 1 }]])('at %i there is no room for %o: one has to give way', (window, open) => {
    expect(roomFor(window, open).fits).toBe(false)
  })

  test('with room enough each is as wide as the author made it', () => {
    expect(roomFor(1_920, three).widths).toEqual({ side: 280, drawer: 460, assistant: 380 })
    expect(roomFor(1_440, two).widths).toEqual(two)
  })
})
