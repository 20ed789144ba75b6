import { readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeProject, put } from '../../../test/project/make-project'
import { splitFrontMatter } from '../project/front-matter'
import { setKey } from './front-matter-edit'
import { createManuscript } from './manuscript'
import { createProseScan } from './prose-scan'

describe('front matter', () => {
  it.each<[string, string, string, Record<string, unknown>]>([
    ['---\ntitle: 一\n---\n\n他走了。\n', '---\ntitle: 一\n---\n\n', '他走了。\n', { title: '一' }],
    ['\uFEFF---\r\ntitle: a\r\n---\r\nText', '\uFEFF---\r\ntitle: a\r\n---\r\n', 'Text', { title: 'a' }],
    ['---\n---\nText', '---\n---\n', 'Text', {}], ['---\ntitle: a\n...\nText', '---\ntitle: a\n...\n', 'Text', { title: 'a' }],
    ['Text\n---\na: 1\n---\n', '', 'Text\n---\na: 1\n---\n', {}], ['---\n\n他走了。\n\n---\n\n她没走。', '', '---\n\n他走了。\n\n---\n\n她没走。', {}],
    ['---\nno end', '', '---\nno end', {}], ['', '', '', {}], ['---', '', '---', {}], ['---\n- list\n---\nx', '', '---\n- list\n---\nx', {}],
  ])('%j', (whole, frontMatter, text, data) => {
    expect(splitFrontMatter(whole)).toEqual({ frontMatter, text, data, broken: null })
  })

  it('that is broken stays text and names its line', () => {
    const whole = '---\ntitle: a\nbad: [1\n---\nText'
    expect(splitFrontMatter(whole)).toMatchObject({ frontMatter: '', text: whole, broken: expect.stringMatching(/^line [34]:/) })
    expect(() => setKey(whole, 'chapter', 'x', 'a.md')).toThrow('FRONT_MATTER_BROKEN')
  })

  it.each([
    ['---\n# mine\nchapter: old # why\nx: {a: 1}\n---\n\nT', '---\n# mine\nchapter: new\nx: {a: 1}\n---\n\nT'],
    ['---\ntitle: a\next:\n  deep: [1, 2]\n---\nT', '---\ntitle: a\next:\n  deep: [1, 2]\nchapter: new\n---\nT'],
    ['---\r\ntitle: a\r\n---\r\n\r\nT', '---\r\ntitle: a\r\nchapter: new\r\n---\r\n\r\nT'],
    ['T', '---\nchapter: new\n---\n\nT'], ['---\n---\nT', '---\nchapter: new\n---\nT'],
    ['---\nchapter: >-\n  old\n  name\ntitle: b # c\n---\nT', '---\nchapter: >-\n  new\ntitle: b # c\n---\nT'],
  ])('one key of %j is set', (whole, wanted) => expect(setKey(whole, 'chapter', 'new', 'a.md')).toBe(wanted))
})

describe('the manuscript', () => {
  it('lists prose in path order with words, and only prose', async () => {
    const { project, workspace } = await makeProject()
    await put(project, 'manuscript/v2/b/index.md', '---\ntitle: 二\ntype: chapter\nchapter: two\n---\n\n他走了。')
    await put(project, 'manuscript/v1/a/index.md', 'Text here.')
    await put(project, 'manuscript/v1/index.md', '---\ntitle: 卷一\ntype: volume\n---\n卷首语')
    await put(project, 'manuscript/v1/a/state.md', 'x')
    await put(project, 'manuscript/loose.md', '')
    await put(project, 'manuscript/v1/broken/index.md', '---\ntitle: [\n---\nx')
    writeFileSync(join(workspace, 'secret.md'), 'x')
    symlinkSync(join(workspace, 'secret.md'), join(project.dir, 'manuscript/link.md'))
    const manuscript = createManuscript(project)
    expect((await manuscript.prose()).map((node) => [node.path, node.title, node.chapterName, node.words, node.wordsWithPunctuation])).toEqual([
      ['manuscript/loose.md', 'loose', null, 0, 0], ['manuscript/v1/a/index.md', 'a', null, 2, 3], ['manuscript/v1/broken/index.md', 'broken', null, expect.any(Number), expect.any(Number)], ['manuscript/v2/b/index.md', '二', 'two', 3, 4],
    ])
    expect(await manuscript.broken()).toMatchObject([{ path: 'manuscript/v1/broken/index.md' }])
    expect((await manuscript.proseOf('two')).map((node) => node.path)).toEqual(['manuscript/v2/b/index.md'])
    rmSync(join(project.dir, 'manuscript'), { recursive: true })
    expect(await manuscript.prose()).toEqual([])
  })

  it('makes chapters, in the last volume unless told, never over another', async () => {
    const { project } = await makeProject()
    const manuscript = createManuscript(project)
    const add = (name: string, title: string, volume: string | null, text?: string): Promise<string> => manuscript.addChapter({ name, title, volume, ...(text === undefined ? {} : { text }) })
    expect([await add('one', '第一章', null), await add('two', '第二章: 雪', '第二卷', '正文'), await add('two', 'again', null)]).toEqual(['manuscript/vol-1/one/index.md', 'manuscript/第二卷/two/index.md', 'manuscript/第二卷/two-2/index.md'])
    expect(readFileSync(join(project.dir, 'manuscript/第二卷/two/index.md'), 'utf8')).toBe('---\ntitle: "第二章: 雪"\ntype: chapter\nchapter: two\n---\n\n正文')
    expect((await manuscript.proseOf('two')).length).toBe(2)
    expect(await manuscript.relink('two', 'zwei')).toEqual(['manuscript/第二卷/two-2/index.md', 'manuscript/第二卷/two/index.md'])
    expect((await manuscript.proseOf('zwei')).map((node) => node.title)).toEqual(['again', '第二章: 雪'])
    await manuscript.link('manuscript/vol-1/one/index.md', 'eins')
    expect(await manuscript.proseOf('eins')).toHaveLength(1)
  })

  it('sees changes of time or size', async () => {
    const { project } = await makeProject()
    for (let n = 0; n < 3; n += 1) await put(project, `manuscript/v0/c${n}/index.md`, `---\ntitle: 第${n}章\ntype: chapter\nchapter: c${n}\n---\n\n他走了。`)
    const scan = createProseScan(project.dir)
    const prose = await scan.prose()
    expect(await scan.prose()).toEqual(prose)
    const one = join(project.dir, 'manuscript/v0/c0/index.md')
    writeFileSync(one, readFileSync(one, 'utf8').replace('他', '她').replace('了', '呀'))
    utimesSync(one, new Date(), new Date(Date.now() + 5_000))
    const hash = prose.find((node) => node.chapterName === 'c0')?.hash
    expect((await scan.prose()).find((node) => node.chapterName === 'c0')?.hash).not.toBe(hash)
  })
})
