import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { CoreEvent } from '@shared/events'
import type { Manuscript } from '../manuscript/types'
import { createProject } from '../project/create-project'
import { createEnv } from '../project/env'
import { openProject } from '../project/open-project'
import type { OpenedProject } from '../project/types'
import { createStoryService } from '../story/story-service'
import { openFocusStore } from './focus-store'
import { createImports } from './imports'

const novel = (chapters: number) => `第一卷 雪夜\n\n${Array.from({ length: chapters }, (_, n) => `第${n + 1}章 灯${n + 1}\n\n　　他走进第${n + 1}条街，雪落下来。\n\n　　“走吧。”她说。\n`).join('\n')}`

/** Prose as plain files below manuscript/, one per chapter name. */
function plainManuscript(project: OpenedProject, hooks: { beforeWrite?(name: string): void }): Manuscript {
  const made = new Map<string, string>()
  const node = (name: string, path: string) => ({ path, title: name, chapterName: name, words: 0, wordsWithPunctuation: 0, hash: '' })
  return {
    prose: async () => [...made].map(([name, path]) => node(name, path)),
    proseOf: async (name) => (made.has(name) ? [node(name, made.get(name) ?? '')] : []),
    addChapter: async ({ name, volume, text }) => {
      hooks.beforeWrite?.(name)
      const path = `manuscript/${volume ?? 'loose'}/${name}/index.md`
      await mkdir(dirname(join(project.dir, path)), { recursive: true })
      await writeFile(join(project.dir, path), `---\nchapter: ${name}\n---\n${text ?? ''}`)
      made.set(name, path)
      return path
    },
    link: async () => undefined,
    relink: async () => [],
    split: (whole) => {
      const frontMatter = /^---\n[\s\S]*?\n---\n/.exec(whole)?.[0] ?? ''
      return { frontMatter, text: whole.slice(frontMatter.length), data: {}, broken: null }
    },
  }
}

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

async function rig() {
  const root = await mkdtemp(join(tmpdir(), 'wenqu-import-'))
  const env = createEnv(join(root, 'home'))
  const { dir } = await createProject(join(root, 'novel'), { title: '雪夜', locale: 'zh-CN' }, env)
  const events: CoreEvent[] = []
  const project = await openProject(dir, env, { emit: (event) => void events.push(event), readOnlyOk: false, watch: false })
  cleanups.push(() => rm(root, { recursive: true, force: true }), () => project.close())
  const hooks: { beforeWrite?(name: string): void } = {}
  const manuscript = plainManuscript(project, hooks)
  const story = createStoryService({ db: project.projectDb, env, emit: project.emit, manifestTitle: () => project.manifest().title, prose: () => manuscript.prose(), focus: openFocusStore(project.sessionsDb) })
  const source = async (text: string, name = 'novel.txt') => {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
    return join(root, name)
  }
  const open = () => createImports({ project, story, manuscript })
  const counts = () => [story.counts().acts, story.counts().chapters]
  const ended = async (imports: ReturnType<typeof open>, id: string) => {
    while (imports.report(id).state === 'running') await new Promise((done) => setTimeout(done, 5))
    return imports.report(id)
  }
  return { project, story, manuscript, hooks, events, source, open, counts, ended }
}

describe('import (09 §15)', () => {
  it('proposes, is edited, writes nothing before it runs, and then makes acts and chapters', async () => {
    const { source, open, counts, ended, events, project, manuscript } = await rig()
    const imports = open()
    const view = await imports.preview(await source(novel(5)), {})
    expect(view.rows.map(({ kind, title }) => [kind, title])).toEqual([['volume', '雪夜'], ...[1, 2, 3, 4, 5].map((n) => ['chapter', `灯${n}`])].map(([kind, title]) => [kind, expect.stringContaining(title ?? '')]))
    expect([view.coveredCharacters, counts(), imports.report(view.importId).state]).toEqual([view.totalCharacters, [0, 0], 'preview'])
    const second = view.rows[2]?.id ?? ''
    const offset = imports.text(view.importId, second).indexOf('“走吧')
    const split = imports.edit(view.importId, { do: 'split', row: second, offset })
    expect([split.rows.length, imports.text(view.importId, split.rows[3]?.id ?? '').startsWith('“走吧')]).toEqual([7, true])
    imports.edit(view.importId, { do: 'mergeUp', row: split.rows[3]?.id ?? '' })
    imports.edit(view.importId, { do: 'rename', row: second, title: '新名' })
    imports.edit(view.importId, { do: 'skip', row: view.rows[5]?.id ?? '', skipped: true })
    await imports.run(view.importId, 'skip')
    expect(imports.pending(), 'a window that opens now sees it run').toMatchObject({ running: true, importId: view.importId, total: 4 })
    expect(await ended(imports, view.importId)).toMatchObject({ state: 'done', made: 4, left: 0 })
    expect(imports.pending()).toMatchObject({ running: false, importId: null })
    expect(counts()).toEqual([1, 4])
    expect(events.filter((event) => event.type === 'import.progress').at(-1)).toMatchObject({ state: 'done', done: 4, total: 4 })
    const texts = await Promise.all((await manuscript.prose()).map((node) => readFile(join(project.dir, node.path), 'utf8')))
    expect(texts.filter((text) => text.includes('他走进第'))).toHaveLength(4)
  })

  it('goes on after a crash at any chapter, with nothing twice (I4)', async () => {
    const { source, open, counts, ended, hooks, project } = await rig()
    const first = open()
    const { importId } = await first.preview(await source(novel(12)), {})
    let writes = 0
    hooks.beforeWrite = () => {
      writes += 1
      if (writes === 4 || writes === 9) throw new Error('the disk is gone')
    }
    await first.run(importId, 'skip')
    expect((await ended(first, importId)).state).toBe('failed')
    // As a crash leaves it.
    project.sessionsDb.prepare("UPDATE Import SET state = 'running'").run()
    for (const crash of [1, 2]) {
      const next = open()
      expect(next.pending()).toMatchObject({ importId, file: 'novel.txt', total: 12 })
      await next.run(importId, 'skip')
      const report = await ended(next, importId)
      if (crash === 1) project.sessionsDb.prepare("UPDATE Import SET state = 'running'").run()
      expect(report.state).toBe(crash === 1 ? 'failed' : 'done')
    }
    expect([counts(), open().pending().importId, writes]).toEqual([[1, 12], null, 14])
  })

  it('a folder goes on after a crash too, from the copy it keeps', async () => {
    const { project, source, hooks, open, counts, ended, manuscript } = await rig()
    for (const n of [1, 2, 10]) await source(`他走进第${n}条街。\n`, `chapters/${n}.txt`)
    const first = open()
    const { importId, rule, rules } = await first.preview(dirname(await source('x', 'chapters/cover.png')), {})
    expect([rule, rules]).toEqual(['files', [{ key: 'files', hits: 3 }]])
    hooks.beforeWrite = () => {
      hooks.beforeWrite = () => undefined
      throw new Error('the disk is gone')
    }
    await first.run(importId, 'skip')
    expect((await ended(first, importId)).state).toBe('failed')
    project.sessionsDb.prepare("UPDATE Import SET state = 'running'").run()
    await rm(dirname(await source('x', 'chapters/1.txt')), { recursive: true })
    const next = open()
    expect(next.pending()).toMatchObject({ importId, file: 'chapters', total: 3 })
    await next.run(importId, 'skip')
    expect(await ended(next, importId)).toMatchObject({ state: 'done', made: 3, notTaken: [{ what: 'cover.png', reason: 'other-kind' }] })
    const texts = await Promise.all((await manuscript.prose()).map((node) => readFile(join(project.dir, node.path), 'utf8')))
    expect([counts(), texts.map((text) => /第(\d+)条/.exec(text)?.[1])]).toEqual([[0, 3], ['1', '2', '10']])
  })

  it('the same file again: skip, replace or both', async () => {
    const { source, open, counts, ended, manuscript, project } = await rig()
    const imports = open()
    const file = await source(novel(3))
    const run = async (again: 'skip' | 'replace' | 'both') => {
      const { importId, importedBefore } = await imports.preview(file, {})
      await imports.run(importId, again)
      const { state, made, skipped } = await ended(imports, importId)
      return [importedBefore, state, made, skipped, ...counts()]
    }
    expect(await run('skip')).toEqual([false, 'done', 3, 0, 1, 3])
    expect(await run('skip')).toEqual([true, 'done', 0, 3, 1, 3])
    const [node] = await manuscript.prose()
    const place = join(project.dir, node?.path ?? '')
    const before = await readFile(place, 'utf8')
    await writeFile(place, `${before}改过`)
    expect(await run('replace')).toEqual([true, 'done', 3, 0, 1, 3])
    expect([await readFile(place, 'utf8'), project.history.list(node?.path ?? '').length]).toEqual([before, 1])
    expect(await run('both')).toEqual([true, 'done', 3, 0, 2, 6])
  })

  it('another version of a file says so, stands beside the earlier one, and replaces nothing', async () => {
    const { source, open, counts, ended } = await rig()
    const imports = open()
    const run = async (text: string, again: 'skip' | 'replace' = 'skip') => {
      const { importId, earlierVersion } = await imports.preview(await source(text), {})
      await imports.run(importId, again)
      expect((await ended(imports, importId)).state).toBe('done')
      return [earlierVersion, ...counts()]
    }
    expect(await run(novel(2))).toEqual([null, 1, 2])
    const corrected = novel(2).replace('雪落', '雨落')
    await expect(run(corrected, 'replace')).rejects.toThrow('IMPORT_OTHER_VERSION')
    expect(counts()).toEqual([1, 2])
    expect(await run(corrected)).toEqual([expect.stringMatching(/^\d{4}-/), 2, 4])
    expect(await run(corrected, 'replace')).toEqual([null, 2, 4])
    expect((await imports.preview(await source(corrected.replace('雨落', '风起'), 'another.txt'), {})).earlierVersion).toBeNull()
  })

  it('a stop keeps what was made; running it again goes on', async () => {
    const { source, open, counts, ended, hooks } = await rig()
    const imports = open()
    const { importId } = await imports.preview(await source(novel(30)), {})
    let stopped: Promise<{ made: number; left: number }> | null = null
    hooks.beforeWrite = (name) => {
      if (name.endsWith('-010')) stopped ??= imports.stop(importId)
    }
    await imports.run(importId, 'skip')
    await expect(imports.run(importId, 'skip')).rejects.toThrow('IMPORT_RUNNING')
    expect((await ended(imports, importId)).state).toBe('stopped')
    expect([await stopped, counts()[1]]).toEqual([{ made: 10, left: 20 }, 10])
    await imports.run(importId, 'skip')
    expect([(await ended(imports, importId)).state, counts()]).toEqual(['done', [1, 30]])
  })

  it('one that was cut off and is stopped then is not offered again', async () => {
    const { source, open, hooks } = await rig()
    const first = open()
    const { importId } = await first.preview(await source(novel(20)), {})
    let closed: Promise<void> | null = null
    hooks.beforeWrite = (name) => { if (name.endsWith('-005')) closed ??= first.close() }
    await first.run(importId, 'skip')
    await expect.poll(() => closed).not.toBeNull()
    await closed
    const again = open()
    expect(again.pending()).toMatchObject({ importId, total: 20 })
    expect(await again.stop(importId)).toEqual({ made: 5, left: 15 })
    expect(again.pending().importId).toBeNull()
    expect(again.report(importId).state).toBe('stopped')
  })

  it('does not begin while bytes would be lost; accepted by the author it does', async () => {
    const { open, source, project, ended, counts } = await rig()
    const imports = open()
    const file = await source('')
    await writeFile(file, Buffer.concat([Buffer.from('第一章 雪\n雪。\n第二章 灯\n灯亮'), Buffer.from([0xd5, 0xc2])]))
    const view = await imports.preview(file, {})
    expect([view.lost, view.lossAccepted]).toEqual([[{ title: '第二章 灯', characters: view.totalCharacters - view.coveredCharacters }], false])
    expect(view.coveredCharacters).toBeLessThan(view.totalCharacters)
    await expect(imports.run(view.importId, 'skip')).rejects.toThrow('IMPORT_LOSSY')
    expect([counts(), project.sessionsDb.prepare('SELECT count(*) FROM Import').pluck().get()]).toEqual([[0, 0], 0])
    expect(imports.edit(view.importId, { do: 'acceptLoss', accepted: true }).lossAccepted).toBe(true)
    await imports.run(view.importId, 'skip')
    expect([(await ended(imports, view.importId)).state, counts()]).toEqual(['done', [0, 2]])
  })

  it('chapters before the first act join it, so that the tree reads like the file', async () => {
    const { open, source, ended, story } = await rig()
    const imports = open()
    const { importId } = await imports.preview(await source('前言\n\n写在前面。\n\n楔子\n\n雪夜。\n\n第一卷 风\n\n第一章 灯\n\n灯亮。\n\n第二卷 雨\n\n第二章 雨\n\n雨落。\n'), {})
    await imports.run(importId, 'skip')
    expect((await ended(imports, importId)).state).toBe('done')
    const { acts, ungrouped } = await story.outline()
    expect([acts.map(({ act, chapters }) => [act.title, chapters.map((chapter) => chapter.title)]), ungrouped]).toEqual([[['第一卷 风', ['前言', '楔子', '第一章 灯']], ['第二卷 雨', ['第二章 雨']]], []])
    expect(acts.flatMap(({ chapters }) => chapters.map((chapter) => chapter.sortOrder))).toEqual([0, 1, 2, 3])
  })

  it('a Markdown file: its title names its chapter, and nothing of the data at its top is in the prose', async () => {
    const { open, source, ended, story, manuscript, project } = await rig()
    const imports = open()
    const { importId, rows, sample, notTaken } = await imports.preview(await source('---\ntitle: 长夜\ntags: [雪]\n---\n他走了。\n', '夜.MD'), {})
    expect([rows.map((row) => row.title), sample, notTaken]).toEqual([['长夜'], '他走了。\n', [{ what: 'tags', reason: 'top-data' }]])
    await imports.run(importId, 'skip')
    expect((await ended(imports, importId)).state).toBe('done')
    expect((await story.outline()).ungrouped.map((chapter) => chapter.title)).toEqual(['长夜'])
    expect(await Promise.all((await manuscript.prose()).map((node) => readFile(join(project.dir, node.path), 'utf8')))).toEqual([expect.not.stringContaining('tags')])
  })

  it('refuses what is no text, what is not there, and an import it does not know', async () => {
    const { open, source } = await rig()
    const imports = open()
    await expect(imports.preview('/nowhere/x.txt', {})).rejects.toThrow('NOT_FOUND')
    await expect(imports.preview(await source('x', 'a.docx'), {})).rejects.toThrow('IMPORT_NOT_DOCX')
    for (const nothing of ['', ' \n　\n', '\uFEFF']) await expect(imports.preview(await source(nothing), {})).rejects.toThrow('IMPORT_EMPTY')
    await expect(imports.preview(await source('x'), { encoding: 'latin-9' })).rejects.toThrow('ARGS_INVALID')
    await expect(imports.run('im_1', 'skip')).rejects.toThrow('IMPORT_UNKNOWN')
    expect(imports.pending()).toEqual({ running: false, importId: null, file: null, made: 0, total: 0 })
  })
})
