import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../test/tools/bench'
import { fail } from '@shared/fault'
import { createProject } from '../project/create-project'
import { openProject } from '../project/open-project'
import type { OpenedProject } from '../project/types'
import { registerStory } from '../story/opened-stories'
import { createStoryService } from '../story/story-service'

let bench: Bench
let near: OpenedProject
let leave: () => void
let locked = false
const foreignFocus = new Map<number, object>()

beforeAll(async () => {
  bench = await openBench()
  const { env, emit } = bench.project
  await createProject(join(bench.home, 'near'), { title: '邻书', locale: 'zh-CN' }, env)
  near = await openProject(join(bench.home, 'near'), env, { emit, readOnlyOk: false, watch: false })
  const story = createStoryService({ db: near.projectDb, env, emit, manifestTitle: () => '邻书', prose: () => Promise.resolve([]), focus: { get: (id) => foreignFocus.get(id) ?? {}, set: (id, focus) => void foreignFocus.set(id, focus) } })
  leave = registerStory({ slug: near.slug, dir: near.dir, story, assertWritable: () => { if (locked) fail('PROJECT_LOCKED', 'open elsewhere') } })
  mkdirSync(join(bench.home, 'closed'))
  writeFileSync(join(bench.home, 'closed', 'project.yaml'), 'kind: novel\ntitle: x\n')
})
afterAll(async () => {
  leave()
  await near.close()
  await bench.close()
})

const count = (db: OpenedProject['projectDb'], table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()

describe('projectRoot (02 §3)', () => {
  it.each([['..', 'INVALID_PROJECT_ROOT'], ['a/b', 'INVALID_PROJECT_ROOT'], ['.nbook', 'INVALID_PROJECT_ROOT'], ['workspace', 'INVALID_PROJECT_ROOT'], ['none', 'PROJECT_NOT_FOUND'], ['closed', 'PROJECT_NOT_OPEN']])('%s → %s', async (projectRoot, code) => {
    expect(await bench.call(bench.session(), 'get_story_tree', { projectRoot })).toMatchObject({ status: 'fail', code })
    expect(await bench.call(bench.session(), 'save_story_act', { action: 'create', name: 'x', title: 'X', projectRoot })).toMatchObject({ status: 'fail', code })
  })

  it('reads and writes the story of another open project, once per call, and says whose it is', async () => {
    const session = bench.session()
    const made = await bench.call(session, 'save_story_thread', { action: 'create', name: 't', title: '邻线', projectRoot: 'near' }, { callId: 'far1' })
    expect(made).toMatchObject({ status: 'ok', content: expect.stringMatching(/^\[OK\] Thread 1 "邻线" created\./) })
    expect([count(near.projectDb, 'StoryThread'), count(bench.project.projectDb, 'StoryThread')]).toEqual([1, 0])
    expect(near.projectDb.prepare('SELECT callId FROM AppliedCall').pluck().all()).toEqual(['demo/far1'])
    expect((await bench.call(session, 'get_story_tree', { projectRoot: 'near' })).content).toContain('邻线')
    expect((await bench.call(session, 'get_story_tree', { projectRoot: 'demo' })).content).not.toContain('邻线')
    expect(await bench.call(session, 'get_story_thread', { threadId: '1', projectRoot: 'near' })).toMatchObject({ status: 'ok', details: { thread: { title: '邻线' } } })
  })

  it('knows no focus there, and leaves the one of a session with the same number alone', async () => {
    const session = bench.session()
    foreignFocus.set(session, { threadId: '1' })
    expect(await bench.call(session, 'save_story_scene', { action: 'create', title: 's', projectRoot: 'near' })).toMatchObject({ code: 'FOCUS_MISSING' })
    await bench.call(session, 'save_story_scene', { action: 'create', threadId: '1', title: 's', projectRoot: 'near' })
    expect(foreignFocus.get(session)).toEqual({ threadId: '1' })
  })

  it('asks about a foreign change under the other project’s name', async () => {
    const result = await bench.call(bench.session({ workMode: 'discuss' }), 'save_story_thread', { action: 'archive', threadId: '1', projectRoot: 'near' })
    expect(result).toMatchObject({ status: 'needs_approval', approval: { effects: [{ target: 'near: thread 1 "邻线"' }] } })
  })

  it('asks for the lock before it writes', async () => {
    locked = true
    const result = await bench.call(bench.session(), 'save_story_act', { action: 'create', name: 'y', title: 'Y', projectRoot: 'near' })
    locked = false
    expect([result.code, count(near.projectDb, 'StoryAct')]).toEqual(['PROJECT_LOCKED', 0])
  })
})

describe('the focus of a session', () => {
  it('gives a beat its scene and is named to the author and in the answer; reads never set it', async () => {
    const session = bench.session()
    await bench.call(session, 'save_story_thread', { action: 'create', name: 'own', title: '主线' })
    await bench.call(session, 'save_story_scene', { action: 'create', title: '第一场' })
    await bench.call(session, 'save_story_scene', { action: 'create', title: '第二场' })
    await bench.call(session, 'save_story_promise', { action: 'create', name: 'debt', title: '血债' })
    await bench.call(session, 'get_story_scene_context', { sceneId: '1' })
    const beat = { action: 'set', promiseId: '1', kind: 'payoff' }
    expect((await bench.call(session, 'save_promise_beat', beat)).content).toMatch(/^\[OK\] Promise 1 "血债" updated\. Scene 2 \(from focus\)\. Beat payoff in scene 2 "第二场" set\. Promise 1 is fulfilled: its payoff is set in scene 2\.\n\{"id":"1"/)
    expect((await bench.call(session, 'save_promise_beat', beat)).content).toMatch(/^\[OK\] Promise 1 "血债" unchanged\./)
    expect((await bench.call(bench.session(), 'save_promise_beat', beat))).toMatchObject({ code: 'FOCUS_MISSING' })
    expect((await bench.call(session, 'get_chapter_writer_brief', { mode: 'curated' }))).toMatchObject({ code: 'ARGS_INVALID', details: { problems: [{ pointer: '/mode' }] } })
  })
})
