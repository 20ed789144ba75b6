import { expect, test } from 'vitest'
import type { ToolListRow } from '@shared/procedures/tools'
import { similarTools } from './similar'

const row = (name: string, pack: string): ToolListRow => ({ name, pack, in: true, reason: 'declared', risk: 'low', mutates: false, gate: 'none', tokens: 1, layer: null, state: null, hash: null, why: null, error: null })
const rows = [row('get_story_promise', 'nbook'), row('count_words', 'ext'), row('read', 'nbook')]
const does = (name: string) => ({ get_story_promise: '看伏笔', count_words: '', read: '读文件' })[name] ?? ''

test.each([['列出没有兑现的伏笔', ['get_story_promise']], ['count the words of a chapter', ['count_words']], ['读文件并 count', ['read', 'count_words']], ['天气', []], ['', []]])('%s', (gap, names) => {
  expect(similarTools(gap, rows, does).map((one) => one.name)).toEqual(names)
})
