import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main } from './main'

/** `export` as a user of the command line meets it (10, 09 §16). */
const home = mkdtempSync(join(tmpdir(), 'wenqu-export-cli-'))
const dir = join(home, 'demo')
const out = (name: string) => join(home, name)

async function wenqu(argv: readonly string[], stdin = ''): Promise<{ code: number; out: string; err: string }> {
  const done = { code: -1, out: '', err: '' }
  done.code = await main(argv, { out: (text) => { done.out += text }, err: (text) => { done.err += text }, isTerminal: false, async *stdin() { yield stdin }, env: { WENQU_HOME: join(home, '.wenqu') } })
  return done
}
const exported = (name: string, ...more: string[]) => wenqu(['export', '--project', dir, '--format', name.split('.').at(-1) ?? '', '--out', out(name), ...more])

beforeAll(async () => {
  expect(await wenqu(['project', 'new', dir, '--title', '雪夜'])).toMatchObject({ code: 0 })
  writeFileSync(out('novel.txt'), '第一卷 风雪\n\n第一章 灯\n\n　　他走了。\n\n　　***\n\n　　天亮了。\n\n第二章 夜\n\n　　雪停了。\n')
  expect(await wenqu(['import', out('novel.txt'), '--project', dir])).toMatchObject({ code: 0 })
  const empty = { action: 'create', name: 'unwritten', title: '未写' }
  expect(await wenqu(['call', 'save_story_chapter', JSON.stringify(empty), '--project', dir, '--mode', 'discuss', '--permission', 'bypassPermissions', '--approve', 'yes'])).toMatchObject({ code: 0 })
})
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

describe('export (10)', () => {
  it.each([
    [[], /missing --project/], [['--project', 'x', '--format', 'txt'], /missing --out/], [['--project', 'x', '--format', 'pdf', '--out', 'a'], /--format takes one of txt, docx, epub, md, html/],
    [['--project', 'x', '--format', 'epub', '--out', 'wrong.txt'], /--out ends in \.epub for this format: wrong\.epub/], [['--project', 'x', '--format', 'txt', '--out', 'book'], /: book\.txt/], [['--project', 'x', '--format', 'txt', '--out', '-'], /--out takes the name of a file/],
    [['--project', 'x', '--format', 'txt', '--format', 'md', '--out', 'a.md'], /--format is given twice/], [['--project', 'x', '--format', 'txt', '--out', 'a.txt', '--overwrite', '--overwrite'], /--overwrite is given twice/],
    [['--project', 'x', '--format', 'docx', '--out', 'a.docx', '--crlf'], /--crlf does nothing for docx; it is for txt/], [['--project', 'x', '--format', 'txt', '--out', 'a.txt', '--author', 'n'], /--author does nothing for txt/], [['--project', 'x', '--format', 'md', '--out', 'a.md', '--no-indent'], /--no-indent does nothing for md/],
    [['--project', 'x', '--format', 'txt', '--out', 'a.txt', '--scene-break', '---'], /--scene-break needs a value; one that begins with "-" is written --scene-break=VALUE/], [['--project', 'x', '--format', 'txt', '--out', 'a.txt', '--scene-break', 'a\nb'], /--scene-break takes one line of at most 40 characters/],
    [['--project', 'x', '--format', 'epub', '--out', 'a.epub', '--author', 'n'.repeat(121)], /--author takes at most 120 characters/],
    [['--project', 'x', '--format', 'txt', '--out', 'a.txt', '--chapters', '3-1'], /--chapters takes places such as 1-10,12, not "3-1"/], [['--project', 'x', '--format', 'txt', '--out', 'a', 'b'], /unexpected argument "b"/],
    [['--project', 'x', '--format', 'txt', '--out', 'a.txt', '--scene-break', 'x'.repeat(41)], /--scene-break takes one line of at most 40 characters/], [['--project', 'x', '--format', 'txt', '--out', 'a', '--titles', 'big'], /--titles takes one of/],
  ])('%j is one line and exit 2', async (argv, line) => {
    const { code, out: shown, err } = await wenqu(['export', ...argv])
    expect([code, shown, err.trimEnd().split('\n').length]).toEqual([2, '', 1])
    expect(err).toMatch(line)
  })

  it('writes the file, says what is in it and what is left out, and nothing but progress goes to stderr', async () => {
    const done = await exported('one.txt')
    expect(done).toMatchObject({ code: 0, out: `2 chapters, 9 words: ${out('one.txt')}\nleft out: 未写 (no text yet)\n` })
    expect(done.err).toMatch(/^(?:(?:read|write|done) \d\/2\n)*$/)
    expect(readFileSync(out('one.txt'), 'utf8')).toBe('\uFEFF第一卷 风雪\n\n第一章 灯\n\n　　他走了。\n***\n　　天亮了。\n\n第二章 夜\n\n　　雪停了。\n')
    const json = JSON.parse((await exported('one.epub', '--json')).out) as Record<string, unknown>
    expect(json).toMatchObject({ state: 'done', path: out('one.epub'), chapters: 2, words: 9, leftOut: [{ reason: 'empty', what: '未写' }] })
  })

  it('takes every choice', async () => {
    expect(await exported('two.txt', '--chapters', '2', '--titles', 'none', '--no-indent', '--crlf')).toMatchObject({ code: 0, out: expect.stringContaining('1 chapter, 3 words') })
    expect(readFileSync(out('two.txt'), 'utf8')).toBe('\uFEFF雪停了。\r\n')
    expect(await exported('two.md', '--scene-break', '§')).toMatchObject({ code: 0 })
    expect(await exported('dash.txt', '--scene-break=---')).toMatchObject({ code: 0 })
    expect(readFileSync(out('dash.txt'), 'utf8')).toContain('\n---\n')
    expect(await exported('named.html', '--author', '某人')).toMatchObject({ code: 0 })
    expect(readFileSync(out('named.html'), 'utf8')).toContain('某人')
    expect(readFileSync(out('two.md'), 'utf8')).toBe('# 雪夜\n\n## 第一卷 风雪\n\n### 第一章 灯\n\n他走了。\n\n§\n\n天亮了。\n\n### 第二章 夜\n\n雪停了。\n')
  })

  it('asks before it replaces, and names what is wrong', async () => {
    writeFileSync(out('there.txt'), 'mine')
    expect(await exported('there.txt')).toMatchObject({ code: 1, err: expect.stringContaining('FILE_EXISTS') })
    expect(JSON.parse((await exported('there.txt', '--json')).out)).toMatchObject({ status: 'fail', code: 'FILE_EXISTS' })
    expect(readFileSync(out('there.txt'), 'utf8')).toBe('mine')
    expect(await exported('there.txt', '--overwrite')).toMatchObject({ code: 0 })
    for (const [name, code] of [['none/a.txt', 'EXPORT_FOLDER'], ['demo/a.txt', 'EXPORT_FOLDER'], ['demo/.nbook/a.txt', 'PATH_PROTECTED']] as const) expect(await exported(name)).toMatchObject({ code: 1, err: expect.stringContaining(code) })
    expect(await wenqu(['project', 'new', out('other'), '--title', '别的'])).toMatchObject({ code: 0 })
    mkdirSync(out('.wenqu'), { recursive: true })
    mkdirSync(out('other/manuscript/one'), { recursive: true })
    for (const name of ['.wenqu/kept.md', 'other/manuscript/one/index.md']) writeFileSync(out(name), 'mine')
    for (const [name, code] of [['.wenqu/kept.md', 'PATH_PROTECTED'], ['.wenqu/new.txt', 'PATH_PROTECTED'], ['other/manuscript/one/index.md', 'EXPORT_FOLDER'], ['other/new.txt', 'EXPORT_FOLDER']] as const) {
      const { code: exit, err } = await exported(name, '--overwrite')
      expect([exit, err], name).toEqual([1, expect.stringMatching(new RegExp(`${code}.* Choose a place outside it`))])
      expect(existsSync(out(name)) ? readFileSync(out(name), 'utf8') : 'none').toBe(name.endsWith('.md') ? 'mine' : 'none')
    }
    expect(await exported('three.txt', '--chapters', '9')).toMatchObject({ code: 1, err: expect.stringContaining('There is no chapter 9; the novel has 3.') })
    expect(await exported('three.txt', '--chapters', '3')).toMatchObject({ code: 1, err: expect.stringContaining('EXPORT_EMPTY') })
  })

  it('X3 what an agent proposes and the author has not accepted is not in it', async () => {
    const { out: tree } = await wenqu(['call', 'get_story_chapter', JSON.stringify({ chapterId: '1' }), '--project', dir, '--json'])
    const path = /manuscript\/[^"\\]+\.md/.exec(tree)?.[0] ?? ''
    const lines = [{ id: '1', tool: 'read', input: { path } }, { id: '2', tool: 'edit', input: { path, edits: [{ oldText: '他走了', newText: '她留下' }] } }]
    const batch = await wenqu(['batch', '--project', dir, '--mode', 'discuss'], lines.map((line) => JSON.stringify(line)).join('\n'))
    expect(batch.out.trimEnd().split('\n').map((line) => (JSON.parse(line) as { status: string }).status)).toEqual(['ok', 'needs_approval'])
    expect(await exported('held.txt')).toMatchObject({ code: 0 })
    expect(readFileSync(out('held.txt'), 'utf8')).toContain('他走了')
  })
})
