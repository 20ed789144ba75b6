import { describe, expect, it } from 'vitest'
import { proseLines } from './prose-lines'

/** A line as read, italic in ‹›, bold in «». */
const read = (line: string) => proseLines(line).map(({ kind, text, runs }) => {
  expect(runs.map((run) => run.text).join('')).toBe(text)
  return [kind, runs.map((run) => (run.bold ? '«' : '') + (run.italic ? '‹' : '') + run.text + (run.italic ? '›' : '') + (run.bold ? '»' : '')).join('')]
})

describe('a line of prose', () => {
  it.each([
    ['面积是3*4*5=60。他骂了句f**k，又一句s**t。文件名a*b和c*d。', '面积是3*4*5=60。他骂了句f**k，又一句s**t。文件名a*b和c*d。'],
    ['snake__case__x 和 a_b', 'snake__case__x 和 a_b'], ['他*走*了', '他‹走›了'], ['“**走**吧。”', '“«走»吧。”'], ['他***走***了', '他«‹走›»了'], ['他__走__了', '他«走»了'],
    ['**他*走*了**', '«他»«‹走›»«了»'], ['***他*走**', '«‹他›»«走»'], ['**他*走***', '«他»«‹走›»'], ['*他***走**', '‹他›«走»'], ['他*a*b*了', '他‹a*b›了'], ['他*a_b*了', '他‹a_b›了'], ['他_走_了', '他_走_了'],
    ['他* 走*了', '他* 走*了'], ['他*走 *了', '他*走 *了'], ['他*走 * 远*了', '他‹走 * 远›了'], ['2 * 3 * 4', '2 * 3 * 4'], ['*注：他走了。', '*注：他走了。'], ['他**走*了', '他**走*了'], ['他**走了*远*', '他**走了‹远›'], ['他**走__了', '他**走__了'],
    ['\\*星\\*', '*星*'], ['他\\**走*了', '他*‹走›了'], ['*他\\*走*了', '‹他*走›了'], ['\\# 星', '# 星'], ['\\*\\*\\*', '***'], ['\\---', '---'], ['\\\\*走*了', '\\‹走›了'], ['C:\\路\\a\\', 'C:\\路\\a\\'], ['1\\. \\[a\\]', '1. [a]'], ['\\<!-- 留 -->', '<!-- 留 -->'],
  ])('%s', (line, wanted) => expect(read(line)).toEqual([['paragraph', wanted]]))

  it.each([['# 夜', 'heading', '夜'], ['## **夜**', 'heading', '«夜»'], ['#夜', 'paragraph', '#夜'], ['* * *', 'break', '* * *'], ['# \\# 夜', 'heading', '# 夜']])('%s is a %s', (line, kind, text) => expect(read(line)).toEqual([[kind, text]]))

  it('a line of nothing but marks takes no longer than its length asks for', () => {
    const began = performance.now()
    for (const line of [`${' *a'.repeat(60_000)}${'a** '.repeat(60_000)}`, '# '.repeat(60_000), `${' *a'.repeat(60_000)}${'a* '.repeat(60_000)}`]) proseLines(line)
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
