import { describe, expect, it } from 'vitest'
import { cleanTitle, readHeading } from './heading-line'

const auto = { kind: 'auto' } as const

const chapters = [
  '第二章 完璧归赵', '第二章完璧归赵', '第三章 终局', '第三章终局', '第九章 完', '第十章 终', '第四章 归来（完）', '番外 完颜',
  '第一章', '第一章 风雪', '第一章　风雪', '第一章风雪', '　　第一章 风雪', '第 12 章 归来', '第１２章　风雪', '第　三　章', '第三百二十一回 长安', '第一千零八十五章：雪夜',
  '第〇一章', '第壹章 序', '第两百章', '第廿三回', '第1章、开始', '第1章.开始', '第12节 灯', '第三集 归来', '第五篇 山河', '第7话 雨', '【第三章】', '【第三章】 归来', '【第三章 归来】',
  '[第3章] 归来', '〔第三章〕归来', '# 第一章 雪', '## 第一章', '＃ 第２章', '＃第２章 灯', '正文 第一章 风雪', '第十章 你是谁？', '第十章你是谁！', '第十章 里应外合', '第五章中秋', '第九章 一、二、三',
  '第一百零三章 第一封信', '第一章：他，还是她', '第一章（上）', '第一章 (1)', '第六回　贾宝玉初试云雨情　刘姥姥一进荣国府',
  '序章', '楔子', '楔子 雪夜', '引子', '序言', '序', '前言', '番外', '番外一', '番外1 归来', '番外：长安', '番外一：灯', '番外 雪', '番外篇 二', '番外之归途', '尾声', '后记', '终章', '终章 归来', '卷首', '完本感言',
  '【楔子】', '大结局（上）', '外传 归来', '上架感言',
  'Chapter 1', 'CHAPTER ONE', 'Chapter 12: The Return', 'chapter 3 - Snow', 'CHAPTER XIV', 'Chapter Twenty-One', 'Prologue', 'PROLOGUE', 'Epilogue: Home', 'Chapter 4 Snow', '# Chapter 1',
]
const volumes = ['第一卷', '第一卷 风雪', '第三卷：归来', '第二部 长安', '卷一 风雪', '卷之三', '【第一卷】 雪', '上卷', '# 第二卷', '第1卷雪夜', 'Part II', 'PART TWO', 'Book One: Snow', 'Volume 3']

const unticked: [string, string][] = [
  ['第一封信', 'counted-noun'], ['第一封信是三月寄来的。', 'counted-noun'], ['第四本书', 'counted-noun'], ['第三次世界大战', 'counted-noun'], ['第三次世界大战爆发了。', 'counted-noun'],
  ['第一回合', 'counted-noun'], ['第一部分', 'counted-noun'], ['第三节课', 'counted-noun'], ['第二集团军', 'counted-noun'], ['第一部电影', 'counted-noun'], ['第二天', 'counted-noun'],
  ['第一章的内容他早就看完了', 'sentence'], ['第一章 风雪这一段他看了很久。', 'sentence'], ['第一章，他看完了。', 'sentence'], ['第三回他来的时候，雪已经停了，灯也灭了很久', 'sentence'],
  ['第一章 这一行写得很长很长很长很长很长很长很长很长很长很长很长很长很长很长很长很长很长很长很长', 'too-long'],
  ...['第2章完', '第十回终', '【第五章完】', '（第三章终）', '第二卷完', '　　第一百零三章完', '第六章完结', '番外完', '番外一完', '第一卷 风雪 第三章完'].map((line): [string, string] => [line, 'sentence']),
  ['Chapter 3 was the best of the book.', 'sentence'],
]

const nothing = [
  '（完）', '本章完', '（本章完）', '全书完', '楔子完',
  '', '　　', '他走了。', '“第一章你看了吗？”', '在第一章里', '第二天，他走了很远的路，直到雪停下来的时候才回头看了一眼长安。', '第一', '前言不搭后语', '序列号', '尾声渐渐远了', '番外的事他不知道，也不想知道。',
  'Part of the plan', 'part of me', 'Prologue to a life he did not want', 'book i read', 'He read chapter 3.', '卷起千堆雪', '第二天他就走了',
]

describe('readHeading', () => {
  it.each(chapters)('chapter: %s', (line) => {
    expect(readHeading(line, auto)).toMatchObject({ kind: 'chapter', ticked: true })
  })
  it.each(volumes)('volume: %s', (line) => {
    expect(readHeading(line, auto)).toMatchObject({ kind: 'volume', ticked: true })
  })
  it.each(unticked)('unticked: %s (%s)', (line, reason) => {
    expect(readHeading(line, auto)).toMatchObject({ ticked: false, reason })
  })
  it.each(nothing)('nothing: %s', (line) => {
    expect(readHeading(line, auto)).toBeNull()
  })

  it('finds a chapter on the line of its volume', () => {
    const line = '第一卷 风雪 第三章 归来'
    expect(readHeading(line, auto)).toMatchObject({ kind: 'chapter', unit: '章', title: '第三章 归来', within: { at: line.indexOf('第三章'), volume: '第一卷 风雪' } })
  })

  it('reads plain numbers only when asked', () => {
    for (const line of ['1', '12、雪夜', '12. 雪夜', '三、归来', '（五）', '００１ 灯']) {
      expect(readHeading(line, auto)).toBeNull()
      expect(readHeading(line, { kind: 'numbers' })).toMatchObject({ kind: 'chapter', ticked: true })
    }
    for (const line of ['12、他走了。', '一', '2026年的雪下得很大']) expect(readHeading(line, { kind: 'numbers' })?.ticked ?? false).toBe(line === '一')
  })
})

it.each([
  ['　　第一章　风雪 \r', '第一章 风雪'], ['【第三章】归来', '第三章 归来'], ['【第三章 归来】', '第三章 归来'], ['＃ 第２章', '第２章'], ['## 第一章 ##', '第一章'], [`第一章 ${'雪'.repeat(200)}`, `第一章 ${'雪'.repeat(116)}`],
])('cleanTitle %s', (line, title) => {
  expect(cleanTitle(line)).toBe(title)
})
