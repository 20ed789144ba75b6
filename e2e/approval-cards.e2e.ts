import { beforeAll, describe, expect, test } from 'vitest'
import { runCli } from './cli/run-cli'
import type { Launched } from './helpers/launch'
import { openNovel } from './helpers/open-novel'
import { makeWorld } from './helpers/make-world'
import { call, mod, part } from './helpers/window'

let home = ''
let dir = ''
let project = ''
let app: Launched
const effects = () => part(app.page, 'approval-effects')
const cli = (words: readonly string[]) => runCli(words, { WENQU_HOME: home, WENQU_LANG: 'zh-CN', WENQU_HUMAN: '1' })

/** One call that waits for the author; its card is the only one when this resolves. */
async function ask(tool: string, input: object, options: readonly string[] = []): Promise<void> {
  const answer = await cli(['call', tool, JSON.stringify(input), '--project', dir, '--approve', 'ask', ...options, '--json'])
  expect(answer, answer.stderr).toMatchObject({ code: 3 })
  await app.page.keyboard.press(`${mod}+Shift+KeyA`)
  await part(app.page, 'approval-item').waitFor()
}
/** Denied, it is gone. */
async function deny(): Promise<void> {
  await part(app.page, 'approval-deny').click()
  await part(app.page, 'approval-item').waitFor({ state: 'detached' })
}

beforeAll(async () => {
  ;({ home, dir, project, app } = await openNovel({ launch: { size: { width: 1440, height: 900 } }, fill: async (core, { project }) => {
    await makeWorld(core, project)
    const thread = await core('story.save', { project, kind: 'thread', fields: { name: 'main', title: '主线' } })
    const scene = await core('story.save', { project, kind: 'scene', fields: { threadId: thread.id, title: '初雪', summary: '旧的概要' } })
    const promise = await core('story.save', { project, kind: 'promise', fields: { name: 'lamp', title: '长灯' } })
    expect([scene.id, promise.id]).toEqual(['1', '1'])
  } }))
  await part(app.page, 'activity-story').waitFor()
})

describe('05 §6 every effect is drawn as the author reads it, and escaped', () => {
  test('a command: the whole of it with hidden characters written out, folder, time limit, kind of act', async () => {
    await ask('Bash', { command: 'rm -r "manuscript\u202E"; echo done' }, ['--profile', 'main'])
    expect(await part(app.page, 'shell-command').innerText()).toContain('rm -r "manuscript\\u202e"; echo done')
    const words = await effects().innerText()
    for (const part of ['会删除', dir, '120 s']) expect(words).toContain(part)
    await deny()
  })

  test('an entity with what follows from it, field by field', async () => {
    await ask('save_promise_beat', { action: 'set', promiseId: '1', sceneId: '1', kind: 'payoff' }, ['--mode', 'discuss'])
    const words = await effects().innerText()
    expect(words).toContain('伏笔“长灯”在场景“初雪”里')
    expect(words).toContain('收回')
    expect(words).toMatch(/未了\s+已收\s+因为这里写下了它的收回/)
    expect(words).not.toMatch(/payoff|fulfilled|promise/)
    await deny()
  })

  test('a slice with its patches in the words of the schema', async () => {
    await ask('execute_world', { code: "await world.slice.write({ time: '864000', title: '疗伤', patches: [{ subjectId: 'hero', path: '/hp', op: 'increment', value: 5 }] })" }, ['--mode', 'discuss'])
    const words = await effects().innerText()
    expect(words).toContain('疗伤')
    expect(words).toContain('阿英')
    await deny()
  })

  test('an address: the host, then the whole of it', async () => {
    await ask('WebFetch', { url: 'https://example.com@evil.test/a?b=1', prompt: 'read' }, ['--profile', 'main'])
    expect(await part(app.page, 'web-host').innerText()).toBe('evil.test')
    expect(await part(app.page, 'web-address').innerText()).toContain('evil.test/a?b=1')
    await deny()
  })

  test('a script tool: its name, every argument, which content, what it says it does', async () => {
    expect(await cli(['tools', 'new', 'count_words', '--lang', 'sh', '--project', dir])).toMatchObject({ code: 0 })
    expect(await cli(['human', 'trust', '--tool', 'count_words', '--project', dir, '--profiles', 'main', '--shell'])).toMatchObject({ code: 0 })
    await ask('count_words', { folder: 'lorebook' }, ['--profile', 'main'])
    const words = await effects().innerText()
    expect(words).toContain('count_words')
    expect(await part(app.page, 'script-arguments').innerText()).toContain('"folder": "lorebook"')
    expect(await effects().locator('[data-field="content"] td').getAttribute('title')).toMatch(/^[0-9a-f]{64}$/)
    await deny()
  })

  test('a long text scrolls inside: the panel and its buttons stay where they are', async () => {
    const { page } = app
    await ask('write', { path: 'lorebook/note/long.md', content: '一行。\n'.repeat(400) }, ['--mode', 'discuss'])
    const height = (await part(page, 'approvals-panel').boundingBox())?.height
    const scrolls = await effects().evaluate((box) => box.scrollHeight > box.clientHeight && box.scrollWidth <= box.clientWidth)
    expect([scrolls, height]).toEqual([true, (await part(page, 'approvals-panel').boundingBox())?.height])
    await deny()
    expect((await call(page, 'approvals.list', { project })).approvals).toEqual([])
    expect(app.pageErrors).toEqual([])
  })
})
