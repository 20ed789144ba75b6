import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CoreEvent } from '@shared/events'
import { author, makeProject, put, tempFolder } from '../../../test/project/make-project'
import { createProject } from './create-project'
import { createEnv } from './env'
import { projectInfo } from './info'
import { openProject } from './open-project'
import { sampleDir } from './resources'
import type { OpenedProject } from './types'
import { verifyClosed, verifyProject } from './verify'
import { watchProject } from './watch'

const quiet = { emit: () => undefined, readOnlyOk: false, watch: false }
const codeOf = (work: Promise<unknown>): Promise<string> => work.then(() => 'ok', (error: { fault?: { code: string } }) => error.fault?.code ?? String(error))

describe('a new project', () => {
  it('has the folders of a novel and opens', async () => {
    const { project } = await makeProject()
    expect(readdirSync(project.dir).sort()).toEqual(['.agent', '.nbook', 'AGENTS.md', 'lorebook', 'manuscript', 'project.yaml', 'reference', 'world'])
    expect(readdirSync(join(project.dir, 'lorebook'))).toHaveLength(9)
    expect(readdirSync(join(project.dir, 'world')).sort()).toEqual(['calendar.yaml', 'index.md', 'schema.yaml'])
    expect(readdirSync(join(project.dir, '.nbook'))).toEqual(expect.arrayContaining(['profiles', 'skills', 'workflows', 'tools', 'memory']))
    expect(readFileSync(join(project.dir, 'world/calendar.yaml'), 'utf8')).toContain('eraAfter: 公元')
    expect(readFileSync(join(project.dir, 'world/schema.yaml'), 'utf8')).toContain('faction: { attrs: {} }')
    expect([project.slug, project.manifest(), project.readOnly, project.lock(), project.trusted()]).toEqual(['demo', { kind: 'novel', title: '雪夜', locale: 'zh-CN' }, false, null, false])
  })

  it('comes from a sample with its story', async () => {
    const workspace = tempFolder()
    const plans: string[] = []
    const env = createEnv(join(workspace, 'h'))
    const loadPlan = (project: OpenedProject, plan: string): void => void plans.push(`${project.slug} ${plan.length > 0}`)
    const { dir } = await createProject(join(workspace, '长安'), { title: '', locale: 'zh-CN', sample: 'changan-snow', loadPlan }, env)
    expect(existsSync(join(dir, 'manuscript/vol-1/ch-01/index.md'))).toBe(true)
    expect(existsSync(join(dir, 'plan.yaml'))).toBe(false)
    expect(readFileSync(join(dir, 'AGENTS.md'), 'utf8')).toBe(readFileSync(join(sampleDir('changan-snow'), 'AGENTS.md'), 'utf8'))
    expect(plans).toEqual(['长安 true'])
  })

  it.each([true, false])('leaves nothing behind when its story cannot be made (folder was there: %s)', async (existed) => {
    const workspace = tempFolder()
    const dir = join(workspace, 'x')
    if (existed) mkdirSync(dir)
    const loadPlan = (): void => {
      throw new Error('plan')
    }
    expect(await codeOf(createProject(dir, { title: '', locale: 'en', sample: 'changan-snow', loadPlan }, createEnv(join(workspace, 'h'))))).toBe('Error: plan')
    expect(existsSync(dir) ? readdirSync(dir) : null).toEqual(existed ? [] : null)
  })

  it('is refused over what is there, for a bad name and for an unknown sample', async () => {
    const { project, env, workspace } = await makeProject()
    const options = { title: 'x', locale: 'en' } as const
    mkdirSync(join(workspace, 'full'))
    writeFileSync(join(workspace, 'full/x'), '')
    mkdirSync(join(workspace, 'empty'))
    expect(await Promise.all([
      codeOf(createProject(project.dir, options, env)), codeOf(createProject(join(workspace, 'full'), options, env)), codeOf(createProject(join(workspace, 'full/x'), options, env)),
      codeOf(createProject(join(workspace, 'workspace'), options, env)), codeOf(createProject(join(workspace, 'new'), { ...options, sample: '../x' }, env)),
      codeOf(createProject(join(workspace, 'new'), { ...options, title: ' ' }, env)), codeOf(createProject(join(workspace, 'empty'), options, env)),
    ])).toEqual(['PROJECT_MANIFEST_CONFLICT', 'DIR_NOT_EMPTY', 'DIR_NOT_EMPTY', 'INVALID_PROJECT_ROOT', 'SAMPLE_NOT_FOUND', 'PROJECT_MANIFEST_INVALID', 'ok'])
    expect(existsSync(join(workspace, 'new'))).toBe(false)
  })
})

describe('opening', () => {
  it('refuses what is no project of its own', async () => {
    const { project, env, workspace } = await makeProject()
    symlinkSync(project.dir, join(workspace, 'link'))
    mkdirSync(join(workspace, 'plain'))
    for (const name of ['broken', 'led', 'Twin', 'twin']) cpSync(project.dir, join(workspace, name), { recursive: true, filter: (source) => !source.includes('.nbook') })
    writeFileSync(join(workspace, 'broken/project.yaml'), 'kind: novel\ntitle: [\n')
    mkdirSync(join(workspace, 'elsewhere'))
    symlinkSync(join(workspace, 'elsewhere'), join(workspace, 'led/.nbook'))
    mkdirSync(join(workspace, 'bare/.nbook'), { recursive: true })
    const open = (name: string): Promise<string> => codeOf(openProject(join(workspace, name), env, quiet))
    expect(await open('bare')).toBe('PROJECT_MANIFEST_MISSING')
    expect(await Promise.all(['link', 'plain', 'none', 'broken', 'led', 'twin'].map(open))).toEqual(['PROJECT_ROOT_LINK', 'PROJECT_NOT_FOUND', 'PROJECT_NOT_FOUND', 'PROJECT_MANIFEST_INVALID', 'PROJECT_ROOT_LINK', 'PROJECT_ROOT_CASE_COLLISION'])
    expect(readdirSync(join(workspace, 'elsewhere'))).toEqual([])
  })

  it.each(['blobs', 'blobs/ab', 'trash', 'backups', 'runs', 'jobs', 'memory', 'skills', 'tools', 'profiles', 'workflows', 'project.sqlite', 'sessions.sqlite-wal', 'project.sqlite-shm', 'config.json', 'shell-allowlist.json', 'lock'])('refuses a project whose own .nbook/%s is led elsewhere', async (name) => {
    const { project, env, workspace } = await makeProject()
    await project.close()
    const elsewhere = join(workspace, 'elsewhere')
    mkdirSync(elsewhere)
    rmSync(join(project.dir, '.nbook', name), { recursive: true, force: true })
    symlinkSync(elsewhere, join(project.dir, '.nbook', name))
    expect(await codeOf(openProject(project.dir, env, quiet))).toBe('PROJECT_ROOT_LINK')
    expect(readdirSync(elsewhere)).toEqual([])
  })

  it('names a damaged database and gives the lock back', async () => {
    const { project, env } = await makeProject()
    await project.close()
    writeFileSync(join(project.dir, '.nbook/project.sqlite'), Buffer.alloc(8_192))
    expect(await codeOf(openProject(project.dir, env, quiet))).toBe('DATABASE_DAMAGED')
    expect(existsSync(join(project.dir, '.nbook/lock'))).toBe(false)
    expect(verifyClosed(project.dir, env)).toMatchObject([{ severity: 'error', path: '.nbook/project.sqlite' }])
  })

  it('keeps the last good title while project.yaml is broken', async () => {
    const { project } = await makeProject()
    writeFileSync(join(project.dir, 'project.yaml'), 'kind: novel\ntitle: "')
    expect(project.manifest().title).toBe('雪夜')
  })

  it('writes into another opened project only by its address, and tells both', async () => {
    const { project, env, workspace, events } = await makeProject()
    const heard: CoreEvent[] = []
    const { dir } = await createProject(join(workspace, 'near'), { title: 'n', locale: 'en' }, env)
    const near = await openProject(dir, env, { ...quiet, emit: (event) => heard.push(event) })
    await put(project, 'workspace/near/a.md', 'x')
    expect(readFileSync(join(dir, 'a.md'), 'utf8')).toBe('x')
    expect([events.at(-1), heard.at(-1)]).toMatchObject([{ path: 'workspace/near/a.md' }, { path: 'a.md' }])
    await near.close()
    expect(await codeOf(put(project, 'workspace/near/a.md', 'y'))).toBe('PROJECT_NOT_OPEN')
  })
})

describe('project info and verify', () => {
  it('count and find what is wrong', async () => {
    const { project } = await makeProject()
    await put(project, 'manuscript/v/c/index.md', '---\ntitle: t\ntype: chapter\nchapter: one\n---\n\n他走了。\n')
    project.projectDb.prepare("INSERT INTO StoryChapter (name, title, sortOrder, createdAt, updatedAt) VALUES ('one', 't', 0, '', '')").run()
    const orphan = { path: 'manuscript/n.md', title: 'n', chapterName: null, words: 9, wordsWithPunctuation: 9, hash: '' }
    const prose = [{ path: 'manuscript/v/c/index.md', title: 't', chapterName: 'one', words: 3, wordsWithPunctuation: 4, hash: '' }, orphan]
    const counts = { acts: 0, chapters: 0, scenes: 0, threads: 0, phases: 0, promises: 0, decisions: 0, subjects: 0, slices: 0 }
    expect(await projectInfo(project, counts, prose)).toMatchObject({ words: 3, wordsWithPunctuation: 4, counts: { sessions: 0 }, schemaVersion: { project: 4, sessions: 10 }, trusted: false })
    expect((await verifyProject(project, [])).filter((one) => one.severity !== 'notice')).toEqual([])
    const gone = await put(project, 'lorebook/note/a.md', 'v1')
    await project.files.apply([{ path: gone, text: 'v2', base: await project.files.hash(gone) }], author)
    writeFileSync(gone.real, 'changed outside')
    await put(project, 'lorebook/note/b.md', 'x')
    await put(project, 'lorebook/note/b/index.md', '---\ntitle: [\n---\nx')
    project.sessionsDb.prepare("INSERT INTO Version (id, path, at, reason, words, hash, actor) VALUES ('ve_1', 'x.md', '2026', 'day', 1, 'ab', 'author')").run()
    project.projectDb.exec("INSERT INTO StoryPromise (name, title, deadlineChapterId, createdAt, updatedAt) VALUES ('p', 'P', 99, '', '')")
    const found = await verifyProject(project, prose)
    expect(found.map((one) => one.code).sort()).toEqual(['CHANGED_OUTSIDE', 'FRONT_MATTER_BROKEN', 'NODE_CONFLICT', 'PROSE_ORPHAN', 'REFERENCE_DANGLING', 'VERSION_LOST'])
  })
})

describe('watching', () => {
  const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 400))

  it('tells outside changes, not ours, not touches, not a vanished folder', { timeout: 30_000 }, async () => {
    const { project, workspace } = await makeProject()
    const ours = await put(project, 'ours.md', 'x')
    writeFileSync(join(project.dir, 'their.md'), '1')
    const known = new Map<string, string | null>([[ours.real, await project.files.hash(ours)]])
    const events: CoreEvent[] = []
    const watcher = watchProject({ dir: project.dir, emit: (event) => events.push(event), known, quiet: 30, delay: 0 })
    await settle()
    const seen = (): unknown[] => events.splice(0).map((event) => (event.type === 'file.changed' ? `${event.kind} ${event.path} ${event.by}` : event.type))
    utimesSync(ours.real, new Date(), new Date())
    writeFileSync(join(project.dir, 'their.md'), '2')
    writeFileSync(join(project.dir, '.nbook/config.json'), '{}')
    await settle()
    expect(seen()).toEqual(['modify their.md outside'])
    mkdirSync(join(project.dir, 'manuscript/new/deep'), { recursive: true })
    writeFileSync(join(project.dir, 'manuscript/new/deep/a.md'), 'x')
    unlinkSync(join(project.dir, 'their.md'))
    await settle()
    expect(seen().sort()).toEqual(['delete their.md outside', 'modify manuscript/new/deep/a.md outside'])
    rmSync(join(project.dir, 'manuscript/new'), { recursive: true })
    await settle()
    expect(seen()).toEqual(['delete manuscript/new/deep/a.md outside'])
    renameSync(project.dir, join(workspace, 'away'))
    await settle()
    expect(seen()).toEqual([])
    watcher.close()
  })
})
