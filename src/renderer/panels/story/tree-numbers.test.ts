import { expect, test } from 'vitest'
import { chineseNumber } from './chinese-number'
import { readNumber } from '@shared/written-number'
import { nextActTitle, nextTitle } from './tree-numbers'

test('reads back every number as it is written', () => {
  for (const n of [1, 9, 10, 12, 20, 21, 100, 105, 110, 999, 1_001, 1_010, 9_999]) expect(readNumber(chineseNumber(n))).toBe(n)
  expect([readNumber('１２'), readNumber('12'), readNumber('一二'), readNumber('两百')]).toEqual([12, 12, 12, 200])
})

const words = { numbered: (n: number) => `第${chineseNumber(n)}章`, plain: (copy: number) => (copy === 1 ? '新章' : `新章 ${copy}`) }
const of = (titles: readonly string[], actId: string | null = null) => titles.map((title) => ({ title, actId }))

test.each([
  [[], '第一章'], [['第一章', '第十二章 雪夜'], '第十三章'], [['第3章'], '第四章'], [['楔子', '灯花'], '第三章'], [['楔子'], '第一章'], [['Chapter 7'], '第八章'], [['第二章', '第一章'], '第三章'], [['第五回'], '第六章'],
])('after %j comes %s', (titles, wanted) => expect(nextTitle(of(titles), { at: titles.length, actId: null }, words)).toBe(wanted))

test.each([
  ['between two that count on', ['第一章', '第二章', '第三章'], 1, '新章'],
  ['and once more', ['第一章', '新章', '第二章'], 2, '新章 2'],
  ['in a gap', ['第一章', '第二章', '第五章'], 2, '第三章'],
  ['before all others', ['第一章'], 0, '新章'],
])('%s: by its place', (_what, titles, at, wanted) => expect(nextTitle(of(titles), { at, actId: null }, words)).toBe(wanted))

test('acts that count anew have numbers of their own; acts that count on share them, with chapters of no act too', () => {
  const anew = [...of(['第一章', '第二章'], '1'), ...of(['第一章'], '2')]
  expect([nextTitle(anew, { at: 2, actId: '1' }, words), nextTitle(anew, { at: 3, actId: '2' }, words), nextTitle(anew, { at: 3, actId: '3' }, words)]).toEqual(['第三章', '第二章', '第一章'])
  const on = [...of(['第一章', '第二章'], '1'), ...of(['第三章'], null)]
  expect([nextTitle(on, { at: 2, actId: '1' }, words), nextTitle(on, { at: 3, actId: null }, words)]).toEqual(['新章', '第四章'])
})

test('the next act is one above the highest', () => {
  const named = (n: number) => `第${chineseNumber(n)}卷`
  expect([nextActTitle([], named), nextActTitle(['第一卷', '第三卷 长夜'], named), nextActTitle(['风起', '雪落'], named), nextActTitle(['Part 2'], named)]).toEqual(['第一卷', '第四卷', '第三卷', '第三卷'])
})
