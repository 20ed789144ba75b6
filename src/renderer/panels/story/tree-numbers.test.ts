import { expect, test } from 'vitest'
import { chineseNumber } from './chinese-number'
import { nextTitle, readNumber } from './tree-numbers'

test('reads back every number as it is written', () => {
  for (const n of [1, 9, 10, 12, 20, 21, 100, 105, 110, 999, 1_001, 1_010, 9_999]) expect(readNumber(chineseNumber(n))).toBe(n)
  expect([readNumber('１２'), readNumber('12'), readNumber('一二'), readNumber('两百')]).toEqual([12, 12, 12, 200])
})

test.each([
  [[], '第一章'], [['第一章', '第十二章 雪夜'], '第十三章'], [['第3章'], '第四章'], [['楔子', '灯花'], '第三章'], [['Chapter 7'], '第八章'],
])('after %j comes %s', (titles, wanted) => expect(nextTitle(titles, (n) => `第${chineseNumber(n)}章`)).toBe(wanted))
