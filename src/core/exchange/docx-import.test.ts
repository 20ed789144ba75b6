import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ImportPlan } from '@shared/import-plan'
import { isSceneBreak, proseLines } from '@shared/prose-lines'
import { countWords } from '@shared/word-count'
import { proveCoverage } from './coverage'
import { makeDocx } from './docx-fixture'
import type { FixtureParagraph } from './docx-fixture'
import { planDocxImport } from './docx-import'
import { importUnits, textOf } from './import-units'
import { toProse } from './to-prose'
import { xmlText } from './xml-text'

const h = (level: number, text: string): FixtureParagraph => ({ text, style: `Heading${level}` })
const p = (text: string): FixtureParagraph => ({ text })
const mammothFile = (name: string): Buffer => readFileSync(`node_modules/mammoth/test/test-data/${name}.docx`)

const shapes: [string, FixtureParagraph[], string[]][] = [
  ['I5 acts and chapters', [h(1, '风卷'), h(2, '雪'), p('他走了。'), h(3, '其一'), p('雪落。'), h(2, '灯'), p('她来了。'), h(1, '终章'), p('完。')], ['V 风卷', 'C 雪', '- 其一', 'C 灯', 'C 终章']],
  ['only Heading 1: chapters', [h(1, '雪'), p('他。'), h(1, '灯'), p('她。')], ['C 雪', 'C 灯']],
  ['only Heading 3: chapters', [h(3, '雪'), p('他。'), h(3, '灯'), p('她。')], ['C 雪', 'C 灯']],
  ['Heading 2 before any Heading 1', [h(2, '序'), p('他。'), h(1, '卷'), h(2, '灯'), p('她。')], ['C 序', 'V 卷', 'C 灯']],
  ['preface and text under an act', [p('献词'), h(1, '卷'), p('卷首的话。'), h(2, '灯'), p('她。')], ['C 前言', 'V 卷', 'C 卷首', 'C 灯']],
  ['no styles: headings by their text', [p('第一章 雪'), p('他走了。'), p('第二章 灯'), p('她来了。')], ['C 第一章 雪', 'C 第二章 灯']],
  ['no headings at all', [p('他走了。')], ['C 正文']],
]

describe('planDocxImport', () => {
  it.each(shapes)('%s', async (_what, paragraphs, expected) => {
    const { plan, text } = await planDocxImport(makeDocx(paragraphs))
    expect(plan.rows.map((row) => `${row.ticked ? (row.kind === 'volume' ? 'V' : 'C') : '-'} ${row.title}`)).toEqual(expected)
    expect(proveCoverage(plan, text)).toEqual({ ok: true, coverage: 1, problems: [] })
    expect(ImportPlan.parse(plan)).toEqual(plan)
    expect(text.replace(/\s/g, '')).toBe(paragraphs.map((one) => one.text).join('').replace(/\s/g, ''))
  })

  it('paragraphs, line breaks and emphasis become Markdown', async () => {
    const raw = '<w:r><w:br/><w:t>她</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t xml:space="preserve">来 </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>了</w:t></w:r>'
    const { plan, text } = await planDocxImport(makeDocx([h(1, '雪'), { text: '他走了。', raw }, p(''), p('***'), p('雪停。')]))
    expect(importUnits(plan.rows).map((unit) => toProse(textOf(unit, text)))).toEqual(['他走了。\n\n她*来* **了**\n\n***\n\n雪停。\n'])
  })

  it('lists footnotes, comments and pictures it does not take', async () => {
    const footnotes = await planDocxImport(mammothFile('footnotes'))
    expect(footnotes.plan.notTaken).toMatchObject([{ reason: 'footnote', detail: 'A tachyon walks into a bar.' }, { reason: 'footnote', detail: 'Fin.' }])
    const comments = await planDocxImport(mammothFile('comments'))
    expect(comments.plan.notTaken.map((one) => one.reason)).toEqual(['comment', 'comment'])
    const picture = await planDocxImport(mammothFile('tiny-picture'))
    expect(picture.plan.notTaken.map((one) => one.reason)).toEqual(['image'])
    const tables = await planDocxImport(mammothFile('tables'))
    expect(tables.text.split('\n\n')).toEqual(['Above', 'Top left', 'Top right', 'Bottom left', 'Bottom right', 'Below', ''])
  })

  it('lists page headers and tracked deletions', async () => {
    const raw = '<w:del w:id="1" w:author="A"><w:r><w:delText>删掉的</w:delText></w:r></w:del>'
    const header = '<w:hdr NS><w:p><w:r><w:t>&lt;页眉&gt; &amp;#38; &#x96EA;</w:t></w:r></w:p></w:hdr>'
    const { plan, text } = await planDocxImport(makeDocx([{ text: '他走了。', raw }], { 'header1.xml': header }))
    expect(text).toBe('他走了。\n\n')
    expect(plan.notTaken.map((one) => one.detail)).toEqual(['deleted in a tracked change: 删掉的', 'page header: <页眉> &#38; 雪'])
  })

  it('refuses what is no docx', async () => {
    await expect(planDocxImport(Buffer.from('他走了。'))).rejects.toThrow(/IMPORT_NOT_DOCX/)
    await expect(planDocxImport(makeDocx([p('他')]).subarray(0, 300))).rejects.toThrow(/IMPORT_NOT_DOCX/)
  })
})

/** Typed in Word, and the line of Markdown that shows it. */
const signs: [string, string][] = [
  ['他说*重点*在这里。', '他说\\*重点\\*在这里。'], ['3*4*5=60', '3\\*4\\*5=60'], ['注*：雪。', '注*：雪。'], ['夜__深__了', '夜\\_\\_深\\_\\_了'], ['file_name_2', 'file_name_2'], ['# 雪', '\\# 雪'], ['#雪', '#雪'],
  ['- 走吧。', '\\- 走吧。'], ['-走', '-走'], ['1. 雪', '1. 雪'], ['> 雪', '> 雪'], ['> # 雪', '\\> # 雪'], ['用`雪`', '用`雪`'], ['```雪', '\\```雪'], ['[雪](a.md)', '\\[雪](a.md)'], ['[雪]停了', '[雪]停了'], ['[注]: 雪', '\\[注]: 雪'],
  ['雪[^1]停', '雪\\[^1]停'], ['<!-- 批注 -->雪', '\\<!-- 批注 -->雪'], ['留<!--着', '留\\<!--着'], ['C:\\路\\雪', 'C:\\路\\雪'], ['C:\\_雪', 'C:\\\\\\_雪'], ['\\<!-- 留 -->', '\\\\\\<!-- 留 -->'], ['他走了——“好。”', '他走了——“好。”'], ['---', '---'],
]

const piece = fc.constantFrom('雪', '夜深了。', '“走吧。”', 'Snow fell', 'a', '7', ' ', '  ', '*', '**', '***', '_', '__', '#', '# ', '>', '- ', '-', '+ ', '1. ', '`', '```', '~~', '[', '](', ')', ']: ', '[^1]', '[x] ', '![', '<!--', '-->', '<b>', '&amp;', '|', ':', '\\', '!', '\u3000', '😀', 'é')
const typedLine = fc.array(piece, { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join('').trim()).filter((line) => line !== '')
const run = (text: string, look: string): string => `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r>`

/** The chapter an import makes of these paragraphs. */
async function proseOf(paragraphs: FixtureParagraph[]): Promise<string> {
  const { plan, text } = await planDocxImport(makeDocx([h(1, '章'), ...paragraphs]))
  expect(proveCoverage(plan, text).ok).toBe(true)
  return importUnits(plan.rows).map((unit) => toProse(textOf(unit, text))).join('')
}

describe('signs that Markdown would take for marks', () => {
  it.each(signs)('%s', async (typed, written) => expect(await proseOf([p(xmlText(typed))])).toBe(`${written}\n`))

  it('whatever is typed, in whatever look, is shown and counted sign by sign', async () => {
    const looked = fc.array(fc.tuple(typedLine, fc.constantFrom('', '', '<w:b/>', '<w:i/>', '<w:b/><w:i/>')), { minLength: 1, maxLength: 4 })
    await fc.assert(fc.asyncProperty(fc.array(looked, { minLength: 1, maxLength: 6 }), async (paragraphs) => {
      const prose = await proseOf(paragraphs.map((runs) => ({ raw: runs.map(([text, look]) => run(text, look)).join('') })))
      const typed = paragraphs.map((runs) => runs.map(([text]) => text).join('').trim())
      expect(proseLines(prose).map((line) => line.text)).toEqual(typed)
      // A scene break counts as nothing (E1); in every other line each sign counts as if it stood behind a backslash.
      const counted = typed.map((line) => countWords(isSceneBreak(line) ? '' : line.replace(/[!-/:-@[-`{-~]/g, '\\$&')))
      expect(countWords(prose)).toEqual({ words: counted.reduce((sum, one) => sum + one.words, 0), withPunctuation: counted.reduce((sum, one) => sum + one.withPunctuation, 0) })
    }), { numRuns: 300 })
  }, 60_000)

  it('a title has its signs and no backslash, whether its style or its text makes it one', async () => {
    const styled = await planDocxImport(makeDocx([h(1, '*雪* [一](a)'), p('他。'), h(3, '# 夜'), p('她。')]))
    expect(styled.plan.rows.map((row) => row.title)).toEqual(['*雪* [一](a)', '夜'])
    const bare = await planDocxImport(makeDocx([p('# 第一章 *雪*'), p('他。'), p('第二章 灯'), p('她。')]))
    expect(bare.plan.rows.map((row) => row.title)).toEqual(['第一章 *雪*', '第二章 灯'])
  })

  it('an italic part of a word stays in the word, and a look that cannot be marked costs no sign', async () => {
    expect(await proseOf([{ raw: run('un', '') + run('believ', '<w:i/>') + run('able ', '') + run('snow', '<w:b/>') }])).toBe('unbelievable **snow**\n')
  })
})
