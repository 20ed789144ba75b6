import { describe, expect, it } from 'vitest'
import { splitHeadings } from './split-headings'

const auto = { kind: 'auto' } as const
const body = '　　他走了，雪落下来。\n\n'
/** One line a segment: V volume, C chapter; unticked ones with their reason. */
const shape = (text: string, rule: Parameters<typeof splitHeadings>[1] = auto): string[] =>
  splitHeadings(text, rule).map((one) => (one.ticked ? `${one.kind === 'volume' ? 'V' : 'C'} ${one.title}` : `- ${one.title} (${one.reason})`))

const cases: [string, string, string[]][] = [
  ['I6 no headings: one chapter', `${body}${body}`, ['C 正文']],
  ['an empty file is one empty chapter', '', ['C 正文']],
  ['English without headings', 'He left.\n', ['C Text']],
  ['preface kept', `《风雪》\n作者：某某\n\n第一章 雪\n${body}`, ['C 前言', 'C 第一章 雪']],
  ['blank lines above the first heading are no preface', `\n\n　\n第一章 雪\n${body}`, ['C 第一章 雪']],
  ['I2 第一封信 unticked', `第一章 雪\n${body}第一封信\n${body}第二章 灯\n${body}`, ['C 第一章 雪', '- 第一封信 (counted-noun)', 'C 第二章 灯']],
  ['only look-alikes: one chapter', `第一封信\n${body}第四本书\n${body}`, ['C 正文', '- 第四本书 (counted-noun)']],
  ['an end mark is text', `第一卷 风\n第一章 雪\n${body}第一章完\n${body}第二章 灯\n${body}【第二章 完】\n${body}第一卷 完\n第二卷 火\n第三章 完\n${body}`,
    ['V 第一卷 风', 'C 第一章 雪', '- 第一章完 (sentence)', 'C 第二章 灯', '- 第二章 完 (sentence)', '- 第一卷 完 (sentence)', 'V 第二卷 火', 'C 第三章 完']],
  ['a last chapter called 完', `第八章 雪\n${body}第九章 完\n${body}`, ['C 第八章 雪', 'C 第九章 完']],
  ['volumes and an opening', `第一卷 风\n卷首的话。\n第一章 雪\n${body}第二卷 灯\n第二章 城\n${body}`, ['V 第一卷 风', 'C 卷首', 'C 第一章 雪', 'V 第二卷 灯', 'C 第二章 城']],
  ['volume and chapter on each line', `第一卷 风 第一章 雪\n${body}第一卷 风 第二章 灯\n${body}第二卷 火 第三章 城\n${body}`, ['V 第一卷 风', 'C 第一章 雪', 'C 第二章 灯', 'V 第二卷 火', 'C 第三章 城']],
  ['contents before the text', `目录\n第一章 雪\n第二章 灯\n第三章 城\n\n第一章 雪\n${body}第二章 灯\n${body}第三章 城\n${body}`,
    ['C 前言', '- 第一章 雪 (contents)', '- 第二章 灯 (contents)', '- 第三章 城 (contents)', 'C 第一章 雪', 'C 第二章 灯', 'C 第三章 城']],
  ['contents first thing, then a preface', `第一章 雪 ... 1\n第二章 灯 ... 9\n第三章 城 ... 12\n作者的几句话。\n第一章 雪\n${body}第二章 灯\n${body}第三章 城\n${body}`,
    ['C 前言', '- 第二章 灯 ... 9 (contents)', '- 第三章 城 ... 12 (contents)', 'C 第一章 雪', 'C 第二章 灯', 'C 第三章 城']],
  ['contents with volumes and bare numbers', `第一卷\n第一章\n第二卷\n第一章\n第一卷\n第一章\n${body}第二卷\n第一章\n${body}`,
    ['C 前言', '- 第一章 (contents)', '- 第二卷 (contents)', '- 第一章 (contents)', 'V 第一卷', 'C 第一章', 'V 第二卷', 'C 第一章']],
  ['bare numbers start again in each volume', `第一卷\n第一章\n${body}第二章\n${body}第二卷\n第一章\n${body}`, ['V 第一卷', 'C 第一章', 'C 第二章', 'V 第二卷', 'C 第一章']],
  ['a heading printed twice', `第一章 雪\n\n第一章 雪\n${body}第二章 灯\n${body}`, ['C 第一章 雪', '- 第一章 雪 (duplicate)', 'C 第二章 灯']],
  ['a chapter posted twice stays twice', `第一章 雪\n${body}第一章 雪\n${body}`, ['C 第一章 雪', 'C 第一章 雪']],
  ['篇 over 章', `第一篇 山\n第一章 雪\n${body}第二篇 水\n第二章 灯\n${body}`, ['V 第一篇 山', 'C 第一章 雪', 'V 第二篇 水', 'C 第二章 灯']],
  ['章 over 节', `第一章 山\n第一节 雪\n${body}第二节 灯\n${body}`, ['V 第一章 山', 'C 第一节 雪', 'C 第二节 灯']],
  ['specials', `楔子\n${body}第一章 雪\n${body}番外一\n${body}完本感言\n${body}`, ['C 楔子', 'C 第一章 雪', 'C 番外一', 'C 完本感言']],
  ['CR only', `第一章 雪\r他走了。\r第二章 灯\r他来了。`, ['C 第一章 雪', 'C 第二章 灯']],
  ['English parts', 'Prologue\n\nSnow.\n\nPart II\n\nChapter 1\n\nHe left.\n\nEpilogue\n\nEnd.\n', ['C Prologue', 'V Part II', 'C Chapter 1', 'C Epilogue']],
]

describe('splitHeadings', () => {
  it.each(cases)('%s', (_what, text, expected) => {
    expect(shape(text)).toEqual(expected)
    const segments = splitHeadings(text, auto)
    expect(segments.map((one) => text.slice(one.start, one.end)).join('')).toBe(text)
  })

  it('other rules', () => {
    expect(shape(`1、雪\n${body}2、灯\n${body}`, { kind: 'numbers' })).toEqual(['C 1、雪', 'C 2、灯'])
    expect(shape(`第一章 雪\n${body}`, { kind: 'none' })).toEqual(['C 正文'])
    expect(shape(`== 雪\n${body}== 灯\n${body}`, { kind: 'pattern', pattern: '^== ' })).toEqual(['C == 雪', 'C == 灯'])
    expect(() => shape(body, { kind: 'pattern', pattern: '(' })).toThrow(/IMPORT_PATTERN/)
  })

  it('a line too long for a title stays whole in the text', () => {
    const long = `第一章 ${'雪'.repeat(300)}`
    const row = splitHeadings(`第一章 灯\n${body}${long}\n${body}`, auto)[1]
    expect(row).toMatchObject({ ticked: false, reason: 'too-long' })
    expect(row?.bodyStart).toBe(row?.start)
  })
})
