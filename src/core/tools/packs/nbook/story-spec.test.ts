import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ToolResult } from '@shared/tool-result'
import { openBench, storyOf, type Bench } from '../../../../../test/tools/bench'
import { author } from '../../../story/story-fixture'
import type { StoryCommit } from '../../../story/types'

const byAuthor: StoryCommit = { by: author, exactlyOnce: null }
let bench: Bench
let session: number
const results: ToolResult[] = []
const db = () => bench.project.projectDb
const story = () => storyOf(bench.deps)

/** The start of 02 §15. */
function fill(): void {
  const save = (kind: 'chapter' | 'thread' | 'scene' | 'promise' | 'decision', fields: Record<string, unknown>) => story().save({ kind, action: 'create', id: null, fields }, byAuthor)
  for (const n of [1, 2, 3, 4, 5]) save('chapter', { name: `c${n}`, title: `Chapter ${n}` })
  save('thread', { name: 't1', title: 'Main', isMainThread: true })
  for (const chapterId of ['1', '1', null]) save('scene', { threadId: '1', chapterId, title: 'Scene' })
  save('promise', { name: 'p1', title: 'Promise' })
  story().save({ kind: 'beat', action: 'set', id: null, fields: { promiseId: '1', sceneId: '1', kind: 'plant', note: 'n' } }, byAuthor)
  save('decision', { name: 'd1', title: 'Decision', question: 'Which?', options: [{ option: 'A' }, { option: 'B' }] })
}

beforeAll(async () => {
  bench = await openBench()
  fill()
})
afterAll(() => bench.close())
// Each row starts from the same story: what it did is rolled back with its ids.
beforeEach(() => {
  results.length = 0
  bench.prose.length = 0
  session = bench.session()
  db().exec('SAVEPOINT example')
})
afterEach(() => { db().exec('ROLLBACK TO example; RELEASE example') })

type Act = [tool: string, args: Record<string, unknown>, want: Want] | ((b: Bench) => unknown)
/** A pattern of the text, or parts of `{status, code, details, content}`. */
type Want = RegExp | Record<string, unknown>

const ok = (entity: Record<string, unknown>): Want => ({ status: 'ok', details: { entity } })
const read = (details: Record<string, unknown>): Want => ({ status: 'ok', details })
const refused = (code: string, pointer?: string, message: RegExp = /./): Want =>
  ({ status: 'fail', code, ...(pointer === undefined ? {} : { details: { problems: expect.arrayContaining([{ pointer, message: expect.stringMatching(message) }]) } }) })
const fail = (code: string, text: RegExp): Want => ({ status: 'fail', code, content: expect.stringMatching(text) })

const act = (args: Record<string, unknown>, want: Want): Act => ['save_story_act', args, want]
const chapter = (id: string, fields: Record<string, unknown>, want: Want): Act => ['save_story_chapter', { action: 'update', chapterId: id, ...fields }, want]
const thread = (action: string, fields: Record<string, unknown>, want: Want): Act => ['save_story_thread', { action, ...fields }, want]
const scene = (action: string, fields: Record<string, unknown>, want: Want): Act => ['save_story_scene', { action, ...fields }, want]
const promise = (action: string, fields: Record<string, unknown>, want: Want): Act => ['save_story_promise', { action, ...(action === 'create' ? {} : { promiseId: '1' }), ...fields }, want]
const beat = (action: string, sceneId: string, fields: Record<string, unknown>, want: Want): Act => ['save_promise_beat', { action, promiseId: '1', sceneId, ...fields }, want]
const decision = (action: string, fields: Record<string, unknown>, want: Want): Act => ['save_story_decision', { action, ...(action === 'create' ? {} : { decisionId: '1' }), ...fields }, want]
const list = (tool: string, args: Record<string, unknown>, want: Want): Act => [tool, args, want]
const order = (ids: string): Act => () => expect(story().chapters({ limit: 200 }).items.map((c) => c['id']).join(' ')).toBe(ids)
const brief = (chapterId: string, status: string): Act => ['get_chapter_writer_brief', { chapterId }, read({ status })]
const status = (want: string): Act => ['get_story_promise', { promiseId: '1' }, read({ status: want })]
const anchors = (worldAnchor: Record<string, unknown>): Act[] => ['1', '2'].map((sceneId) => scene('update', { sceneId, worldAnchor }, /updated/))

const texts = { decision: 'd', motivation: 'm', risk: 'r' }
const paid = beat('set', '2', { kind: 'payoff' }, { status: 'ok', details: { entity: { status: 'fulfilled', derivedStage: 'paid_off' }, effects: [{ kind: 'promise', id: '1', field: 'status', from: 'open', to: 'fulfilled' }] } })
const subject = (id: string): Act => () => db().prepare("INSERT INTO WorldSubject (id, type, name, createdAt) VALUES (?, 'character', ?, '2026')").run(id, id.toUpperCase())
const slice = (id: number, hour: number, hp: number): Act => () => {
  db().prepare("INSERT INTO WorldSlice (id, instant, title, createdAt) VALUES (?, ?, ?, '2026')").run(id, hour * 3_600, `at ${hour}`)
  db().prepare("INSERT INTO WorldPatch (sliceId, subjectId, instant, seq, path, op, value) VALUES (?, 'hero', ?, 0, '/hp', 'replace', ?)").run(id, hour * 3_600, String(hp))
}
const sword = { relation: 'defines', target: 'lorebook/item/sword/', visibility: 'author' }
const timed = { startInstant: '36000', endInstant: '43200' }

const rows: [string, Act[]][] = [
  ['1', [act({ action: 'create', name: 'v1', title: '卷一' }, /^\[OK\] Act 1 "卷一" created\.\n.*"sortOrder":0/), act({ action: 'update', actId: '1', note: 'x' }, ok({ note: 'x' })), chapter('2', { actId: '1' }, ok({ actId: '1', sortOrder: 1 })), order('1 2 3 4 5')]],
  ['2', [['save_story_chapter', { action: 'create', name: 'c1', title: 'x' }, fail('NAME_TAKEN', /chapter 1 "Chapter 1"/)]]],
  ['3', [chapter('3', { sortOrder: 0 }, ok({ sortOrder: 0 })), order('3 1 2 4 5'), chapter('1', { sortOrder: 99 }, ok({ sortOrder: 4 })), order('3 2 4 5 1')]],
  ['4', [chapter('1', { brief: { goal: 'g' } }, ok({ brief: { goal: 'g' } })), chapter('1', { brief: { tone: 't' } }, ok({ brief: { goal: 'g', tone: 't' } })), chapter('1', { brief: { goal: null } }, ok({ brief: { goal: null, tone: 't' } }))]],
  ['5', [chapter('1', { brief: {} }, refused('ARGS_INVALID', '/', /no field/)), chapter('1', { title: null }, refused('ARGS_INVALID', '/title')), chapter('1', { note: '' }, refused('ARGS_INVALID', '/note', /null clears/))]],
  ['6', [(b) => b.prose.push({ path: 'manuscript/a/index.md', title: 'x', chapterName: 'c1', words: 1, wordsWithPunctuation: 1, hash: 'h' }), chapter('1', { name: 'cx' }, /updated\. 1 text still names c1: manuscript\/a\/index\.md\./)]],
  ['7', [thread('create', { name: 't2', title: 'x', threadId: '1' }, refused('ARGS_INVALID', '/threadId', /not on create/))]],
  ['8, 9', [
    thread('archive', { threadId: '1' }, /^\[OK\] Thread 1 "Main" archived\. 3 scenes stay\./), list('get_story_thread', {}, read({ total: 0 })), list('get_story_thread', { status: 'archived' }, read({ total: 1 })),
    thread('archive', { threadId: '1', status: 'active' }, refused('ARGS_INVALID', '/status')), thread('update', { threadId: '1', status: 'active' }, ok({ status: 'active', sortOrder: 0 })), list('get_story_thread', {}, read({ total: 1 })),
  ]],
  ['10', [scene('create', { title: 'x' }, fail('FOCUS_MISSING', /threadId/))]],
  ['11', [thread('create', { name: 't2', title: 'y' }, ok({ id: '2' })), scene('create', { title: 'x' }, /Thread 2 \(from focus\)\.\n.*"threadSortOrder":0/)]],
  ['12', [
    scene('update', { sceneId: '1', chapterId: '2' }, ok({ chapterId: '2', chapterSortOrder: 0 })), list('get_story_scene_context', { sceneId: '2' }, read({ scene: { chapterSortOrder: 0 } })),
    scene('update', { sceneId: '1', chapterId: null }, ok({ chapterId: null, chapterSortOrder: null })),
  ]],
  ['13', [
    list('get_story_scene_context', { sceneId: 1 }, refused('ARGS_INVALID', '/sceneId', /expected string/)), list('get_story_scene_context', { sceneId: '1', limit: 5 }, refused('ARGS_INVALID', '/limit', /beside/)),
    list('get_story_scene_context', { sceneId: '99' }, fail('ENTITY_NOT_FOUND', /no scene 99.*get_story_scene_context/)),
  ]],
  ['14', [scene('update', { sceneId: '1', worldAnchor: { startTime: '公元1年1月2日 12:00', endTime: '公元1年1月2日 10:00' } }, fail('ANCHOR_INVALID', /1月2日 12:00.*1月2日 10:00/))]],
  ['15', [scene('update', { sceneId: '1', worldAnchor: { subjectIds: ['ghost'] } }, ok({ worldAnchor: { unresolvedSubjectIds: ['ghost'] } })), scene('update', { sceneId: '1', refs: [sword, sword] }, refused('REF_INVALID', '/refs/1'))]],
  ['16', [scene('update', { sceneId: '1', refs: [sword] }, ok({ refs: [sword] })), list('get_chapter_writer_brief', { chapterId: '1' }, /^# 《Chapter 1》写作单\n[^#]*## 谁知道什么\n\n⚠[^#]*## 提醒\n[^]*## 场景\n[^]*## 承诺任务\n\n- \*\*埋\*\* Promise [^]*备注：n\n[^]*## 可读资料\n\n- lorebook\/item\/sword\/ \(defines\)\n$/), () => expect(last().content.match(/^## /gmu)).toHaveLength(5)]],
  ['17', [paid]],
  ['18', [beat('set', '2', { kind: 'payoff', autoFulfill: false }, ok({ status: 'open', derivedStage: 'paid_off' }))]],
  ['19, 20', [
    paid, scene('archive', { sceneId: '2' }, { details: { effects: [{ from: 'fulfilled', to: 'open' }] } }), list('get_story_promise', { promiseId: '1' }, read({ status: 'open', derivedStage: 'planted' })),
    scene('update', { sceneId: '2', status: 'draft' }, /updated/), list('get_story_promise', { promiseId: '1' }, read({ status: 'open', derivedStage: 'paid_off' })),
  ]],
  ['21', [paid, beat('set', '2', { kind: 'advance' }, ok({ status: 'open', derivedStage: 'echoed' }))]],
  ['22', [beat('set', '1', { kind: 'payoff' }, ok({ beats: [{ kind: 'payoff', note: 'n' }] }))]],
  ['23', [beat('set', '1', { kind: 'payoff' }, ok({ status: 'fulfilled' })), beat('set', '2', { kind: 'payoff' }, ok({ status: 'fulfilled' })), beat('remove', '2', {}, ok({ status: 'fulfilled' }))]],
  ['24', [promise('abandon', {}, /^\[OK\] Promise 1 "Promise" abandoned\./), beat('set', '2', { kind: 'payoff' }, ok({ status: 'abandoned' })), beat('remove', '2', {}, ok({ status: 'abandoned' }))]],
  ['25', [promise('fulfill', {}, /fulfilled\./), promise('update', { status: 'open' }, ok({ status: 'open' }))]],
  ['26', [beat('remove', '3', {}, refused('BEAT_NOT_FOUND')), beat('remove', '1', { kind: 'plant' }, refused('ARGS_INVALID', '/kind'))]],
  ['27', [promise('create', { name: 'p2', title: 'x', status: 'open' }, refused('ARGS_INVALID', '/status')), promise('create', { name: 'p2', title: 'x' }, ok({ status: 'open', importance: 'medium', derivedStage: 'unplanted' }))]],
  ['28', [decision('create', { name: 'd2', title: 'x', question: 'y', risk: 'z' }, refused('ARGS_INVALID', '/risk')), decision('create', { name: 'd2', title: 'x', question: 'y' }, ok({ status: 'open' }))]],
  ['29', [decision('decide', { decision: 'd', motivation: 'm' }, refused('DECISION_INCOMPLETE', '/risk'))]],
  ['30a, 32', [
    decision('decide', { ...texts, chosenOption: 'A' }, ok({ status: 'decided', rejectedAlternatives: [{ option: 'B', whyRejected: null }] })), decision('update', { chosenOption: 'B' }, refused('ARGS_INVALID', '/chosenOption')),
    decision('update', { status: 'open' }, ok({ status: 'open', decision: 'd' })),
  ]],
  ['30b', [decision('decide', texts, ok({ rejectedAlternatives: [{ option: 'A', whyRejected: null }, { option: 'B', whyRejected: null }] }))]],
  ['31', [decision('decide', { ...texts, chosenOption: 'C' }, fail('OPTION_UNKNOWN', /A, B/)), decision('decide', { ...texts, chosenOption: 'A', rejectedAlternatives: [] }, refused('ARGS_INVALID', '/rejectedAlternatives'))]],
  ['33', [decision('drop', {}, refused('DECISION_INCOMPLETE', '/note')), decision('drop', { note: 'x' }, /dropped\./)]],
  ['34', [
    decision('update', { status: 'superseded' }, refused('DECISION_INCOMPLETE', '/supersededById')), decision('update', { status: 'superseded', supersededById: '1' }, refused('DECISION_INCOMPLETE', '/supersededById', /itself/)),
    decision('create', { name: 'd2', title: 'x', question: 'y' }, ok({ id: '2' })), decision('update', { status: 'superseded', supersededById: '2' }, /superseded\./),
  ]],
  ['35', [
    decision('update', { serves: ['promise://9', '../x'] }, { code: 'REF_INVALID', details: { problems: [{ pointer: '/serves/0' }, { pointer: '/serves/1' }] } }),
    decision('update', { anchor: { kind: 'act', path: 'x' } }, refused('ANCHOR_INVALID')),
  ]],
  ['36', [
    brief('5', 'needs_plot'), brief('1', 'needs_world_anchor'), ...anchors({ ...timed, subjectIds: ['ghost'] }), brief('1', 'needs_world_context'), () => expect(last().content).toMatch(/场景 1“Scene”里有未登记的对象 ghost：用 execute_world/),
    subject('ghost'), brief('1', 'needs_chapter_brief'), chapter('1', { brief: { mustHide: 'm' } }, /updated/), brief('1', 'ready'),
  ]],
  ['37', [
    decision('update', { deadlineChapterId: '5' }, ok({ deadlineChapterId: '5' })), list('get_chapter_writer_brief', { chapterId: '1' }, read({ openDecisions: [] })),
    list('get_chapter_writer_brief', { chapterId: '2' }, read({ openDecisions: [{ decisionId: '1', reason: '全书的问题，期限是第 5 章“Chapter 5”（还有 3 章）' }] })),
  ]],
  ['38', [
    list('get_scene_world_context', { sceneId: '1' }, refused('ANCHOR_INCOMPLETE')), subject('hero'), slice(1, 9, 5), slice(2, 11, 7), ...anchors({ ...timed, subjectIds: ['hero'] }),
    list('get_scene_world_context', { sceneId: '1' }, read({ slices: [{ id: '2', time: '公元1年1月1日 11:00', title: 'at 11', summary: '', kind: 'event', patchCount: 1 }], subjectStates: [{ subjectId: 'hero', type: 'character', name: 'HERO', attrs: { hp: 7 } }], unresolvedSubjectIds: [] })),
  ]],
  ['39', [
    list('get_story_thread', {}, read({ total: 1 })), list('get_story_scene_context', { chapterId: 'none' }, read({ total: 1 })), list('get_scene_world_context', { anchor: 'no_time' }, read({ total: 3 })),
    list('get_story_chapter', { limit: 2 }, /\n\(1-2 of 5; next offset 2\)$/), list('get_chapter_writer_brief', { status: 'needs_plot' }, read({ total: 4 })), list('get_story_promise', { stage: 'planted' }, read({ total: 1 })),
    list('get_story_decision', { status: 'decided' }, read({ total: 0 })), list('get_story_promise', { offset: 9 }, read({ items: [], total: 1 })), () => expect(last().content).toMatch(/\(offset 9 is past the end; total 1\)$/),
  ]],
  ['40', [
    paid, () => {
      const { item, effects } = story().trash('thread', '1', author)
      expect(effects).toMatchObject([{ from: 'fulfilled', to: 'open' }])
      story().restore(item)
    },
    list('get_story_scene_context', {}, read({ items: [{ id: '1', chapterSortOrder: 0, beatCount: 1 }, { id: '2', chapterSortOrder: 1, beatCount: 1 }, { id: '3', chapterSortOrder: null }] })), status('open'),
    () => expect(() => story().reorder({ list: 'chapter-scenes', parent: '1', ids: ['2'] })).toThrow('ORDER_INCOMPLETE'),
  ]],
]

const last = (): ToolResult => {
  const result = results.at(-1)
  if (!result) throw new Error('nothing was called')
  return result
}

async function perform(step: Act): Promise<void> {
  if (typeof step === 'function') return void step(bench)
  const [tool, args, want] = step
  const result = await bench.call(session, tool, args)
  results.push(result)
  if (want instanceof RegExp) expect(result.content).toMatch(want)
  else expect(result, result.content).toMatchObject(want)
}

describe('every row of 02 §15 through the pipeline', () => {
  it.each(rows)('%s', async (_row, steps) => {
    for (const step of steps) await perform(step)
  })
})
