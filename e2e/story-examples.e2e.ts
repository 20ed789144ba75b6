import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runCli } from './cli/run-cli'
import { freshFolder } from './helpers/paths'
import { withCore } from './helpers/core-process'

interface Result { status: string; code: string | null; content: string; details: unknown }
const home = freshFolder()
const env = { WENQU_HOME: home, WENQU_LANG: 'zh-CN' }
let made = 0

/** The start of 02 §15: chapters c1…c5, thread 1 main, scenes 1 and 2 in chapter 1, 3 in none, promise 1 with a plant (note n) on scene 1, decision 1 open. */
async function specProject(): Promise<string> {
  const dir = join(home, 'novels', `novel-${(made += 1)}`)
  await withCore(home, async (call) => {
    const { project } = await call('projects.create', { title: '例', locale: 'zh-CN', dir })
    const save = (kind: 'chapter' | 'thread' | 'scene' | 'promise' | 'decision', fields: Record<string, unknown>) => call('story.save', { project, kind, fields })
    for (const n of [1, 2, 3, 4, 5]) await save('chapter', { name: `c${n}`, title: `第${n}章` })
    await save('thread', { name: 't1', title: '主线', isMainThread: true })
    for (const chapterId of ['1', '1', null]) await save('scene', { threadId: '1', chapterId, title: '场景' })
    await save('promise', { name: 'p1', title: '灯' })
    await call('story.setBeat', { project, promiseId: '1', sceneId: '1', kind: 'plant', note: 'n' })
    await save('decision', { name: 'd1', title: '去留', question: '他走不走？', options: [{ option: 'A' }, { option: 'B' }] })
  })
  return dir
}

/** `wenqu call`, as typed in a terminal. */
async function wenqu(project: string, tool: string, args: object): Promise<Result> {
  const { stdout, stderr } = await runCli(['call', tool, JSON.stringify(args), '--project', project, '--mode', 'normal', '--json'], env)
  try {
    return JSON.parse(stdout) as Result
  } catch {
    throw new Error(`${tool}: ${stdout}${stderr}`)
  }
}

const content = (said: Result): string => `${said.code ?? 'OK'} ${said.content}`
const chapters = async (project: string) => ((await wenqu(project, 'get_story_chapter', {})).details as { items: { id: string }[] }).items.map(({ id }) => id).join(' ')
const promise = async (project: string) => (await wenqu(project, 'get_story_promise', { promiseId: '1' })).details as { status: string; derivedStage: string; beats: { note: string | null }[] }

let dir = ''
beforeAll(async () => { dir = await specProject() })
/** Each example starts from the same story; those that change it take one of their own. */
const fresh = specProject

test('row 1: an act, its note, a chapter into it', async () => {
  const at = await fresh()
  expect(content(await wenqu(at, 'save_story_act', { action: 'create', name: 'v1', title: '卷一' }))).toContain('[OK] Act 1 "卷一" created.')
  expect((await wenqu(at, 'save_story_act', { action: 'update', actId: '1', note: 'x' })).details).toMatchObject({ entity: { note: 'x', sortOrder: 0 } })
  expect((await wenqu(at, 'save_story_chapter', { action: 'update', chapterId: '2', actId: '1' })).details).toMatchObject({ entity: { actId: '1', sortOrder: 1 } })
})

test('row 2: a name that is taken names its holder', async () => {
  const said = await wenqu(dir, 'save_story_chapter', { action: 'create', name: 'c1', title: 'x' })
  expect([said.code, said.content]).toEqual(['NAME_TAKEN', expect.stringContaining('chapter 1')])
})

test('row 3: chapters to a place and beyond the end', async () => {
  const at = await fresh()
  await wenqu(at, 'save_story_chapter', { action: 'update', chapterId: '3', sortOrder: 0 })
  expect(await chapters(at)).toBe('3 1 2 4 5')
  await wenqu(at, 'save_story_chapter', { action: 'update', chapterId: '1', sortOrder: 99 })
  expect(await chapters(at)).toBe('3 2 4 5 1')
})

test('row 5: an empty patch, null where none may be, an empty text', async () => {
  for (const [patch, part] of [[{ brief: {} }, 'no field'], [{ title: null }, '/title'], [{ note: '' }, 'null clears']] as const) {
    const said = await wenqu(dir, 'save_story_chapter', { action: 'update', chapterId: '1', ...patch })
    expect([said.code, said.content]).toEqual(['ARGS_INVALID', expect.stringContaining(part)])
  }
})

test('row 8 and 9: a thread archived, a status that contradicts, the thread back', async () => {
  const at = await fresh()
  const total = async (args: object) => ((await wenqu(at, 'get_story_thread', args)).details as { total: number }).total
  expect((await wenqu(at, 'save_story_thread', { action: 'archive', threadId: '1' })).content).toContain('3 scenes stay')
  expect([await total({}), await total({ status: 'archived' })]).toEqual([0, 1])
  const said = await wenqu(at, 'save_story_thread', { action: 'archive', threadId: '1', status: 'active' })
  expect([said.code, said.content]).toEqual(['ARGS_INVALID', expect.stringContaining('/status')])
  expect((await wenqu(at, 'save_story_thread', { action: 'update', threadId: '1', status: 'active' })).details).toMatchObject({ entity: { sortOrder: 0 } })
  expect(await total({})).toBe(1)
})

test('row 10: nothing saved yet', async () => {
  expect((await wenqu(dir, 'save_story_scene', { action: 'create', title: 'x' })).code).toBe('FOCUS_MISSING')
})

test('row 13: a number for an id, a limit beside an id, a scene that is not there', async () => {
  const said = async (args: object) => content(await wenqu(dir, 'get_story_scene_context', args))
  expect(await said({ sceneId: 1 })).toMatch(/^ARGS_INVALID [\s\S]*\/sceneId[\s\S]*string/)
  expect(await said({ sceneId: '1', limit: 5 })).toMatch(/^ARGS_INVALID [\s\S]*\/limit/)
  expect(await said({ sceneId: '99' })).toMatch(/^ENTITY_NOT_FOUND /)
})

test('row 17, 19, 20: a payoff fulfils, its loss reopens, bringing the scene back does not fulfil again', async () => {
  const at = await fresh()
  expect((await wenqu(at, 'save_promise_beat', { action: 'set', promiseId: '1', sceneId: '2', kind: 'payoff' })).details).toMatchObject({ effects: [expect.objectContaining({ kind: 'promise', id: '1', from: 'open', to: 'fulfilled' })] })
  expect(await promise(at)).toMatchObject({ status: 'fulfilled', derivedStage: 'paid_off' })
  expect((await wenqu(at, 'save_story_scene', { action: 'archive', sceneId: '2' })).details).toMatchObject({ effects: [expect.objectContaining({ from: 'fulfilled', to: 'open' })] })
  expect(await promise(at)).toMatchObject({ status: 'open', derivedStage: 'planted' })
  await wenqu(at, 'save_story_scene', { action: 'update', sceneId: '2', status: 'draft' })
  expect(await promise(at)).toMatchObject({ status: 'open', derivedStage: 'paid_off' })
})

test('row 22: a beat changed without a note keeps its note', async () => {
  const at = await fresh()
  await wenqu(at, 'save_promise_beat', { action: 'set', promiseId: '1', sceneId: '1', kind: 'payoff' })
  expect((await promise(at)).beats).toMatchObject([{ kind: 'payoff', note: 'n' }])
})

test('row 29, 30, 31: a decision without its risk, an unknown option, one that is decided', async () => {
  const at = await fresh()
  const decide = (more: object) => wenqu(at, 'save_story_decision', { action: 'decide', decisionId: '1', decision: '走', motivation: '为她', ...more })
  const lacking = await decide({})
  expect([lacking.code, lacking.content]).toEqual(['DECISION_INCOMPLETE', expect.stringContaining('risk')])
  const unknown = await decide({ risk: '死', chosenOption: 'C' })
  expect([unknown.code, unknown.content]).toEqual(['OPTION_UNKNOWN', expect.stringMatching(/A[\s\S]*B/)])
  expect((await decide({ risk: '死', chosenOption: 'A' })).details).toMatchObject({ entity: { status: 'decided', rejectedAlternatives: [{ option: 'B', whyRejected: null }] } })
})

test('row 39: what is left out of a list is said, and where it goes on', async () => {
  const said = await wenqu(dir, 'get_story_chapter', { limit: 2 })
  expect(said.content).toContain('(1-2 of 5; next offset 2)')
  expect((await wenqu(dir, 'get_story_promise', { offset: 9 })).details).toMatchObject({ items: [], total: 1 })
})
