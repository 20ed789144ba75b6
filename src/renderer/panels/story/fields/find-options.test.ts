import { expect, test } from 'vitest'
import { foundOptions } from './find-options'

const chapters = ['1  第一章 雪夜', '2  第二章', '12  第十二章 长灯', '21  第二十一章', '112  长夜'].map((label, at) => ({ value: String(at), label }))
const found = (typed: string) => foundOptions(chapters, typed).map(({ label }) => label.split(' ')[0]).join(' ')

test.each([
  ['', '1 2 12 21 112'], ['12', '12 112'], ['１２', '12 112'], ['2', '2 21 12 112'], ['长', '12 112'], [' 雪 ', '1'], ['没有', ''],
])('typed %j: %s', (typed, wanted) => expect(found(typed)).toBe(wanted))
