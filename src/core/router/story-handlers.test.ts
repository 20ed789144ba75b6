import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { StoryKind } from '@shared/story'
import type { RequestContext } from '../app/types'
import { openFocusStore } from '../app/focus-store'
import { createManuscript } from '../manuscript/manuscript'
import { createProject } from '../project/create-project'
import { createEnv } from '../project/env'
import { openProject } from '../project/open-project'
import { noteOpened, recentProjects } from '../project/recent'
import { createStoryService } from '../story/story-service'
import { restoreWithProse } from '../story/trash-with-prose'
import { storyHandlers as handlers } from './story-handlers'
import { trashHandlers } from './trash-handlers'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

/** A real project folder behind the handlers, with two chapters in act 1. */
async function rig() {
  const root = await mkdtemp(join(tmpdir(), 'wenqu-story-'))
  const env = createEnv(join(root, 'home'))
  const { dir } = await createProject(join(root, 'novel'), { title: '雪夜', locale: 'zh-CN' }, env)
  const project = await openProject(dir, env, { emit: () => undefined, readOnlyOk: false, watch: false })
  cleanups.push(() => rm(root, { recursive: true, force: true }), () => project.close())
  const manuscript = createManuscript(project)
  const story = createStoryService({ db: project.projectDb, env, emit: project.emit, manifestTitle: () => project.manifest().title, prose: () => manuscript.prose(), focus: openFocusStore(project.sessionsDb) })
  const context = { principal: 'human', core: { get: () => ({ project, story, manuscript }), hub: { seq: () => 7 } } } as unknown as RequestContext
  const at = { project: project.slug }
  await handlers['story.save']({ ...at, kind: 'act', fields: { name: 'v1', title: '卷一' } }, context)
  const first = await handlers['story.addChapter']({ ...at, title: '第一章', actId: '1' }, context)
  const second = await handlers['story.addChapter']({ ...at, title: '第二章', actId: '1' }, context)
  const outline = () => handlers['story.outline'](at, context)
  return { dir, story, manuscript, project, context, at, first, second, outline }
}

describe('story procedures on a real project', () => {
  it('adds chapters with an empty text and takes one back with its text', async () => {
    const { dir, first, second, outline, at, context } = await rig()
    expect([first.path, second.path]).toEqual(['manuscript/v1/ch-01/index.md', 'manuscript/v1/ch-02/index.md'])
    expect(await outline()).toMatchObject({ story: { title: '雪夜' }, seq: 7, acts: [{ chapters: [{ number: 1, readiness: 'needs_plot', prose: [{ chapterName: 'ch-01' }] }, { number: 2 }] }], ungrouped: [], orphans: [] })
    await handlers['story.undo']({ ...at, undoId: String(second.undoId) }, context)
    expect([existsSync(join(dir, second.path)), (await outline()).acts[0]?.chapters.length]).toEqual([false, 1])
  })

  it('a chapter whose text is gone from the disk says so, and how it comes back; one without a text yet does not', async () => {
    const { dir, first, project, at, context } = await rig()
    const lost = async (id: string) => (await handlers['story.chapter']({ ...at, id }, context)).lost
    expect(await lost(first.id)).toBe(null)
    await rm(join(dir, first.path))
    expect(await lost(first.id)).toEqual({ path: first.path, source: { kind: 'backup' } })
    const { id, at: time } = await project.history.keep(first.path, '他走了。\n', 'day', 'author')
    expect(await lost(first.id)).toEqual({ path: first.path, source: { kind: 'history', id, at: time } })
    const { id: planned } = await handlers['story.save']({ ...at, kind: 'chapter', fields: { name: 'later', title: '后来' } }, context)
    expect(await lost(planned)).toBe(null)
  })

  it('the tree names the chapters whose text is gone, and follows what becomes of them', async () => {
    const { dir, first, second, project, outline, at, context } = await rig()
    const thread = await handlers['story.save']({ ...at, kind: 'thread', fields: { name: 't', title: '灯线' } }, context)
    const { id: planned } = await handlers['story.save']({ ...at, kind: 'chapter', fields: { name: 'later', title: '后来' } }, context)
    const gone = async () => (await outline()).gone
    const write = async (path: string) => {
      const place = await project.files.authorize(path, { use: 'create' })
      await project.files.apply([{ path: place, text: '---\ntitle: 后来\nchapter: later\n---\n\n雪。\n', base: null }], { actor: 'author', sessionId: null, callId: null })
    }
    const whole = readFileSync(join(dir, first.path), 'utf8')
    expect(await gone()).toEqual([])
    await rm(join(dir, first.path))
    expect(await gone()).toEqual([first.id])
    await rm(join(dir, second.path))
    expect(await gone()).toEqual([first.id, second.id])
    await writeFile(join(dir, first.path), whole)
    expect(await gone()).toEqual([second.id])
    // A text that the author puts into the trash themselves is not missed, nor one that was never written.
    const place = await project.files.authorize(first.path, { use: 'write' })
    await project.trash.put([place], { actor: 'author', sessionId: null, callId: null })
    expect(await gone()).toEqual([second.id])
    // A folder that another program made and left, and its going.
    mkdirSync(join(dir, 'manuscript/v1/later'))
    expect(await gone()).toEqual([second.id, planned])
    await rm(join(dir, 'manuscript/v1/later'), { recursive: true })
    expect(await gone()).toEqual([second.id])
    // A scene that is written has a text somewhere.
    const scene = await handlers['story.save']({ ...at, kind: 'scene', fields: { threadId: thread.id, chapterId: planned, title: '渡口', status: 'written' } }, context)
    expect(await gone()).toEqual([second.id, planned])
    await handlers['story.save']({ ...at, kind: 'scene', id: scene.id, fields: { status: 'active' } }, context)
    expect(await gone()).toEqual([second.id])
    await write('manuscript/v1/later/index.md')
    await rm(join(dir, 'manuscript/v1/later'), { recursive: true })
    expect(await gone()).toEqual([second.id, planned])
    // Written again and put away in the app, with no look at the tree between.
    await write('manuscript/v1/later/index.md')
    await project.trash.put([await project.files.authorize('manuscript/v1/later/index.md', { use: 'write' })], { actor: 'author', sessionId: null, callId: null })
    expect(await gone()).toEqual([second.id])
  })

  it('shows a trashed chapter as its prose, a thread by its words and its scenes', async () => {
    const { dir, first, story, at, context } = await rig()
    await writeFile(join(dir, first.path), `\uFEFF---\ntitle: 第一章\nchapter: ch-01\n---\n\n　　他走了。\n`)
    const chapter = await handlers['story.trash']({ ...at, kind: 'chapter', id: first.id, withProse: true }, context)
    expect(await trashHandlers['trash.preview']({ ...at, id: chapter.item }, context)).toEqual({ text: '　　他走了。\n', holds: [], patches: [] })
    const thread = await handlers['story.save']({ ...at, kind: 'thread', fields: { name: 't', title: '灯线', summary: '灯为何自亮', note: '慢慢来' } }, context)
    await handlers['story.save']({ ...at, kind: 'scene', fields: { threadId: thread.id, title: '渡口' } }, context)
    const trashed = await handlers['story.trash']({ ...at, kind: 'thread', id: thread.id, withProse: true }, context)
    expect(await trashHandlers['trash.preview']({ ...at, id: trashed.item }, context)).toEqual({ text: '灯为何自亮\n\n慢慢来', holds: ['渡口'], patches: [] })
    expect(story.trashList().length).toBe(2)
  })

  it('trashes a chapter with its text, brings both back by undo and by restore', async () => {
    const { dir, first, outline, at, context, story, manuscript, project } = await rig()
    const file = join(dir, first.path)
    const [before, text] = [await outline(), readFileSync(file)]
    const gone = await handlers['story.trash']({ ...at, kind: 'chapter', id: '1', withProse: true }, context)
    expect([existsSync(file), (await outline()).acts[0]?.chapters.map((c) => c.id)]).toEqual([false, ['2']])
    await handlers['story.undo']({ ...at, undoId: String(gone.undoId) }, context)
    expect([readFileSync(file), await outline()]).toEqual([text, before])
    const again = await handlers['story.trash']({ ...at, kind: 'chapter', id: '1', withProse: true }, context)
    story.save({ kind: 'chapter', action: 'create', id: null, fields: { name: 'ch-01', title: 'Taken' } }, { by: { actor: 'author', sessionId: null, callId: null }, exactlyOnce: null })
    expect(await restoreWithProse({ story, manuscript, project }, again.item)).toEqual({ restoredTo: '卷一', renamed: true, story: { kind: 'chapter', id: '1', place: [{ kind: 'act', title: '卷一' }] } })
    expect(await readFile(file, 'utf8')).toContain('ch-01-2')
    expect((await outline()).acts[0]?.chapters[0]).toMatchObject({ id: '1', name: 'ch-01-2', prose: [{ chapterName: 'ch-01-2' }] })
  })

  it('undoing a new chapter: one with text stays, an empty one is a chapter in the trash and comes back', async () => {
    const { dir, first, second, outline, at, context, story, manuscript, project } = await rig()
    await writeFile(join(dir, second.path), `${readFileSync(join(dir, second.path), 'utf8')}雪落下来了。\n`)
    expect(await handlers['story.undo']({ ...at, undoId: String(second.undoId) }, context)).toEqual({ done: 'created', kind: 'chapter', id: '2', title: '第二章', kept: true, again: null })
    expect([existsSync(join(dir, second.path)), (await outline()).acts[0]?.chapters.length]).toEqual([true, 2])
    await expect(async () => handlers['story.undo']({ ...at, undoId: String(second.undoId) }, context)).rejects.toThrow('UNDO_GONE')
    expect(await handlers['story.undo']({ ...at, undoId: String(first.undoId) }, context)).toMatchObject({ kept: false })
    const [item] = story.trashList()
    expect(item).toMatchObject({ kind: 'chapter', name: '第一章' })
    await restoreWithProse({ story, manuscript, project }, String(item?.id))
    expect((await outline()).acts[0]?.chapters[0]).toMatchObject({ title: '第一章', prose: [{ path: first.path }] })
  })

  it('a new chapter never takes over a text that is there', async () => {
    const { outline, at, context } = await rig()
    await handlers['story.trash']({ ...at, kind: 'chapter', id: '2', withProse: false }, context)
    await handlers['story.addChapter']({ ...at, title: '又一章', actId: '1' }, context)
    expect(await outline()).toMatchObject({ orphans: [{ chapterName: 'ch-02' }], acts: [{ chapters: [{ name: 'ch-01' }, { name: 'ch-02-2', prose: [{}] }] }] })
  })

  it('leaves the text as an orphan when it is unticked, and links it again', async () => {
    const { outline, at, context } = await rig()
    await handlers['story.trash']({ ...at, kind: 'chapter', id: '1', withProse: false }, context)
    const orphan = (await outline()).orphans[0]?.path ?? ''
    expect(orphan).toBe('manuscript/v1/ch-01/index.md')
    await expect(async () => handlers['story.linkProse']({ ...at, path: orphan, chapterName: 'nobody' }, context)).rejects.toThrow('ENTITY_NOT_FOUND')
    await handlers['story.linkProse']({ ...at, path: orphan, chapterName: 'ch-02' }, context)
    expect((await outline()).acts[0]?.chapters[0]?.prose).toHaveLength(2)
  })

  it('rewrites the texts of a renamed chapter, undo too', async () => {
    const { outline, at, context } = await rig()
    const { undoId } = await handlers['story.save']({ ...at, kind: 'chapter', id: '1', fields: { name: 'opening' } }, context)
    expect((await outline()).acts[0]?.chapters[0]?.prose).toHaveLength(1)
    await handlers['story.undo']({ ...at, undoId: String(undoId) }, context)
    expect((await outline()).acts[0]?.chapters[0]).toMatchObject({ name: 'ch-01', prose: [{ chapterName: 'ch-01' }] })
  })

  it('every change taken back can be done again, and taken back once more: order, name, text and files', async () => {
    const { dir, first, outline, at, context } = await rig()
    const look = async () => { const { seq: _, ...all } = await outline(); return JSON.stringify(all, (key, value: unknown) => (key === 'updatedAt' ? undefined : value)) + String(existsSync(join(dir, first.path))) }
    const undo = (undoId: string) => handlers['story.undo']({ ...at, undoId }, context)
    const repeat = async ({ again }: Awaited<ReturnType<typeof undo>>) => {
      if (again === null) throw new Error('cannot be done again')
      if ('undoId' in again) return undo(again.undoId)
      const { undoId } = await handlers['story.trash']({ ...at, ...again.trash }, context)
      return { again: undoId === null ? null : { undoId } } as Awaited<ReturnType<typeof undo>>
    }
    const made = await handlers['story.addChapter']({ ...at, title: '第三章', actId: '1' }, context)
    expect(existsSync(join(dir, made.path))).toBe(true)
    const changes: [string, () => Promise<{ undoId: string | null }> | { undoId: string | null }][] = [
      ['move', () => handlers['story.move']({ ...at, kind: 'chapter', id: '2', list: 'story', index: 0 }, context)],
      ['rename', () => handlers['story.save']({ ...at, kind: 'chapter', id: '1', fields: { name: 'opening', title: '开篇' } }, context)],
      ['trash', () => handlers['story.trash']({ ...at, kind: 'chapter', id: '1', withProse: true }, context)],
      ['new', () => handlers['story.addChapter']({ ...at, title: '第四章', actId: '1' }, context)],
    ]
    for (const [name, change] of changes) {
      const before = await look()
      const { undoId } = await change()
      const after = await look()
      expect(after, name).not.toBe(before)
      let step = await undo(String(undoId))
      expect(await look(), `${name} undone`).toBe(before)
      for (const round of [1, 2]) {
        step = await repeat(step)
        expect(await look(), `${name} done again, ${round}`).toBe(after)
        step = await repeat(step)
        expect(await look(), `${name} undone again, ${round}`).toBe(before)
      }
    }
  })

  it('the list of novels has the words as the window last counted them, without the novel being closed', async () => {
    const { dir, first, at, context } = await rig()
    const env = createEnv(join(dir, '../home'))
    Object.assign(context.core, { env })
    await noteOpened(env, { dir, title: '雪夜', words: 0 })
    await writeFile(join(dir, first.path), `${readFileSync(join(dir, first.path), 'utf8')}雪落下来了。\n`)
    await handlers['story.outline'](at, context)
    expect(recentProjects(env).find((one) => one.dir === dir)?.words).toBe(5)
  })

  it('serves the ledgers and the brief, and takes the author’s changes of them with the tools’ rules', async () => {
    const { at, context, outline } = await rig()
    const save = (kind: StoryKind, fields: Record<string, unknown>, more: { id?: string; action?: string } = {}) => handlers['story.save']({ ...at, kind, fields, ...more }, context)
    await save('phase', { name: 'p1', title: '起' })
    await save('thread', { name: 't1', title: '主线', storyPhaseId: '1' })
    for (const title of ['一', '二']) await save('scene', { threadId: '1', chapterId: '1', title, pacingRole: 'setup' })
    await save('promise', { name: 'debt', title: '血债', deadlineChapterId: '1' })
    await save('decision', { name: 'who', title: '凶手', question: '是谁？', options: [{ option: '甲' }, { option: '乙' }], serves: ['promise://1'] })
    const set = await handlers['story.setBeat']({ ...at, promiseId: '1', sceneId: '2', kind: 'payoff', note: null }, context)
    expect(set).toMatchObject({ id: '1', effects: [{ to: 'fulfilled' }] })
    expect(await handlers['story.promises']({ ...at, status: 'fulfilled', stage: 'paid_off' }, context)).toMatchObject({ promises: [{ due: 'none', deadlineChapter: { id: '1' }, beats: [{ kind: 'payoff', state: 'planned', scene: { id: '2' }, chapter: { id: '1', number: 1 } }] }] })
    expect((await outline()).acts[0]?.chapters[0]?.scenes).toMatchObject([{ pacingRole: 'setup', beats: { payoff: 0 } }, { beats: { payoff: 1, plant: 0 } }])
    expect(await handlers['story.brief']({ ...at, chapterId: '1' }, context)).toMatchObject({ chapterId: '1', mode: 'autonomous', status: 'needs_world_anchor', pendingScenes: ['1', '2'], markdown: expect.stringMatching(/^# 《第一章》写作单/), promiseTasks: [{ kind: 'payoff' }] })
    const { effects } = await handlers['story.removeBeat']({ ...at, promiseId: '1', sceneId: '2' }, context)
    expect(effects).toMatchObject([{ to: 'open' }])
    await expect(save('decision', { decision: '甲' }, { id: '1', action: 'decide' })).rejects.toThrow('DECISION_INCOMPLETE')
    await save('decision', { decision: '甲', motivation: 'm', risk: 'r', chosenOption: '甲' }, { id: '1', action: 'decide' })
    expect(await handlers['story.decisions'](at, context)).toMatchObject({ decisions: [{ status: 'decided', rejectedAlternatives: [{ option: '乙' }], serves: [{ target: 'promise://1', valid: true }], danglingRefs: [] }] })
    await save('promise', {}, { id: '1', action: 'abandon' })
    expect(await handlers['story.promises'](at, context)).toMatchObject({ promises: [{ status: 'abandoned' }] })
  })

  it('orders whole lists and keeps the story’s texts; each can be taken back', async () => {
    const { at, context, story } = await rig()
    await handlers['story.save']({ ...at, kind: 'thread', fields: { name: 't1', title: '主线' } }, context)
    for (const title of ['一', '二', '三']) await handlers['story.save']({ ...at, kind: 'scene', fields: { threadId: '1', title } }, context)
    const scenes = () => story.scenesOf('thread', '1').map((scene) => scene.id).join(' ')
    await expect(async () => handlers['story.reorder']({ ...at, list: 'thread-scenes', parent: '1', ids: ['3'] }, context)).rejects.toThrow('ORDER_INCOMPLETE')
    const { undoId, moved } = await handlers['story.reorder']({ ...at, list: 'thread-scenes', parent: '1', ids: ['3', '1', '2'] }, context)
    expect([scenes(), moved]).toEqual(['3 1 2', 1])
    await handlers['story.undo']({ ...at, undoId: String(undoId) }, context)
    expect(scenes()).toBe('1 2 3')
    const texts = await handlers['story.setStory']({ ...at, summary: '一个雪夜。' }, context)
    expect(story.tree({})['story']).toMatchObject({ summary: '一个雪夜。' })
    await handlers['story.undo']({ ...at, undoId: String(texts.undoId) }, context)
    expect(story.tree({})['story']).toMatchObject({ summary: '' })
  })
})
