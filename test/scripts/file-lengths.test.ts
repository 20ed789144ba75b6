import { describe, expect, it } from 'vitest'
import { lengthReport, percentile } from '../../scripts/file-lengths.mjs'
import { fixtureImports } from '../../scripts/renderer-fixtures.mjs'
import { countLines } from '../../scripts/source-files.mjs'
import { shareReport } from '../../scripts/test-share.mjs'

const file = (path: string, lines: number) => ({ path, lines, isTest: false })

describe('file lengths', () => {
  it.each([
    [[], 0.5, 0],
    [[7], 0.5, 7],
    [[3, 1, 2], 0.5, 2],
    [[1, 2, 3, 4], 0.5, 2],
    [[10, 1, 2, 3, 4, 5, 6, 7, 8, 9], 0.9, 9],
    [[5, 9, 1], 1, 9],
  ])('percentile of %j at %d is %d', (numbers, share, expected) => {
    expect(percentile(numbers, share)).toBe(expected)
  })

  it.each([['', 0], ['a', 1], ['a\n', 1], ['a\nb', 2], ['a\n\n', 2]])('%j has %d lines', (text, lines) => {
    expect(countLines(text)).toBe(lines)
  })

  it('passes at 400 lines and names what is long', () => {
    const report = lengthReport([file('a.ts', 20), file('b.ts', 301), file('c.ts', 400), file('d.ts', 300)])
    expect(report.ok).toBe(true)
    expect(report.long.map((one: { path: string }) => one.path)).toEqual(['c.ts', 'b.ts'])
  })

  it('fails above 400 lines and says which file', () => {
    const report = lengthReport([file('a.ts', 20), file('big.ts', 401)])
    expect(report.ok).toBe(false)
    expect(report.lines.at(-1)).toBe('Too long: big.ts has 401 lines (at most 400).')
  })
})

describe('other reports', () => {
  it('says the share of tests, and warns when it is small', () => {
    expect(shareReport([{ lines: 50, isTest: false }, { lines: 50, isTest: true }])).toEqual(['Tests are 50 % of 100 lines.'])
    expect(shareReport([{ lines: 80, isTest: false }, { lines: 20, isTest: true }])[0]).toContain('Warning')
    expect(shareReport([])[0]).toContain('0 % of 0 lines')
  })

  it.each([
    ["import { novel } from '../fixtures/novel'", 1],
    ["import '../mocks/bridge'", 1],
    ["const a = await import('./mock-data')", 1],
    ["import { x } from './story'", 0],
    ["const fixture = 'none'", 0],
  ])('finds made-up data in %s: %d', (text, count) => {
    expect(fixtureImports([{ path: 'src/renderer/a.ts', text, isTest: false }])).toHaveLength(count)
    expect(fixtureImports([{ path: 'src/renderer/a.test.ts', text, isTest: true }])).toEqual([])
  })
})
