import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PatchInput } from '@shared/world'
import { createCore } from '../app/create-core'
import type { Core, RequestContext } from '../app/types'
import { createProject } from '../project/create-project'
import { createEnv } from '../project/env'
import { worldHandlers } from './world-handlers'

const folder = mkdtempSync(join(tmpdir(), 'wenqu-world-panel-'))
const dir = join(folder, 'novel')
const schema = 'version: 1\ntypes:\n  character: {attrs: {hp: {type: int, default: 100}, location: ref(location), mood: string}}\n  location: {attrs: {}}\n'
let core: Core
let context: RequestContext
let project = ''

const h = worldHandlers
const save = async (time: number, title: string, patches: PatchInput[], kind = 'event') => (await h['world.save']({ project, write: { do: 'write', slice: { time: String(time), title, kind, patches } } }, context)).sliceId
const code = (read: () => unknown) => expect(async () => read()).rejects

beforeAll(async () => {
  const env = createEnv(join(folder, 'home'))
  await createProject(dir, { title: '雪夜', locale: 'zh-CN' }, env)
  core = await createCore({ home: join(folder, 'home'), watch: false })
  project = (await core.open(dir)).project.slug
  context = { core, principal: 'human' }
  const { schema: file } = await h['world.files']({ project }, context)
  await h['world.saveFile']({ project, file: 'schema', text: schema, baseHash: file.hash }, context)
})
afterAll(async () => {
  await core.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the calls of the world panel', () => {
  test('slices in order of time, beyond one page', async () => {
    for (let at = 210; at > 0; at -= 1) await save(at * 60, `slice ${at}`, [{ subjectId: 'hero', type: 'character', name: '阿英', path: '/hp', op: 'replace', value: at }])
    const { slices, now } = await h['world.timeline']({ project }, context)
    expect([slices.length, slices[0]?.title, slices[209]?.title, now]).toEqual([210, 'slice 1', 'slice 210', '12600'])
    expect([slices[0], slices[209]]).toMatchObject([{ time: '公元1年1月1日 00:01', patchCount: 1 }, { time: '公元1年1月1日 03:30', patchCount: 2 }])
  })

  test('a state with who set it, at an instant and the latest; nobody by that id', async () => {
    const state = await h['world.subject']({ project, id: 'hero', at: '7200' }, context)
    expect(state).toMatchObject({ subject: { name: '阿英' }, time: '公元1年1月1日 02:00', attrs: { hp: 120 }, setBy: [{ path: '/hp', instant: '7200' }] })
    expect(await h['world.subject']({ project, id: 'hero' }, context)).toMatchObject({ attrs: { hp: 210 } })
    await code(() => h['world.subject']({ project, id: 'ghost' }, context)).toMatchObject({ fault: { code: 'ENTITY_NOT_FOUND' } })
  })

  test('a dry run tells what saving then does, and saves nothing', async () => {
    const write = { do: 'write' as const, slice: { time: '90000', title: '受伤', patches: [{ subjectId: 'hero', path: '/hp', op: 'increment' as const, value: -30 }, { subjectId: 'hero', path: '/gold', op: 'increment' as const, value: 1 }] } }
    const preview = await h['world.preview']({ project, write }, context)
    expect(preview).toMatchObject({ slices: [{ done: 'created', instant: '90000', patches: 2 }], changes: [{ subject: { id: 'hero' }, at: '90000', before: { hp: 210 }, after: { hp: 180 } }], issues: [{ label: 'E1' }] })
    expect((await h['world.timeline']({ project }, context)).slices).toHaveLength(210)
    const { sliceId } = await h['world.save']({ project, write }, context)
    expect((await h['world.subject']({ project, id: 'hero', at: '90000' }, context)).attrs).toEqual(preview.changes[0]?.after)
    expect((await h['world.issues']({ project }, context)).issues).toMatchObject([{ label: 'E1', sliceId }])
    await code(() => h['world.preview']({ project, write }, context)).toMatchObject({ fault: { code: 'SLICE_EXISTS' } })
    await h['world.save']({ project, write: { do: 'hide', sliceId } }, context)
    expect((await h['world.hidden']({ project }, context)).slices).toMatchObject([{ id: sliceId, title: '受伤' }])
    await save(90000, '别的事', [{ subjectId: 'hero', path: '/mood', op: 'replace', value: '喜' }])
    await code(() => h['world.restore']({ project, sliceId }, context)).toMatchObject({ fault: { code: 'SLICE_EXISTS' } })
    expect(await h['world.restore']({ project, sliceId, at: '90001' }, context)).toMatchObject({ sliceId })
    await h['world.save']({ project, write: { do: 'hide', sliceId } }, context)
    expect(await h['world.purge']({ project, sliceIds: [sliceId] }, context)).toEqual({ purged: 1 })
    expect((await h['world.hidden']({ project }, context)).slices).toEqual([])
  })

  test('a subject with first values in the slice of beginnings', async () => {
    await save(86_400, '开端', [{ subjectId: 'inn', type: 'location', name: '客栈', path: '/note', op: 'replace', value: '旧' }], 'init')
    await h['world.createSubject']({ project, subject: { id: '陆-迟', type: 'character', name: '陆 迟' }, at: '86400', values: { hp: 80, location: 'subject://inn' } }, context)
    expect(await h['world.subject']({ project, id: '陆-迟', at: '86400' }, context)).toMatchObject({ subject: { name: '陆 迟' }, attrs: { hp: 80, location: 'subject://inn' } })
  })

  test('times are read and written; without a calendar an instant stands for itself', async () => {
    expect(h['world.parseTime']({ project, text: '公元1年1月3日' }, context)).toEqual({ instant: '172800', time: '公元1年1月3日 00:00' })
    expect(h['world.formatTimes']({ project, instants: ['0', '-60'] }, context)).toEqual({ times: ['公元1年1月1日 00:00', '公元前1年12月31日 23:59'] })
    await code(() => h['world.parseTime']({ project, text: '公元1年2月30日' }, context)).toMatchObject({ fault: { code: 'TIME_INVALID' } })
    await code(() => h['world.parseTime']({ project, text: '172800' }, context)).toMatchObject({ fault: { code: 'TIME_INVALID' } })
    const { calendar } = await h['world.files']({ project }, context)
    await rm(join(dir, 'world/calendar.yaml'))
    expect(h['world.parseTime']({ project, text: '172800' }, context)).toEqual({ instant: '172800', time: '172800' })
    await code(() => h['world.parseTime']({ project, text: '明天' }, context)).toMatchObject({ fault: { code: 'CALENDAR_MISSING' } })
    expect((await h['world.files']({ project }, context)).calendar).toEqual({ text: '', hash: null, view: null })
    await h['world.saveFile']({ project, file: 'calendar', text: calendar.text, baseHash: null }, context)
    expect((await h['world.files']({ project }, context)).calendar).toEqual(calendar)
  })

  test('a text is checked line by line; a schema tells the issues it would cause; a broken one is not written', async () => {
    const check = (file: 'schema' | 'calendar', text: string) => h['world.checkFile']({ project, file, text, locale: 'zh-CN' }, context)
    expect(await check('schema', 'version: 1\ntypes:\n  character: {attrs: {hp: number}}\n')).toMatchObject({ problems: [{ line: 3 }], issues: [] })
    expect(await check('schema', schema.replace('ref(location)', 'ref(character)'))).toMatchObject({ problems: [], issues: [{ label: 'E2', subjectId: '陆-迟' }] })
    expect((await h['world.issues']({ project }, context)).issues).toEqual([])
    const { calendar, schema: file } = await h['world.files']({ project }, context)
    expect((await check('calendar', calendar.text)).examples.length).toBeGreaterThan(1)
    expect((await check('calendar', 'kind: moon\n')).problems.length).toBeGreaterThan(0)
    await code(() => h['world.saveFile']({ project, file: 'schema', text: 'version: 2\n', baseHash: file.hash }, context)).toMatchObject({ fault: { code: 'SCHEMA_INVALID' } })
    await code(() => h['world.saveFile']({ project, file: 'schema', text: schema, baseHash: 'x' }, context)).toMatchObject({ fault: { code: 'STALE_READ' } })
    expect(await readFile(join(dir, 'world/schema.yaml'), 'utf8')).toBe(schema)
  })

  test('a chapter ends where its last scene does; one without time has no instant', async () => {
    const { story } = core.get(project)
    const by = { by: { actor: 'author' as const, sessionId: null, callId: null }, exactlyOnce: null }
    const make = (kind: 'chapter' | 'thread' | 'scene', fields: Record<string, unknown>) => story.save({ kind, action: 'create', id: null, fields }, by).id
    const [one, two] = [make('chapter', { name: 'one', title: '一' }), make('chapter', { name: 'two', title: '二' })]
    const threadId = make('thread', { name: 'main', title: '主线' })
    for (const [title, endInstant] of [['早', '900'], ['晚', '1800']]) make('scene', { threadId, chapterId: one, title, worldAnchor: { startInstant: '60', endInstant } })
    make('scene', { threadId, chapterId: two, title: '未定' })
    expect(await h['world.chapterInstants']({ project }, context)).toEqual({ chapters: [
      { chapterId: one, number: 1, title: '一', instant: '1800', time: '公元1年1月1日 00:30' }, { chapterId: two, number: 2, title: '二', instant: null, time: null },
    ] })
  })
})
