import { describe, expect, test } from 'vitest'
import { noneYet, turn, type Standing } from './give-way'
import type { Part, Widths } from './room'

const nobody = () => false
/** Opens and closes what `turn` asks for until it asks for nothing. */
function settle(standing: Standing, window: number, open: Widths, holdsKeys: (part: Part) => boolean = nobody): { standing: Standing; open: Widths; said: string[] } {
  const said: string[] = []
  for (let left = 9; left > 0; left -= 1) {
    const { standing: next, closes, returns } = turn(standing, window, open, holdsKeys)
    standing = next
    if (closes === null && returns === null) return { standing, open, said }
    said.push(closes === null ? `+${String(returns)}` : `-${closes}`)
    open = closes === null ? { ...open, [String(returns)]: 300 } : Object.fromEntries(Object.entries(open).filter(([part]) => part !== closes))
  }
  throw new Error('it never comes to rest')
}
const list = { side: 280 }
const both = { ...list, assistant: 380 }

describe('a part that gave way', () => {
  const crowded = settle(settle(noneYet, 1_100, both).standing, 1_100, { ...both, drawer: 0 })

  test('is the one that was opened first, and comes back when the newer one is closed', () => {
    expect(crowded.said).toEqual(['-side'])
    expect(settle(crowded.standing, 1_100, { assistant: 380 })).toMatchObject({ said: ['+side'], open: { side: 300, assistant: 380 }, standing: { gone: [] } })
  })

  test('comes back in a wider window, not in one too narrow for more than one', () => {
    expect(settle(crowded.standing, 1_920, crowded.open).said).toEqual(['+side'])
    expect(settle(crowded.standing, 700, crowded.open).said).toEqual([])
  })

  test('is not opened again when the author has opened and closed it himself', () => {
    const opened = settle(crowded.standing, 1_100, { ...crowded.open, ...list })
    expect(opened.said).toEqual(['-assistant'])
    const closed = settle(opened.standing, 1_100, { drawer: 0 })
    expect(closed.said).toEqual(['+assistant'])
    expect(settle(closed.standing, 1_100, { assistant: 380 }).said).toEqual([])
  })

  test('never the one that has the keys', () => {
    expect(settle(settle(noneYet, 1_100, both).standing, 1_100, { ...both, drawer: 0 }, (part) => part === 'side').said).toEqual(['-assistant'])
  })
})
