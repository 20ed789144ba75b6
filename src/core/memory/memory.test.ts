import { describe, expect, it } from 'vitest'
import { mergePage, type PageFields } from './merge-page'
import { checkPageName } from './page-name'
import { formatPage, parsePage } from './page-text'
import { recall, tokensOf } from './recall'

const stamp = { today: '2026-11-30', task: '7' }
const merge = (disk: string | null, text: string, fields: PageFields = {}): string => mergePage(disk, text, fields, stamp)
const codeOf = (work: () => unknown): string => {
  try {
    return `ok ${String(work())}`
  } catch (error) {
    return (error as { fault?: { code: string } }).fault?.code ?? String(error)
  }
}
const old = '---\ndescription: 雨\ncreated: 2025-01-01\nupdated: 2025-02-02\nsource_task: 3\nowner: 作者\n---\n\n旧文\n'

describe('names (07 §4)', () => {
  it.each([
    ['a', 'ok a'], ['读者-愿望', 'ok 读者-愿望'], ['é.v2_x', 'ok é.v2_x'], ['9x', 'ok 9x'], ['x'.repeat(128), `ok ${'x'.repeat(128)}`],
    ['../x', 'MEMORY_NAME'], ['', 'MEMORY_NAME'], ['.a', 'MEMORY_NAME'], ['-a', 'MEMORY_NAME'], ['a b', 'MEMORY_NAME'], ['a/b', 'MEMORY_NAME'], ['a\\b', 'MEMORY_NAME'], ['a\nb', 'MEMORY_NAME'],
    ['x'.repeat(129), 'MEMORY_NAME'], ['字'.repeat(81), 'MEMORY_NAME'], ['CON', 'MEMORY_NAME'], ['a\u202Eb', 'MEMORY_NAME'], ['\uD800', 'MEMORY_NAME'],
  ])('%j: %s', (name, wanted) => { expect(codeOf(() => checkPageName(name))).toBe(wanted) })
})

describe('front matter', () => {
  it.each<[string, string, Record<string, string>, string]>([
    ['plain', '---\ndescription: a: b\n---\n\nbody\n', { description: 'a: b' }, 'body\n'],
    ['crlf and bom', '\uFEFF---\r\ntype: user\r\n---\r\nbody', { type: 'user' }, 'body'],
    ['unclosed', '---\ntype: user\nbody', {}, '---\ntype: user\nbody'],
    ['a line without a key', '---\ntype: user\nwords\n---\nbody', {}, '---\ntype: user\nwords\n---\nbody'],
    ['no fence', 'body\n---\nx: y\n---', {}, 'body\n---\nx: y\n---'],
  ])('%s', (_name, text, fields, body) => {
    const page = parsePage(text)
    expect([Object.fromEntries(page.fields), page.body]).toEqual([fields, body])
  })

  it('writes known keys in order, others sorted, empty ones not; and reads what it wrote', () => {
    const fields = new Map([['zeta', '1'], ['updated', '2'], ['description', 'd'], ['alpha', 'x'], ['keywords', '']])
    const text = formatPage({ fields, body: '正文' })
    expect(text).toBe('---\ndescription: d\nupdated: 2\nalpha: x\nzeta: 1\n---\n\n正文\n')
    expect(formatPage(parsePage(text))).toBe(text)
  })
})

describe('merging (07 §4, §9 rows 26-28)', () => {
  it('keeps a key it does not know, and created; updated and source_task are the engine’s', () => {
    expect(merge(old, '新文', { description: '雪' })).toBe('---\ndescription: 雪\ncreated: 2025-01-01\nupdated: 2026-11-30\nsource_task: 7\nowner: 作者\n---\n\n新文\n')
  })
  it('the model’s own dates count for nothing', () => {
    expect(merge(null, '---\ncreated: 1999-01-01\nupdated: 1999-01-01\nsource_task: 99\n---\n新')).toBe('---\ncreated: 2026-11-30\nupdated: 2026-11-30\nsource_task: 7\n---\n\n新\n')
  })
  it('only a fence: the body stays; a new page needs one', () => {
    expect(merge(old, '---\ntype: user\n---\n')).toContain('type: user\ncreated: 2025-01-01')
    expect(merge(old, '---\ntype: user\n---\n')).toContain('\n\n旧文\n')
    expect(codeOf(() => merge(null, '---\ntype: user\n---\n'))).toBe('MEMORY_EMPTY')
    expect(codeOf(() => merge(null, ' \n'))).toBe('MEMORY_EMPTY')
  })
  it('absent keeps, empty removes, a parameter wins over the fence', () => {
    const page = merge(null, '---\nkeywords: 雪，长安\nmood: calm\n---\nx', { keywords: '雨' })
    expect(page).toContain('keywords: 雨\n')
    expect(page).toContain('mood: calm\n')
    expect(merge(page, 'y')).toContain('keywords: 雨\n')
    expect(merge(page, 'y', { keywords: '' })).not.toContain('keywords')
  })
  it('a fence with other words is text', () => {
    const page = merge(null, '---\nScene 1: he came\n---\nx')
    expect(parsePage(page).body).toBe('---\nScene 1: he came\n---\nx\n')
    expect(merge('---\nScene 1: a\n---\n\nx\n', '---\nScene 1: b\n---\ny')).toContain('Scene 1: b\n---\n\ny')
  })
  it('one line each, 200 characters of description, 32,768 bytes in all', () => {
    expect(merge(null, 'x', { keywords: 'a\nb\r\u2028c' })).toContain('keywords: a b c\n')
    expect(codeOf(() => merge(null, `---\ndescription: ${'字'.repeat(201)}\n---\nx`))).toBe('ARGS_INVALID')
    expect(codeOf(() => merge(null, `---\ntype: diary\n---\nx`))).toBe('ARGS_INVALID')
    expect(codeOf(() => merge(null, '字'.repeat(10_922)))).toBe('MEMORY_TOO_LARGE')
    expect(codeOf(() => merge(null, 'x'.repeat(32_600)))).toMatch(/^ok/)
  })
})

describe('recall (07 §4)', () => {
  const page = (name: string, description = '', keywords = '', body = '正文') => ({ name, page: parsePage(`---\ndescription: ${description}\nkeywords: ${keywords}\n---\n${body}`) })
  const names = (message: string, pages: ReturnType<typeof page>[]): string[] => recall(message, pages).map((one) => `${one.kind} ${one.name}`)

  it('tokens: words of three letters, pairs of characters, no stop words', () => {
    expect([...tokensOf('The Black Harbour, 长安城 an ok')]).toEqual(['black', 'harbour', '长安', '安城'])
  })
  it.each<[string, string, string[]]>([
    ['说说长安城的雪', '长安城', ['body 长安城']],
    ['长安', '长安城', []],
    ['what does black harbour look like', 'black-harbour', ['body black-harbour']],
    ['the harbour', 'black-harbour', []],
  ])('a name: %s', (message, name, wanted) => { expect(names(message, [page(name)])).toEqual(wanted) })
  it('a summary of two tokens or a keyword points, one line', () => {
    expect(recall('他怕火光', [page('p1', '怕火光的人')])).toEqual([{ name: 'p1', kind: 'pointer', text: '怕火光的人' }])
    expect(names('写写AI', [page('p1', '', '人工智能, AI')])).toEqual([])
    expect(names('写写 AI', [page('p1', '', '人工智能, AI')])).toEqual(['pointer p1'])
    expect(names('said', [page('p1', '', 'AI')])).toEqual([])
    expect(names('他病了', [page('p1', '', '病')])).toEqual(['pointer p1'])
  })
  it('what is in too many names does not count; five pages at most, whole ones first', () => {
    const many = ['a', 'b', 'c', 'd'].map((one) => page(`长安城-${one}`))
    expect(names('长安城', many)).toEqual([])
    expect(names('长安城', many.slice(0, 3))).toHaveLength(3)
    const pages = [...Array.from({ length: 7 }, (_, at) => page(`x${at}`, '', '雪')), page('雪夜长街')]
    expect(names('雪夜长街的雪', pages)).toEqual(['body 雪夜长街', 'pointer x0', 'pointer x1', 'pointer x2', 'pointer x3'])
  })
})
