import { describe, expect, it } from 'vitest'
import { commandIn, fileMention, matching, namingAt, withChoice } from './completion'

const at = (text: string) => { const found = namingAt(text, text.length); return found === null ? null : `${found.kind} ${found.query}` }

describe('naming in the composer (09 §6, 07 §7)', () => {
  it.each([
    ['/', 'command '], ['/pl', 'command pl'], ['好/pl', null], ['看 /pl', null], ['/pl 再说', null],
    ['$', 'skill '], ['用 $chapter', 'skill chapter'], ['用$chapter-opening', 'skill chapter-opening'], ['US$5', null], ['$a b', null],
    ['@', 'file '], ['看看@第一', 'file 第一'], ['看 @manuscript/第一', 'file manuscript/第一'], ['me@example.com', null], ['（@序', 'file 序'], ['没有', null], ['', null],
  ])('%s → %s', (text, expected) => { expect(at(text)).toBe(expected) })

  it.each([
    ['/plan', { id: 'plan', rest: '' }], ['/plna 写下一章\n要长', { id: 'plna', rest: '写下一章\n要长' }], ['/规划', { id: '规划', rest: '' }], ['/plan ', { id: 'plan', rest: '' }],
    [' /plan', null], ['/', null], ['/ plan', null], ['/home/a.md 里写了什么', null], ['写 /plan', null], ['', null],
  ])('the command of %o', (text, expected) => { expect(commandIn(text)).toEqual(expected) })

  it('only what stands before the caret counts, and only that is replaced', () => {
    const naming = namingAt('看@第 一章', 3)
    expect(naming).toMatchObject({ kind: 'file', query: '第', from: 1, to: 3 })
    expect(naming && withChoice('看@第 一章', naming, fileMention('manuscript/001 雪夜.md'))).toEqual({ text: '看@"manuscript/001 雪夜.md"  一章', caret: 25 })
  })

  it('every part of the query counts; a beginning stands first', () => {
    expect(matching(['b/ab.md', 'ab/c.md', 'x.md'], 'ab', (one) => one)).toEqual(['ab/c.md', 'b/ab.md'])
    expect(matching(['manuscript/001.md', 'lorebook/001.md'], 'lore/001', (one) => one)).toEqual(['lorebook/001.md'])
  })
})
