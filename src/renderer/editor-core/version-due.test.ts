import { describe, expect, it } from 'vitest'
import { sameDay, takesMuch, versionDue } from './version-due'

const now = Date.parse('2026-03-01T12:00:00')
describe('versions while writing', () => {
  it.each([
    [{ lastKept: null, keptToday: false }, 'day'], [{ lastKept: now - 60_000, keptToday: false }, 'day'],
    [{ lastKept: now - 599_999, keptToday: true }, 'none'], [{ lastKept: now - 600_000, keptToday: true }, 'time'], [{ lastKept: null, keptToday: true }, 'none'],
  ] as const)('%o: %s', (clock, due) => expect(versionDue(clock, now)).toBe(due))

  it.each([[201, 5_000, 4_799, true], [200, 5_000, 4_800, false], [21, 21, 0, true], [20, 20, 0, false]])('%i of %i gone, %i left: kept %s', (removed, held, left, kept) => expect(takesMuch(removed, held, left)).toBe(kept))

  it('knows one day from the next', () => {
    expect(sameDay(now, Date.parse('2026-03-01T23:59:59'))).toBe(true)
    expect(sameDay(now, Date.parse('2026-03-02T00:00:01'))).toBe(false)
  })
})
