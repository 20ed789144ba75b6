import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from './cli/run-cli'
import { launchApp, type Launched } from './helpers/launch'
import { addChapters, makeProject } from './helpers/make-project'
import { freshFolder } from './helpers/paths'
import { call, part, row } from './helpers/window'

const home = freshFolder()
let dir = ''
let project = ''
let scenes: string[] = []
let threadId = ''
let app: Launched

beforeAll(async () => {
  const made = await makeProject(home, { title: '雪夜' }, async (call, { project }) => {
    const [chapter] = await addChapters(call, project, [{ title: '雪落', text: '雪下到第三更。\n' }])
    threadId = (await call('story.save', { project, kind: 'thread', fields: { name: 'main', title: '主线', isMainThread: true } })).id
    for (const title of ['更夫', '掌柜', '灯灭']) scenes.push((await call('story.save', { project, kind: 'scene', fields: { threadId, chapterId: chapter?.id ?? null, title } })).id)
  })
  dir = made.dir
  project = made.project
  app = await launchApp({ home, project: dir, size: { width: 1440, height: 900 } })
  await part(app.page, 'story-board-open').click()
  await row(app.page, 'scene-card', scenes[0] ?? '').click()
  await part(app.page, 'scene-form').waitFor()
})
afterAll(() => app.close())

/** Another process on the same project, through the same gate as any tool. */
async function elsewhere(tool: string, args: object): Promise<{ status: string; code: string | null; content: string }> {
  const { stdout } = await runCli(['call', tool, JSON.stringify(args), '--project', dir, '--mode', 'normal', '--json'], { WENQU_HOME: home, WENQU_LANG: 'zh-CN' })
  return JSON.parse(stdout) as { status: string; code: string | null; content: string }
}
const scene = (at: number) => call(app.page, 'story.scene', { project, id: scenes[at] ?? '' })
const order = async () => (await call(app.page, 'story.thread', { project, id: threadId })).scenes.toSorted((a, b) => a.threadSortOrder - b.threadSortOrder).map(({ id }) => id)
const words = (field: string) => part(app.page, `scene-${field}`).locator('textarea')

/** Types on while `work` runs, so that the field is never saved in between. */
async function typingMeanwhile(work: () => Promise<unknown>, until: () => Promise<boolean>): Promise<void> {
  const done = work()
  for (let i = 0; i < 300 && !(await until()); i += 1) { await app.page.keyboard.insertText('我'); await app.page.waitForTimeout(150) }
  await done
}

describe('the window and `wenqu call` on the same story', () => {
  test('another field of the scene whose text is being typed: both stand', async () => {
    await words('summary').focus()
    await typingMeanwhile(async () => expect(await elsewhere('save_story_scene', { action: 'update', sceneId: scenes[0], purpose: '点灯' })).toMatchObject({ status: 'ok' }), async () => (await words('purpose').inputValue()) === '点灯')
    const mine = await words('summary').inputValue()
    expect(mine).toMatch(/^我+$/)
    await expect.poll(async () => (await scene(0)).summary).toBe(mine)
    expect((await scene(0)).purpose).toBe('点灯')
    expect(await part(app.page, 'field-clash').count()).toBe(0)
  })

  test('the same field: both texts are kept, it says that another program changed it, and mine can stand', async () => {
    await words('tip').focus()
    await typingMeanwhile(async () => expect(await elsewhere('save_story_scene', { action: 'update', sceneId: scenes[0], writingTip: '短句' })).toMatchObject({ status: 'ok' }), async () => (await part(app.page, 'field-clash').count()) > 0)
    const clash = part(app.page, 'field-clash')
    expect(await clash.locator('blockquote').innerText()).toBe('短句')
    expect(['outside', 'agent']).toContain(await clash.getAttribute('data-by'))
    const mine = await words('tip').inputValue()
    expect((await scene(0)).writingTip).toBe('短句')
    await part(app.page, 'field-keep-mine').click()
    await expect.poll(async () => (await scene(0)).writingTip).toBe(mine)
    await clash.waitFor({ state: 'detached' })
  })

  test('the same list: scenes made elsewhere while the author moves his own; every id once, places without a gap', async () => {
    const before = await order()
    const [first = '', , last = ''] = before
    const [made] = await Promise.all([
      elsewhere('save_story_scene', { action: 'create', threadId, title: '雪停' }),
      (async () => { for (let i = 0; i < 10; i += 1) await call(app.page, 'story.move', { project, kind: 'scene', id: i % 2 === 0 ? last : first, list: 'thread', parent: threadId, index: 0 }) })(),
    ])
    expect(made).toMatchObject({ status: 'ok' })
    const after = (await call(app.page, 'story.thread', { project, id: threadId })).scenes
    expect(after.map(({ threadSortOrder }) => threadSortOrder).toSorted()).toEqual([0, 1, 2, 3])
    expect(after.map(({ id }) => id).toSorted()).toEqual([...before, ...after.filter(({ title }) => title === '雪停').map(({ id }) => id)].toSorted())
    await expect.poll(() => part(app.page, 'scene-card').count()).toBe(4)
    expect(app.pageErrors).toEqual([])
  })

  test('an order that does not know the new scene is refused and says which is missing; nothing moves', async () => {
    const now = await order()
    const answer = await app.page.evaluate(([project, parent, ids]) => window.wenqu.call('story.reorder', { project, list: 'thread-scenes', parent, ids }), [project, threadId, now.slice(1).toReversed()] as const)
    expect(answer).toMatchObject({ ok: false, fault: { code: 'ORDER_INCOMPLETE' } })
    expect(answer.ok ? '' : JSON.stringify(answer.fault)).toContain(`scene ${now[0]} is missing`)
    expect(await order()).toEqual(now)
  })
})
