import { describe, expect, it } from 'vitest'
import type { ExportSection } from '@shared/procedures/export'
import { tickedOf, tickRows, withRows } from './tick-rows'

const chapter = (id: string, number: number, words = 10) => ({ id, number, title: `章${id}`, words, hasText: words > 0, paths: [] })
const act = (id: string, ...chapters: ExportSection['chapters']): ExportSection => ({ act: { id, title: `卷${id}` }, chapters })
const loose = (...chapters: ExportSection['chapters']): ExportSection => ({ act: null, chapters })
const rowAt = (sections: ExportSection[], at: number) => tickRows(sections)[at] ?? expect.fail('no such row')

describe('rows to tick', () => {
  it('acts with their chapters in reading order; one that comes twice has a row for each time', () => {
    const rows = tickRows([act('1', chapter('a', 1), chapter('b', 2, 0)), loose(chapter('c', 3)), act('1', chapter('d', 4))])
    expect(rows.map(({ kind, depth, chapters }) => [kind, depth, chapters.join('')])).toEqual([['act', 0, 'ab'], ['chapter', 1, 'a'], ['chapter', 1, 'b'], ['loose', 0, 'c'], ['chapter', 1, 'c'], ['act', 0, 'd'], ['chapter', 1, 'd']])
    expect(rows.map(({ words, hasText }) => [words, hasText])).toEqual([[10, true], [10, true], [0, false], [10, true], [10, true], [10, true], [10, true]])
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  })

  it('a book without acts is a plain list', () => {
    expect(tickRows([loose(chapter('a', 1), chapter('b', 2))]).map(({ kind, depth }) => [kind, depth])).toEqual([['chapter', 0], ['chapter', 0]])
    expect(tickRows([])).toEqual([])
  })

  it('an act is ticked with all of its chapters, and half when some are', () => {
    const sections = [act('1', chapter('a', 1), chapter('b', 2)), loose(chapter('c', 3))]
    const whole = rowAt(sections, 0)
    const first = rowAt(sections, 1)
    expect(tickedOf(whole, new Set())).toBe('none')
    const some = withRows(new Set(['c']), [first], true)
    expect([[...some].toSorted(), tickedOf(whole, some)]).toEqual([['a', 'c'], 'some'])
    const all = withRows(some, [whole], true)
    expect(tickedOf(whole, all)).toBe('all')
    expect([...withRows(all, [whole, first], false)]).toEqual(['c'])
  })
})
