import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExportFormat } from '@shared/procedures/export'
import { exportRig } from '../../../test/project/export-rig'
import { readExported } from '../../../test/project/read-exported'
import { hashBytes } from '../project/hash'
import { planDocxImport } from './docx-import'
import { planTxtImport, type PlannedImport } from './import-plan'
import { importTasks } from './import-tasks'
import { textOf } from './import-units'
import { toProse } from './to-prose'

/** What an import makes of a file: acts, and chapters with their act and prose. */
function imported({ plan, text }: PlannedImport) {
  const acts = new Map(plan.rows.map((row) => [row.id, row.title]))
  return importTasks(plan, text).map((task) => (task.kind === 'act' ? ['act', task.title] : ['chapter', task.title, task.actRow === null ? null : acts.get(task.actRow), toProse(textOf(task.unit, text))]))
}

describe('what our own import makes of an export', () => {
  it('a Word file: the same acts, chapters, paragraphs, emphasis and scene breaks', async () => {
    const { act, chapter, run } = await exportRig()
    const [one, two] = [act('风雪'), act('归人')]
    await chapter('灯一', '他**走**了。\n\n“走\t吧。” 她说。\n\n***\n\n天亮了。\n', one)
    await chapter('灯二', '*雪*停了。\n\n1. 一\n', one)
    await chapter('灯三', '他回来了。\n', two)
    const taken = await planDocxImport((await run({ format: 'docx' })).bytes)
    expect(imported(taken)).toEqual([
      ['act', '风雪'], ['chapter', '灯一', '风雪', '他**走**了。\n\n“走\t吧。” 她说。\n\n***\n\n天亮了。\n'], ['chapter', '灯二', '风雪', '*雪*停了。\n\n1. 一\n'], ['act', '归人'], ['chapter', '灯三', '归人', '他回来了。\n'],
    ])
    expect(taken.plan.notTaken).toEqual([{ reason: 'unsupported', detail: 'page header: 雪夜 /', characters: 0 }])
  })

  it('a Word file with signs that are no marks: exported once more, the same characters in every format', async () => {
    const { chapter, run } = await exportRig()
    const written = '他说\\*重点\\*，又**走**了。\n\n\\# 雪\n\n\\- 走吧。\n\n\\<!-- 留 -->\n\n\\[雪](a.md)，3\\*4\\*5，C:\\路\n'
    const { id } = await chapter('灯一', written)
    const found = imported(await planDocxImport((await run({ format: 'docx', chapters: [id] })).bytes))
    expect(found).toEqual([['chapter', '灯一', null, written]])
    const again = await chapter('灯二', written)
    for (const format of ['txt', 'md', 'html', 'epub', 'docx'] as ExportFormat[]) {
      const [once, twice] = [await run({ format, chapters: [id], titles: 'none' }, { overwrite: true }), await run({ format, chapters: [again.id], titles: 'none' }, { overwrite: true })]
      expect(readExported(format, twice.bytes), format).toEqual(readExported(format, once.bytes))
      expect(twice.words).toBe(once.words)
    }
  })

  it.each(['written', 'numbered'] as const)('a Markdown file, titles %s: the same acts and chapters, also those in no act', async (titles) => {
    const { act, chapter, run } = await exportRig()
    const [one, two] = [act('风雪'), act('归人')]
    await chapter('灯一', '他**走**了。\n\n***\n\n天亮了。\n', one)
    await chapter('灯*二*', '雪停了。\n', one)
    await chapter('灯三', '他回来了。\n', two)
    await chapter('番外', '后来。\n')
    const [first, second, third, last] = titles === 'written' ? ['灯一', '灯*二*', '灯三', '番外'] : ['第1章 灯一', '第2章 灯*二*', '第3章 灯三', '番外']
    const [a, b] = titles === 'written' ? ['风雪', '归人'] : ['第1卷 风雪', '第2卷 归人']
    expect(imported(planTxtImport((await run({ format: 'md', titles })).bytes))).toEqual([
      ['act', a], ['chapter', first, a, '他**走**了。\n\n***\n\n天亮了。\n'], ['chapter', second, a, '雪停了。\n'], ['act', b], ['chapter', third, b, '他回来了。\n'], ['chapter', last, null, '后来。\n'],
    ])
  })

  it('a TXT whose chapters are numbered: the same again', async () => {
    const { act, chapter, run } = await exportRig()
    const [one, two] = [act('风雪'), act('归人')]
    await chapter('灯一', '他走了。\n\n***\n\n天亮了。\n', one)
    await chapter('灯二', '雪停了。\n', one)
    await chapter('灯三', '他回来了。\n', two)
    const { bytes } = await run({ format: 'txt', titles: 'numbered', crlf: true })
    expect(imported(planTxtImport(bytes))).toEqual([
      ['act', '第1卷 风雪'], ['chapter', '第1章 灯一', '第1卷 风雪', '他走了。\n\n***\n\n天亮了。\n'], ['chapter', '第2章 灯二', '第1卷 风雪', '雪停了。\n'], ['act', '第2卷 归人'], ['chapter', '第3章 灯三', '第2卷 归人', '他回来了。\n'],
    ])
  })
})

/** Pieces of a line as written and, said by hand, as read; no two of them together make a mark of the app's own. */
const plain = ['雪', '夜深了。', '“走吧。”', 'Snow fell', ' ', '  ', '\t', '1. ', '2)', '>', '<b>', '&amp;', '&', '|', '`', '~~', '[a](b)', '[^1]', '\\路', '😀', '𠮷', 'é', 'e\u0301', '\u00A0', '\u200D', '\u2028', '“', '#x', '：', 'http://a.b/c_d', '3*4*5', 'f**k', 'a***b', '夜 * 夜', '2 * 3', 'x__y__z', 'a_b'].map((text) => [text, text] as const)
const kept = ['*', '_', '#', '\\', '[', '<', '.', '-', '&', '`'].map((sign) => [`\\${sign}`, sign] as const)
const marked = [['雪*走*了', '雪走了'], ['“**走**吧。”', '“走吧。”'], ['雪***“深”夜***雪', '雪“深”夜雪'], ['雪**他*走*了**雪', '雪他走了雪'], ['雪__夜。__雪', '雪夜。雪'], ['雪*a*雪', '雪a雪']] as const
const piece = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...plain) }, { weight: 1, arbitrary: fc.constantFrom(...kept) }, { weight: 1, arbitrary: fc.constantFrom(...marked) })
const start = fc.constantFrom(...(['雪', '3*4', '*雪*雪'] as const).map((text) => [text, text === '*雪*雪' ? '雪雪' : text] as const), ['\\# ', '# '] as const, ['\\*', '*'] as const, ['\\- ', '- '] as const)
/** A mark without its partner. */
const last = fc.constantFrom(...['', '雪', '*雪', '雪**', ' *', '\\'].map((text) => [text, text] as const))
const line = fc.tuple(start, fc.array(piece, { minLength: 1, maxLength: 8 }), last).map(([first, pieces, end]) => {
  const all = [first, ...pieces, end]
  return { written: all.map(([written]) => written).join('').trim(), read: all.map(([, read]) => read).join('').trim() }
})
const item = fc.oneof({ weight: 6, arbitrary: line.map((one) => ({ ...one, kind: 'paragraph' })) }, { weight: 1, arbitrary: fc.constantFrom('***', '---', '* * *').map((text) => ({ written: text, read: text, kind: 'break' })) })
const chapterOf = fc.record({ inAct: fc.nat({ max: 3 }), items: fc.option(fc.array(item, { maxLength: 8 }), { nil: null, freq: 6 }), eol: fc.constantFrom('\n', '\r\n'), gap: fc.constantFrom(1, 2, 3), indent: fc.constantFrom('', '\u3000\u3000', '    ') })

describe('whatever the story', () => {
  it('X1 X5 every format holds each chosen chapter with text once, in order, its prose sign by sign', { timeout: 240_000 }, async () => {
    const { act, chapter, run } = await exportRig()
    const acts = [null, act('甲'), act('乙'), act('丙')]
    let round = 0
    await fc.assert(fc.asyncProperty(fc.array(chapterOf, { minLength: 1, maxLength: 6 }), async (made) => {
      round += 1
      const chapters: { id: string; prose: string[]; breaks: string[]; hasText: boolean }[] = []
      for (const [n, { inAct, items, eol, gap, indent }] of made.entries()) {
        const text = items === null ? null : items.map(({ kind, written }) => (kind === 'break' ? written : indent + written)).join(eol.repeat(gap))
        const { id } = await chapter(`章${round}-${n}`, text, acts[inAct] ?? null)
        chapters.push({ id, prose: (items ?? []).map(({ read }) => read), breaks: (items ?? []).flatMap(({ kind, read }) => (kind === 'break' ? [read] : [])), hasText: (items ?? []).some(({ kind }) => kind === 'paragraph') })
      }
      const whole = chapters.filter((one) => one.hasText)
      if (whole.length === 0) return
      const wanted = hashBytes(whole.flatMap((one) => one.prose).join('\n'))
      for (const format of ['txt', 'md', 'html', 'epub', 'docx'] as ExportFormat[]) {
        const report = await run({ format, chapters: chapters.map((one) => one.id), titles: 'none' }, { overwrite: true })
        expect([report.chapters, report.leftOut.length]).toEqual([whole.length, chapters.length - whole.length])
        const seen = readExported(format, report.bytes).slice(format === 'md' || format === 'html' ? 1 : 0)
        // Markdown shows a scene break as a line, whatever its text.
        const breaks = whole.flatMap((one) => one.breaks)
        const prose = seen.map(([kind, text]) => (format === 'md' && kind === 'break' ? (breaks.shift() ?? '') : text.replace(/^\u3000\u3000/, '')))
        expect(hashBytes(prose.join('\n')), format).toBe(wanted)
      }
    }), { numRuns: 20 })
  })
})
