import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { ImportPlan } from '@shared/import-plan'
import { proveCoverage } from './coverage'
import { mergeUp, renameRow, setTicked, skipRow, splitAt } from './edit-plan'
import { planTxtImport, ruleHits } from './import-plan'
import { importUnits, textOf } from './import-units'
import { makeNovel } from './novel-fixture'
import { provesProse, toProse } from './to-prose'

const chaptersOf = (bytes: Uint8Array): { title: string, prose: string }[] => {
  const { plan, text } = planTxtImport(bytes)
  return importUnits(plan.rows).map((unit) => ({ title: unit.row.title, prose: toProse(textOf(unit, text)) }))
}

describe('planTxtImport', () => {
  it('I1 GB18030 text of 100 第X回: 100 rows, text equal', () => {
    const novel = makeNovel({ chapters: 100, perChapter: 300, unit: '回' })
    const { plan, text } = planTxtImport(iconv.encode(novel, 'gb18030'))
    expect(text).toBe(novel)
    expect(plan).toMatchObject({ encoding: 'gb18030', chapters: 100, coverage: 1, totalCharacters: novel.length, invalidSequences: 0, notTaken: [] })
    expect(plan.rows).toHaveLength(100)
    expect(plan.rows.map((row) => text.slice(row.start, row.end)).join('')).toBe(novel)
    expect(ImportPlan.parse(plan)).toEqual(plan)
  })

  it('I2 第一封信 unticked: merged, coverage 100 %', () => {
    const { plan, text } = planTxtImport(Buffer.from('第一章 雪\n　　他走了。\n第一封信\n　　她来了。\n第二章 灯\n'))
    expect(plan.rows.map((row) => [row.title, row.ticked, row.reason])).toEqual([['第一章 雪', true, undefined], ['第一封信', false, 'counted-noun'], ['第二章 灯', true, undefined]])
    expect(plan).toMatchObject({ chapters: 2, coverage: 1 })
    expect(importUnits(plan.rows).map((unit) => toProse(textOf(unit, text)))).toEqual(['他走了。\n\n第一封信\n\n她来了。\n', ''])
    const [, letter] = plan.rows
    const ticked = setTicked(plan, text, letter?.id ?? '', true)
    expect(ticked.chapters).toBe(3)
    expect(ticked.words).toBe(plan.words - 4) // the heading line became a title
  })

  it.each([
    ['its title names the one chapter', '---\ntitle: 长夜\n---\n他走了。\n', [['长夜', '他走了。\n']], []],
    ['a number is a title, and line ends are what they are', '\uFEFF---\r\ntitle: 1984\r\n---\r\n\r\n他走了。\r\n', [['1984', '他走了。\n']], []],
    ['headings go before it, and what is not taken is said', '---\ntitle: 雪夜\ntags: [a]\n---\n# 灯\n\n一。\n\n# 夜\n\n二。\n', [['灯', '一。\n'], ['夜', '二。\n']], ['title, tags']],
    ['a heading of the same name is that title', '---\ntitle: 灯\n---\n# 灯\n\n一。\n', [['灯', '一。\n']], []],
    ['what the app itself writes is nothing lost', '---\ntitle: 灯\ntype: chapter\nchapter: one\n---\n一。\n', [['灯', '一。\n']], []],
    ['without a title', '---\ndate: 2026-01-01\n---\n一。\n', [['正文', '一。\n']], ['date']],
    ['a scene break at the top is text', '---\n\n他走了。\n\n---\n', [['正文', '---\n\n他走了。\n\n---\n']], []],
  ] as const)('a Markdown file with data at its top: %s', (_, written, chapters, left) => {
    const { plan, text } = planTxtImport(Buffer.from(written), { isMarkdown: true })
    expect(importUnits(plan.rows).map((unit) => [unit.row.title, toProse(textOf(unit, text))])).toEqual(chapters)
    expect(plan.notTaken.map(({ reason, detail }) => [reason, detail])).toEqual(left.map((detail) => ['top-data', detail]))
    expect(proveCoverage(plan, text).ok).toBe(true)
  })

  it('the same at the top of a TXT is text', () => {
    const { plan, text } = planTxtImport(Buffer.from('---\ntitle: 长夜\n---\n他走了。\n'))
    expect(importUnits(plan.rows).map((unit) => toProse(textOf(unit, text)))).toEqual(['---\n\ntitle: 长夜\n\n---\n\n他走了。\n'])
  })

  it('I6 no headings: one chapter', () => {
    const { plan } = planTxtImport(Buffer.from('　　他走了。\n　　她来了。\n'))
    expect(plan.rows).toMatchObject([{ title: '正文', ticked: true, reason: 'no-headings', words: 6 }])
  })

  it('463 第X回 give 463 identical chapters in every encoding', () => {
    const novel = makeNovel({ chapters: 463, perChapter: 120, unit: '回' })
    const plain = chaptersOf(Buffer.from(novel))
    expect(plain).toHaveLength(463)
    expect(plain.at(-1)?.title).toMatch(/^第四百六十三回 /)
    for (const bytes of [Buffer.from(`\uFEFF${novel}`), iconv.encode(novel, 'gb18030'), iconv.encode(novel, 'utf-16le', { addBOM: true }), iconv.encode(novel, 'utf-16le', { addBOM: false })]) {
      expect(chaptersOf(bytes)).toEqual(plain)
    }
  })

  it('plans a 9 MB GB18030 novel of 1,500 chapters', () => {
    const bytes = iconv.encode(makeNovel({ chapters: 1_500, perChapter: 2_700, perVolume: 100 }), 'gb18030')
    expect(bytes.length).toBeGreaterThan(9_000_000)
    const start = performance.now()
    const { plan, text } = planTxtImport(bytes)
    expect(performance.now() - start).toBeLessThan(3_000)
    expect(plan).toMatchObject({ encoding: 'gb18030', chapters: 1_500, coverage: 1 })
    expect(plan.volumes).toHaveLength(15)
    expect(plan.volumes.every((volume) => volume.chapters === 100)).toBe(true)
    expect(proveCoverage(plan, text)).toEqual({ ok: true, coverage: 1, problems: [] })
  })

  it('flags adverts and keeps them', () => {
    const { plan, text } = planTxtImport(Buffer.from('第一章 雪\n他走了。\n本书首发 www.example.com\n手机用户请浏览阅读\n第二章 灯\n她来了。\n'))
    expect(plan.rows.map((row) => row.adverts)).toEqual([2, 0])
    expect(toProse(text)).toContain('www.example.com')
  })

  it('reads again in another encoding, and says what was not valid', () => {
    const bytes = iconv.encode('第一章 雪\n他走了。\n', 'gb18030')
    const { plan } = planTxtImport(bytes, { encoding: 'utf-8' })
    expect(plan.alternatives.map((one) => one.encoding)).toContain('gb18030')
    expect(plan.invalidSequences).toBeGreaterThan(0)
    expect(plan.notTaken).toMatchObject([{ reason: 'invalid-bytes' }])
  })

  it('50 chapters of UTF-8 with 3 of GBK below: coverage is not whole, says where and how many; a chapter left out loses nothing', () => {
    const chapter = (n: number) => `第${n}章 灯${n}\n　　雪落下来，她点了灯。\n`
    const good = Array.from({ length: 50 }, (_, n) => chapter(n + 1)).join('')
    const bytes = Buffer.concat([Buffer.from(good), ...[51, 52, 53].flatMap((n) => [Buffer.from(`第${n}章\n`), iconv.encode('　　雪落下来。\n', 'gbk')])])
    const { plan, text } = planTxtImport(bytes)
    expect(plan).toMatchObject({ encoding: 'utf-8', chapters: 53, lossAccepted: false })
    const counts = [51, 52, 53].map((n) => (text.slice(text.indexOf(`第${n}章`)).split('\n')[1] ?? '').split('\uFFFD').length - 1)
    expect(Math.min(...counts)).toBeGreaterThan(5)
    expect(plan.notTaken.map(({ reason, detail, characters }) => [reason, detail, characters])).toEqual([51, 52, 53].map((n, at) => ['invalid-bytes', `第${n}章`, counts[at]]))
    expect(Math.round(plan.coverage * plan.totalCharacters)).toBe(text.length - counts.reduce((sum, one) => sum + one, 0))
    let left = plan
    for (const { rowId } of plan.notTaken) left = skipRow(left, rowId ?? '', '乱码')
    expect([left.coverage, left.notTaken.map((one) => one.reason)]).toEqual([1, ['skipped', 'skipped', 'skipped']])
  })

  it('lays overrides over a fresh plan, so edits survive a crash', () => {
    const bytes = Buffer.from('第一章 雪\n他走了。\n第一封信\n她来了。\n第二章 灯\n雪停了。\n')
    const { plan } = planTxtImport(bytes, { overrides: { ticked: [{ start: 11, ticked: true }], titles: [{ start: 0, title: '雪夜' }], skipped: [{ start: 21, reason: '重复' }, { start: 999, reason: 'x' }] } })
    expect(plan.rows.map((row) => [row.title, row.ticked, row.skipped])).toEqual([['雪夜', true, null], ['第一封信', true, null], ['第二章 灯', true, '重复']])
    expect(plan.notTaken).toEqual([{ reason: 'skipped', detail: '第二章 灯: 重复', rowId: 'r21', characters: 11 }])
    expect(plan).toMatchObject({ chapters: 2, coverage: 1 })
  })

  it('counts what each rule finds', () => {
    expect(ruleHits('第一章 雪\n他。\n1、灯\n她。\n2、城\n')).toEqual([{ key: 'auto', hits: 1 }, { key: 'numbers', hits: 2 }, { key: 'none', hits: 0 }])
  })
})

describe('editing', () => {
  const { plan, text } = planTxtImport(Buffer.from('第一章 雪\n他走了。\n第二章 灯\n她来了。\n雪停了，他回来了。\n第三章 城\n灯灭了。\n'))
  const titles = (of: ImportPlan): string[] => importUnits(of.rows).map((unit) => unit.row.title)

  it('renames, merges, unmerges', () => {
    expect(titles(renameRow(plan, 'r0', ' 风 '))).toEqual(['风', '第二章 灯', '第三章 城'])
    const merged = mergeUp(plan, text, 'r11')
    expect(titles(merged)).toEqual(['第一章 雪', '第三章 城'])
    expect(titles(setTicked(merged, text, 'r11', true))).toEqual(titles(plan))
    expect(() => mergeUp(plan, text, 'r0')).toThrow(/IMPORT_EDIT/)
    expect(() => renameRow(plan, 'r1', 'x')).toThrow(/IMPORT_ROW/)
    expect(() => renameRow(plan, 'r0', ' ')).toThrow(/IMPORT_EDIT/)
  })

  it('splits at the caret', () => {
    const at = text.indexOf('雪停了')
    const split = splitAt(plan, text, 'r11', at)
    expect(titles(split)).toEqual(['第一章 雪', '第二章 灯', '第二章 灯（续）', '第三章 城'])
    expect(split.words).toBe(plan.words)
    expect(() => splitAt(plan, text, 'r11', 11)).toThrow(/IMPORT_EDIT/)
  })

  it('never lets text vanish into a skipped chapter', () => {
    const skipped = skipRow(plan, 'r11', '广告')
    expect(titles(skipped)).toEqual(['第一章 雪', '第三章 城'])
    expect(skipped).toMatchObject({ coverage: 1, notTaken: [{ reason: 'skipped', rowId: 'r11' }] })
    expect(() => mergeUp(skipped, text, skipped.rows[2]?.id ?? '')).toThrow(/IMPORT_EDIT/)
    expect(skipRow(skipped, 'r11', null)).toEqual(plan)
  })

  it('proves coverage of a plan that came back from outside', () => {
    const [first, ...rest] = plan.rows
    expect(proveCoverage({ ...plan, rows: rest }, text)).toMatchObject({ ok: false })
    expect(proveCoverage({ ...plan, rows: first === undefined ? [] : [first, first, ...rest] }, text)).toMatchObject({ ok: false })
    expect(proveCoverage(plan, `${text}雪`)).toMatchObject({ ok: false })
  })
})

describe('coverage is always 100 %', () => {
  const line = fc.oneof(
    fc.constantFrom('第一章 雪', '第二章', '第一卷 风', '第一封信', '【楔子】', '番外一', '　　他走了。', '', '　', '第一章 他走了，雪落下来。', 'Chapter 1', '第一卷 风 第一章 雪', '𠮷野家', '第一节 灯', '本书首发'),
    fc.string({ maxLength: 20 }),
  )
  const novel = fc.array(line, { maxLength: 30 }).chain((lines) => fc.constantFrom('\n', '\r\n', '\r', '\n\n').map((end) => lines.join(end)))
  const edit = fc.record({ what: fc.constantFrom('rename', 'merge', 'split', 'tick', 'untick', 'skip', 'take'), row: fc.nat(40), offset: fc.nat(400) })

  it('through any text and any edits; every character lands in a title, a prose or a skip', () => {
    fc.assert(fc.property(novel, fc.array(edit, { maxLength: 12 }), (source, edits) => {
      const planned = planTxtImport(Buffer.from(source))
      const { text } = planned
      let { plan } = planned
      for (const one of edits) plan = tryEdit(plan, text, one)
      expect(proveCoverage(plan, text)).toEqual({ ok: true, coverage: 1, problems: [] })
      expect(plan.coverage).toBe(1)
      ImportPlan.parse(plan)
      const units = importUnits(plan.rows)
      for (const unit of units) expect(provesProse(textOf(unit, text), toProse(textOf(unit, text)))).toBe(true)
      const headings = units.reduce((sum, { row }) => sum + (row.ticked ? row.bodyStart - row.start : 0), 0)
      const bodies = units.reduce((sum, unit) => sum + textOf(unit, text).length, 0)
      const skips = plan.notTaken.reduce((sum, one) => sum + one.characters, 0)
      expect(headings + bodies + skips).toBe(text.length)
    }), { numRuns: 300 })
  })

  function tryEdit(plan: ImportPlan, text: string, { what, row, offset }: { what: string, row: number, offset: number }): ImportPlan {
    const id = plan.rows[row % plan.rows.length]?.id ?? ''
    try {
      if (what === 'rename') return renameRow(plan, id, `题 ${offset}`)
      if (what === 'merge') return mergeUp(plan, text, id)
      if (what === 'split') return splitAt(plan, text, id, offset)
      if (what === 'skip' || what === 'take') return skipRow(plan, id, what === 'skip' ? '不要' : null)
      return setTicked(plan, text, id, what === 'tick')
    } catch (error) {
      expect(String(error)).toMatch(/IMPORT_EDIT/)
      return plan
    }
  }
})

it.each([
  ['indents go, blank line between', '　　他走了。\r\n    她来了。\r\n\r\n\r\n　雪。  ', '他走了。\n\n她来了。\n\n雪。\n'],
  ['nothing', ' \n　\n', ''],
  ['spaces inside stay', '他　走 了', '他　走 了\n'],
])('toProse: %s', (_what, source, prose) => {
  expect(toProse(source)).toBe(prose)
  expect(toProse(prose)).toBe(prose)
})
