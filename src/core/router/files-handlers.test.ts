import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HandlerInput } from '@shared/procedures'
import type { filesProcedures } from '@shared/procedures/files'
import { createManuscript } from '../manuscript/manuscript'
import { agent, makeProject, put } from '../../../test/project/make-project'
import type { RequestContext } from '../app/types'
import type { OpenedProject } from '../project/types'
import { filesHandlers } from './files-handlers'
import { mergeTexts } from '../project/merge-texts'

/** A core that holds just this project. */
const contextOf = (project: OpenedProject): RequestContext => ({ principal: 'human', core: { get: () => ({ project }) } }) as unknown as RequestContext
const code = (wanted: string, data?: unknown) => expect.objectContaining({ fault: expect.objectContaining({ code: wanted, ...(data === undefined ? {} : { data }) }) })

async function setUp() {
  const made = await makeProject()
  const context = contextOf(made.project)
  const path = 'manuscript/v/c/index.md'
  await put(made.project, path, '---\ntitle: 一\nchapter: one\n---\n\n他走了。\n')
  const real = join(made.project.dir, path)
  const call = <N extends keyof typeof filesProcedures>(name: N, input: Omit<HandlerInput<N>, 'project'>) => filesHandlers[name]({ project: 'demo', ...input } as HandlerInput<N>, context)
  return { ...made, path, real, call }
}

describe('a text', () => {
  it('opens without its front matter and is saved under it, keeping versions', async () => {
    const { call, path, real } = await setUp()
    const open = await call('text.open', { path })
    expect(open).toMatchObject({ path, text: '他走了。\n', frontMatter: '---\ntitle: 一\nchapter: one\n---\n\n', title: '一', readOnly: false, eol: 'lf' })
    const saved = await call('text.save', { path, text: '她走了，雪。\n', baseHash: open.hash, keep: 'day' })
    expect(saved).toMatchObject({ words: 4, wordsWithPunctuation: 6 })
    expect(readFileSync(real, 'utf8')).toBe('---\ntitle: 一\nchapter: one\n---\n\n她走了，雪。\n')
    expect((await call('text.open', { path })).hash).toBe(saved.hash)
    const { versions } = await call('versions.list', { path })
    expect(versions).toMatchObject([{ reason: 'day', by: 'author', words: 3 }])
    const restored = await call('versions.restore', { id: versions[0]?.id ?? '' })
    expect([restored.text, readFileSync(real, 'utf8').endsWith('\n\n他走了。\n'), restored.hash]).toEqual(['他走了。\n', true, open.hash])
    expect((await call('versions.list', { path })).versions.map((one) => one.reason)).toEqual(['restore', 'day'])
  })

  it.each(['changed', 'deleted'] as const)('%s outside is a conflict, and nothing is written', async (how) => {
    const { call, path, real, project } = await setUp()
    const open = await call('text.open', { path })
    if (how === 'deleted') rmSync(real)
    else writeFileSync(real, '---\ntitle: 一\n---\n\n外面。\n')
    const now = how === 'deleted' ? null : await project.files.hash(await project.files.authorize(path, { use: 'read' }))
    await expect(call('text.save', { path, text: 'mine', baseHash: open.hash, keep: 'day' })).rejects.toEqual(code('TEXT_CONFLICT', { hash: now }))
    expect(existsSync(real) ? readFileSync(real, 'utf8') : null).toBe(how === 'deleted' ? null : '---\ntitle: 一\n---\n\n外面。\n')
    if (how === 'changed') return expect(call('text.recreate', { path, text: 'mine' })).rejects.toEqual(code('TEXT_CONFLICT', { hash: now }))
    await call('text.recreate', { path, text: 'mine' })
    expect(readFileSync(real, 'utf8')).toBe('---\ntitle: 一\nchapter: one\n---\n\nmine')
  })

  it('front matter dropped outside comes back with the author\'s next save, and never onto another file', async () => {
    const { call, path, real, project } = await setUp()
    const head = '---\ntitle: 一\nchapter: one\n---\n\n'
    const linked = async () => (await createManuscript(project).proseOf('one')).map((node) => node.path)
    const open = await call('text.open', { path })
    writeFileSync(real, '外面。\n')
    const { theirsHash, theirs } = await call('text.merge', { path, baseHash: open.hash, mine: '我的。\n' })
    expect([theirs, await linked()]).toEqual(['外面。\n', []])
    const saved = await call('text.save', { path, text: '我的。\n', baseHash: theirsHash, keep: 'none' })
    expect([readFileSync(real, 'utf8'), await linked()]).toEqual([`${head}我的。\n`, [path]])
    expect(await call('text.open', { path })).toMatchObject({ hash: saved.hash, frontMatter: head, text: '我的。\n' })
    const broken = '---\ntitle: [\n---\n外面。\n'
    writeFileSync(real, broken)
    const again = await call('text.open', { path })
    await call('text.save', { path, text: `${broken}我。\n`, baseHash: again.hash, keep: 'none' })
    expect(readFileSync(real, 'utf8')).toBe(`${broken}我。\n`)
    await call('files.trash', { path })
    await call('files.create', { path, kind: 'file', text: '' })
    await call('text.save', { path, text: '新的。\n', baseHash: (await call('text.open', { path })).hash, keep: 'none' })
    expect(readFileSync(real, 'utf8')).toBe('新的。\n')
  })

  it('merges with what an agent wrote, from the base that was open', async () => {
    const { call, path, project } = await setUp()
    await put(project, path, '一\n二\n三\n')
    const open = await call('text.open', { path })
    await put(project, path, '一\n二\n三！\n', agent)
    expect(await call('text.merge', { path, baseHash: open.hash, mine: '一。\n二\n三\n' })).toMatchObject({ merged: '一。\n二\n三！\n', conflicts: 0, theirs: '一\n二\n三！\n' })
  })

  it('keeps named versions, even of the same text', async () => {
    const { call, path } = await setUp()
    const first = await call('versions.keep', { path, text: '稿', reason: 'named', name: '初稿' })
    const again = await call('versions.keep', { path, text: '稿', reason: 'time', name: null })
    const named = await call('versions.keep', { path, text: '稿', reason: 'named', name: '二稿' })
    expect([again.id === first.id, named.id === first.id]).toEqual([true, false])
    expect(await call('versions.text', { id: named.id })).toMatchObject({ text: '稿', version: { name: '二稿' } })
    await expect(call('versions.text', { id: 've_none' })).rejects.toEqual(code('NOT_FOUND'))
  })
})

describe('merging', () => {
  it.each<[string, string | null, string, string, number]>([
    ['a', 'a', 'a', 'a', 0], ['x', 'x', 'y', 'y', 0], ['m', 'b', 't', '<<<<<<<\nm\n=======\nt\n>>>>>>>', 1], ['same', null, 'same', 'same', 0], ['m', null, 't', '<<<<<<<\nm\n=======\nt\n>>>>>>>', 1],
    ['1\n2\n3\nnew', '1\n2\n3', '0\n1\n2\n3', '0\n1\n2\n3\nnew', 0], ['same', 'old', 'same', 'same', 0],
  ])('%j from %j with %j', (mine, base, theirs, merged, conflicts) => expect(mergeTexts(mine, base, theirs)).toEqual({ merged, conflicts }))
})

describe('files', () => {
  it('are listed, made, moved and trashed', async () => {
    const { call, project } = await setUp()
    expect((await call('files.list', { dir: 'manuscript/v' })).rows).toMatchObject([{ path: 'manuscript/v/c', kind: 'folder', title: '一', text: false }])
    expect((await call('files.list', { dir: '' })).rows.map((row) => row.name)).toEqual(['lorebook', 'manuscript', 'reference', 'world', 'AGENTS.md', 'project.yaml'])
    expect((await call('files.list', { dir: 'nowhere' })).rows).toEqual([])
    await call('files.create', { path: 'reference/a.md', kind: 'file', text: '字' })
    await call('files.create', { path: 'reference/sub', kind: 'folder', text: '' })
    await expect(call('files.create', { path: 'reference/a.md', kind: 'file', text: '' })).rejects.toEqual(code('FILE_EXISTS'))
    await expect(call('files.create', { path: 'manuscript/v/c.md', kind: 'file', text: '' })).rejects.toEqual(code('NODE_CONFLICT'))
    await expect(call('files.create', { path: '../x.md', kind: 'file', text: '' })).rejects.toEqual(code('PATH_OUTSIDE'))
    expect(await call('files.move', { from: 'reference/a.md', to: 'reference/sub/b.md' })).toEqual({ path: 'reference/sub/b.md' })
    await expect(call('files.move', { from: 'reference/sub', to: 'world' })).rejects.toEqual(code('FILE_EXISTS'))
    const { item, words } = await call('files.trash', { path: 'reference/sub' })
    expect([words, project.trash.list().map((one) => one.id)]).toEqual([1, [item]])
  })

  it.each([['case of a file', 'reference/A.md', 'reference/a.md'], ['composition of a file', 'reference/\u00E9.md', 'reference/e\u0301.md'], ['case of a folder', 'reference/Part', 'reference/part']])('are renamed to a name that differs only in the %s, with their history', async (_name, from, to) => {
    const { call, project } = await setUp()
    const [inner, moved] = [from, to].map((each) => (each.endsWith('.md') ? each : `${each}/x.md`))
    await call('files.create', { path: inner ?? '', kind: 'file', text: '字' })
    await call('versions.keep', { path: inner ?? '', text: '字', reason: 'named', name: '初稿' })
    expect(await call('files.move', { from, to })).toEqual({ path: to })
    expect([existsSync(join(project.dir, from)), readFileSync(join(project.dir, moved ?? ''), 'utf8'), project.trash.list()]).toEqual([false, '字', []])
    expect((await call('versions.list', { path: moved ?? '' })).versions).toMatchObject([{ name: '初稿' }])
    await expect(call('files.move', { from: to, to })).rejects.toEqual(code('FILE_EXISTS'))
  })

  it('project.yaml is not put into the trash, moved or renamed', async () => {
    const { call, project } = await setUp()
    await call('files.create', { path: 'reference/x.yaml', kind: 'file', text: 'x: 1\n' })
    await expect(call('files.move', { from: 'project.yaml', to: 'reference/project.yaml' })).rejects.toEqual(code('MANIFEST_NEEDED'))
    await expect(project.trash.put([await project.files.authorize('reference/x.yaml', { use: 'write' }), await project.files.authorize('project.yaml', { use: 'write' })], { actor: 'author', sessionId: null, callId: null })).rejects.toEqual(code('MANIFEST_NEEDED'))
    expect([existsSync(join(project.dir, 'project.yaml')), existsSync(join(project.dir, 'reference/x.yaml')), project.trash.list()]).toEqual([true, true, []])
  })

  it('are not renamed beside another that differs only in case, nor into a folder that does', async () => {
    const { call, project } = await setUp()
    for (const path of ['reference/A.md', 'reference/b.md', 'reference/Sub/c.md']) await call('files.create', { path, kind: 'file', text: path })
    writeFileSync(join(project.dir, 'reference/B.MD'), 'B')
    for (const [from, to] of [['reference/b.md', 'reference/a.md'], ['reference/b.md', 'reference/B.md'], ['reference/Sub/c.md', 'reference/sub/c.md'], ['reference/Sub', 'reference/sub/Sub']] as const) {
      await expect(call('files.move', { from, to })).rejects.toEqual(code('PATH_COLLISION'))
    }
    expect(['A.md', 'b.md', 'Sub/c.md'].map((name) => readFileSync(join(project.dir, 'reference', name), 'utf8'))).toEqual(['reference/A.md', 'reference/b.md', 'reference/Sub/c.md'])
  })
})
