import { expect, test } from 'vitest'
import { chineseNumber } from './chinese-number'

test.each([[1, '一'], [10, '十'], [12, '十二'], [20, '二十'], [21, '二十一'], [100, '一百'], [105, '一百零五'], [110, '一百一十'], [1001, '一千零一'], [1010, '一千零一十'], [9999, '九千九百九十九']])('%i is %s', (n, written) => {
  expect(chineseNumber(n)).toBe(written)
})
