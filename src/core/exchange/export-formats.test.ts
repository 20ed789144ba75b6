import { describe, expect, it } from 'vitest'
import { entriesOf, readExported, type Seen } from '../../../test/project/read-exported'
import { exportRig } from '../../../test/project/export-rig'
import type { ExportFormat } from '@shared/procedures/export'

const formats: ExportFormat[] = ['txt', 'md', 'html', 'epub', 'docx']
/** Paragraphs that one of the formats would take for its own. */
const odd = ['1. 一', '12) 十二', '- 二', '+ 三', '#四', '> 五', '| 六 | 七 |', '<b>八</b> & &amp; &#65;', '`九` `十`', '~~十一~~', '[十二](a.md) [十三][1] [^1]', '[1]: 十四', '十五\\七', '“十六”\t十七  十八', '|---|', '_十九_ *二十', '===', '😀 é 𠮷 عربي', '```', '~~~']

/** The same novel in the levels a format has: where the book's title stands, acts, their chapters, chapters of none. */
const levels: Record<ExportFormat, { book: string | null; act: string; chapter: string; loose: string }> = {
  txt: { book: null, act: 'line', chapter: 'line', loose: 'line' }, md: { book: 'h1', act: 'h2', chapter: 'h3', loose: 'h2' }, html: { book: 'h1', act: 'h2', chapter: 'h3', loose: 'h2' },
  epub: { book: null, act: 'h1', chapter: 'h2', loose: 'h1' }, docx: { book: null, act: 'h1', chapter: 'h2', loose: 'h1' },
}

describe.each(formats)('%s', (format) => {
  const level = levels[format]
  const p = format === 'txt' ? 'line' : 'p'
  const paragraph = (text: string): Seen => [p, format === 'txt' ? `\u3000\u3000${text}` : text]
  const scene = (text: string): Seen => [format === 'txt' ? 'line' : 'break', format === 'md' ? '' : text]
  const book: Seen[] = level.book === null ? [] : [[level.book, '雪夜']]

  it('has every act, chapter, paragraph and scene break once, in reading order', async () => {
    const { act, chapter, run } = await exportRig()
    await chapter('楔子', '雪。\n\n***\n\n灯。\n')
    const first = act('风雪')
    const second = act('归人')
    await chapter('灯一', '\uFEFF　　他走了。\r\n“走吧。”\r\n\r\n* * *\r\n\r\n天亮了。', first)
    await chapter('未写', null, first)
    await chapter('只有一道线', '***\n', first)
    await chapter('灯二', '一。\n\n\n\n　　二。　\n', second)
    await chapter('灯三', '回到第一卷。', first)
    await chapter('尾声', '完。')
    const report = await run({ format })
    const breakOf = (text: string) => scene(text)
    expect(readExported(format, report.bytes)).toEqual([
      ...book, [level.loose, '楔子'], paragraph('雪。'), breakOf('***'), paragraph('灯。'), [level.act, '风雪'], [level.chapter, '灯一'], paragraph('他走了。'), paragraph('“走吧。”'), breakOf('* * *'), paragraph('天亮了。'),
      [level.act, '归人'], [level.chapter, '灯二'], paragraph('一。'), paragraph('二。'), [level.act, '风雪'], [level.chapter, '灯三'], paragraph('回到第一卷。'), [level.loose, '尾声'], paragraph('完。'),
    ])
    expect(report).toMatchObject({ chapters: 5, leftOut: [{ reason: 'empty', what: '未写' }, { reason: 'empty', what: '只有一道线' }] })
  })

  it('keeps every sign of a paragraph, whatever the format would make of it', async () => {
    const { chapter, run } = await exportRig({ title: '雪 & <夜>' })
    await chapter('灯 <一> & "二"', odd.join('\n\n'))
    const seen = readExported(format, (await run({ format })).bytes)
    expect(seen.slice(-odd.length - 1)).toEqual([[level.loose, '灯 <一> & "二"'], ...odd.map(paragraph)])
  })

  it('loses no sign that is no mark, and none that a backslash keeps', async () => {
    const { chapter, run } = await exportRig()
    const pairs = [
      ['面积是3*4*5=60。他骂了句f**k，又一句s**t。文件名a*b和c*d。\\*星\\*。', '面积是3*4*5=60。他骂了句f**k，又一句s**t。文件名a*b和c*d。*星*。'], ['*注：**走', '*注：**走'], ['\\# 星', '# 星'], ['\\*\\*\\*', '***'], ['\\---', '---'], ['\\- 一', '- 一'],
      ['他\\\\**走**', '他\\走'], ['[**甲**](乙)', '[甲](乙)'], ['他**“走”**吧**。雪。**夜', '他“走”吧。雪。夜'], ['**他 *走* 了**', '他 走 了'], ['**他***走***了**', '他走了'], ['*夜***雪**。**http://a.b**雪', '夜雪。http://a.b雪'], ['他**……**走', '他……走'], ['😀**“走”**😀', '😀“走”😀'], ['路\\', '路\\'],
    ] as const
    await chapter('灯', pairs.map(([written]) => written).join('\n\n'))
    expect(readExported(format, (await run({ format })).bytes).slice(-pairs.length)).toEqual(pairs.map(([, text]) => paragraph(text)))
  })

  it('a heading inside a chapter stands one level below the chapter', async () => {
    const { act, chapter, run } = await exportRig()
    await chapter('灯', '# 夜\n\n雪。\n\n## C #\n\n\\# 完\n', act('风'))
    const kind = { txt: 'line', md: 'h4', html: 'h4', epub: 'h3', docx: 'h3' }[format]
    const sub = (text: string): Seen => (format === 'txt' ? paragraph(text) : [kind, text])
    expect(readExported(format, (await run({ format })).bytes).slice(-4)).toEqual([sub('夜'), paragraph('雪。'), sub('C #'), paragraph('# 完')])
  })

  it('shows emphasis and a heading of its own kind, and no comment of the author', async () => {
    const { chapter, run } = await exportRig()
    await chapter('灯', '# 灯\n\n他**说**：*不*。\n\n## 夜\n\n<!-- 改 -->雪<!--\n两行 -->。\n')
    const { bytes } = await run({ format })
    const sub: Seen = format === 'txt' ? paragraph('夜') : [format === 'epub' ? 'h2' : 'h3', '夜']
    expect(readExported(format, bytes)).toEqual([...book, [level.loose, '灯'], paragraph('他说：不。'), sub, paragraph('雪。')])
    const whole = [...(format === 'epub' || format === 'docx' ? entriesOf(bytes).values() : [bytes.toString()])].join('')
    const marked: Record<ExportFormat, string> = { txt: '他说：不。', md: '他**说**：*不*。', html: '<strong>说</strong>：<em>不</em>', epub: '<strong>说</strong>：<em>不</em>', docx: '<w:rPr><w:rFonts w:hint="eastAsia"/><w:i/></w:rPr><w:t xml:space="preserve">不</w:t>' }
    expect(whole).toContain(marked[format])
  })

  it.each(['written', 'numbered', 'none'] as const)('titles %s', async (titles) => {
    const { act, chapter, run } = await exportRig()
    await chapter('序章', '零。')
    const first = act('风雪')
    await chapter('灯', '一。', first)
    await chapter('第2章 夜', '二。', first)
    await chapter('三、雪', '三。', first)
    const headings = readExported(format, (await run({ format, titles })).bytes).map(([, text]) => text).filter((text) => !/^\u3000*.。$/.test(text))
    const above = level.book === null ? [] : ['雪夜']
    const wanted = { written: ['序章', '风雪', '灯', '第2章 夜', '三、雪'], numbered: ['序章', '第1卷 风雪', '第1章 灯', '第2章 夜', '三、雪'], none: [] }
    expect(headings).toEqual([...above, ...wanted[titles]])
  })

  it('only the chosen chapters, with the numbers they have in the book', async () => {
    const { chapter, run } = await exportRig({ locale: 'en', title: 'Snow' })
    await chapter('Dusk', 'One.')
    const two = await chapter('Night', 'Two.')
    const three = await chapter('Dawn', 'Three.')
    const report = await run({ format, titles: 'numbered', chapters: [three.id, two.id] })
    expect(readExported(format, report.bytes).map(([, text]) => text).slice(level.book === null ? 0 : 1)).toEqual(['Chapter 2: Night', 'Two.', 'Chapter 3: Dawn', 'Three.'])
    expect([report.chapters, report.words]).toEqual([2, 2])
  })

  it.each([['§', '§'], ['', format === 'txt' || format === 'docx' ? '' : '\u00A0']])('a scene break as %j', async (sceneBreak, text) => {
    const { chapter, run } = await exportRig()
    await chapter('灯', '一。\n\n---\n\n二。')
    const seen = readExported(format, (await run({ format, sceneBreak })).bytes).slice(-3)
    const mark: Seen[] = format === 'txt' ? (sceneBreak === '' ? [['line', '灯']] : []) : []
    expect(seen).toEqual([...mark, paragraph('一。'), ...(format === 'txt' && sceneBreak === '' ? [] : [[format === 'md' ? 'p' : format === 'txt' ? 'line' : 'break', text]]), paragraph('二。')])
  })
})

describe('what only some formats have', () => {
  it('X1 a TXT ends its lines as chosen and is indented once, or not at all', async () => {
    const { chapter, run } = await exportRig()
    await chapter('灯', '　　一。\n\n二。\n')
    const text = async (choice: { crlf?: boolean; indent?: boolean }) => (await run({ format: 'txt', ...choice }, { overwrite: true })).bytes.toString()
    expect([await text({}), await text({ crlf: true }), await text({ indent: false })]).toEqual([
      '\uFEFF灯\n\n\u3000\u3000一。\n\u3000\u3000二。\n', '\uFEFF灯\r\n\r\n\u3000\u3000一。\r\n\u3000\u3000二。\r\n', '\uFEFF灯\n\n一。\n\n二。\n',
    ])
  })

  it('an EPUB starts with its kind, uncompressed, and lists every chapter below its act, twice', async () => {
    const { act, chapter, run } = await exportRig()
    const first = act('风雪')
    await chapter('灯一', '一。', first)
    await chapter('灯二', '二。', first)
    await chapter('尾声', '三。')
    const { bytes } = await run({ format: 'epub', author: '某人' })
    expect(bytes.subarray(30, 58).toString('latin1')).toBe('mimetypeapplication/epub+zip')
    expect([bytes.readUInt16LE(8), bytes.readUInt32LE(18), bytes.readUInt16LE(28)]).toEqual([0, 20, 0])
    const entries = entriesOf(bytes)
    const nav = (entries.get('EPUB/nav.xhtml') ?? '').replace(/\s+/g, '')
    expect(nav).toContain('<ol><li><ahref="act-0001.xhtml">风雪</a><ol><li><ahref="chapter-0001.xhtml">灯一</a></li><li><ahref="chapter-0002.xhtml">灯二</a></li></ol></li><li><ahref="chapter-0003.xhtml">尾声</a></li></ol>')
    expect((entries.get('EPUB/toc.ncx') ?? '').match(/<navPoint /g)).toHaveLength(4)
    expect(entries.get('EPUB/package.opf')).toMatch(/<dc:creator>某人<\/dc:creator>\n<meta property="dcterms:modified">\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/meta>/)
    const id = (whole: Buffer) => /urn:uuid:[0-9a-f-]{36}/.exec(entriesOf(whole).get('EPUB/package.opf') ?? '')?.[0]
    expect(id((await run({ format: 'epub' }, { name: 'again.epub' })).bytes)).toBe(id(bytes))
  })

  it.each(['html', 'epub', 'docx'] as const)('what XML cannot hold is dropped from %s and counted', async (format) => {
    const { chapter, run } = await exportRig()
    await chapter('灯', '坏\u0007了\uFFFE。\n\n好。')
    const report = await run({ format })
    expect(readExported(format, report.bytes).slice(-2).map(([, text]) => text)).toEqual(['坏了。', '好。'])
    expect(report.leftOut).toEqual([{ reason: 'control', what: '灯', chapterId: expect.any(String), count: 2 }])
  })

  it('the indent is a style in Word, by language', async () => {
    for (const [locale, style] of [['zh-CN', 'w:firstLineChars="200"'], ['en', 'w:firstLine="720"']] as const) {
      const { chapter, run } = await exportRig({ locale })
      await chapter('One', '雪 snow.')
      const styles = async (indent: boolean) => entriesOf((await run({ format: 'docx', indent }, { overwrite: true })).bytes).get('word/styles.xml')
      expect([(await styles(true))?.includes(style), (await styles(false))?.includes('w:firstLine')]).toEqual([true, false])
    }
  })
})
