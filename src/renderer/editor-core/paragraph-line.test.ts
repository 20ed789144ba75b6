import { describe, expect, it } from 'vitest'
import { isIndented, lookOf } from './paragraph-line'

describe('how a line is drawn', () => {
  it.each([
    ['他走了。', '', true, { indent: true }], ['', '他走了。', true, { indent: true, space: true }], ['', '', true, { indent: true, space: false }], ['', null, true, { indent: true, space: false }],
    ['\u3000\u3000他走了。', '', true, { indent: false }], ['  他走了。', '', true, { indent: false }], ['# 第一章', null, true, { indent: false, heading: true }],
    ['#雪', '', true, { indent: true, heading: false }], ['***', '', true, { indent: false, quiet: true }], ['* * *', '', true, { indent: false, quiet: true }], ['*雪*落', '', true, { indent: true, quiet: false }],
    ['——他说', '', true, { indent: true }], ['<!-- 批注 -->', '', true, { indent: false, quiet: true }], ['- 一项', '', true, { indent: false }], ['He left.', '', false, { indent: false }],
  ] as const)('%j after %j', (line, previous, indented, expected) => expect(lookOf(line, previous, indented)).toMatchObject(expected))

  it.each([['他走了。', false, true], ['He left the house.', true, false], ['', true, true], ['', false, false], ['He said 你好 to her and left.', true, false], ['他打开 iPhone 看了一眼。', false, true]] as const)(
    '%j is indented: default %s, %s', (sample, byDefault, expected) => expect(isIndented(sample, byDefault)).toBe(expected))
})
