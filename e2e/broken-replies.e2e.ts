import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startModelServer, stream, text, toolCall, type ModelServer, type Reply } from '../test/model-server/openai-server'
import { reload, type Launched } from './helpers/launch'
import { openNovel } from './helpers/open-novel'
import { call, part } from './helpers/window'
import { cards, inState, newSession, replies, send, sessionOf, sessions } from './support/assistant'

let app: Launched
let project = ''
let server: ModelServer
const next: Reply[] = []
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

beforeAll(async () => {
  server = await startModelServer([() => (JSON.stringify(server.requests.at(-1)?.body).includes('You summarise a conversation') ? { kind: 'status', status: 503, headers: { 'retry-after': '100' } } : next.shift() ?? stream([text('好')]))])
  ;({ project, app } = await openNovel())
  await call(app.page, 'settings.setProvider', { name: 'x', spec: { kind: 'openai-compatible', baseURL: server.url, models: { m: { context: 65_536, maxOutput: 100 } } } })
  await call(app.page, 'settings.setModels', { default: 'x/m', small: 'demo/author' })
})
afterAll(() => server.close())

/** Asks in a conversation of its own and waits until that rests. */
async function ask(...answers: Reply[]): Promise<void> {
  const session = await newSession(app.page, project)
  next.splice(0, next.length, ...answers)
  await send(app.page, '写')
  await inState(app.page, project, session.id, 'idle', 'waiting')
}
const last = () => replies(app.page).last()
const branch = () => last().locator('[data-testid="branch-switch"]')

describe('a reply that does not come whole (04 §8)', () => {
  test('what was written stays in sight while the service is asked again, and one step back after it', async () => {
    const { page } = app
    const session = await newSession(page, project)
    next.push(stream([text('雪落在灯上')], { cut: 'reset', every: 4_000, pauseMs: 50 }))
    await send(page, '写')
    await part(page, 'retry-note').waitFor()
    expect(await page.locator('[data-testid="entry"][data-state="streaming"]').innerText()).toContain('雪落在灯上')
    await inState(page, project, session.id, 'idle')
    await expect.poll(() => branch().getAttribute('data-value')).toBe('2/2')
    expect(await last().innerText()).toMatch(/好[^]*重新问来/)
    await branch().getByRole('button').first().click()
    await expect.poll(() => last().innerText()).toMatch(/雪落在灯上[^]*中断/)
  })

  test('a window that comes back in the middle of the wait shows it, and what had been written', async () => {
    const { page } = app
    const session = await newSession(page, project)
    next.splice(0, next.length, stream([text('雪落在灯上')], { cut: 'reset', every: 4_000, pauseMs: 50 }), { kind: 'status', status: 429, headers: { 'retry-after': '100' } })
    await send(page, '写')
    await expect.poll(() => part(page, 'retry-note').innerText()).toMatch(/正忙，\d+ 秒后再试（第 2 次）/)
    await reload(page)
    await expect.poll(() => part(page, 'retry-note').innerText()).toMatch(/正忙，\d\d 秒后再试（第 2 次）/)
    expect(await page.locator('[data-testid="entry"][data-state="streaming"]').innerText()).toContain('雪落在灯上')
    await call(page, 'sessions.cancel', { project, sessionId: session.id })
    await part(page, 'retry-note').waitFor({ state: 'detached' })
  })

  test('what came before is summed up: said while the service is waited for, also by a window that comes back', async () => {
    const { page } = app
    const session = await newSession(page, project)
    for (let n = 0; n < 8 && (await part(page, 'summing-up').count()) === 0; n++) {
      await call(page, 'sessions.send', { project, sessionId: session.id, text: '雪'.repeat(14_000) })
      await expect.poll(async () => (await sessionOf(page, project, session.id)).status === 'idle' || (await part(page, 'retry-note').count()) > 0).toBe(true)
    }
    for (const again of [false, true]) {
      if (again) await reload(page)
      await expect.poll(() => part(page, 'summing-up').innerText()).toContain('压缩成摘要')
      await expect.poll(() => part(page, 'retry-note').innerText()).toMatch(/\d\d 秒后再试（第 1 次）/)
    }
    await call(page, 'sessions.cancel', { project, sessionId: session.id })
    await part(page, 'summing-up').waitFor({ state: 'detached' })
    expect(await part(page, 'retry-note').count()).toBe(0)
  })

  test('how a call stands is never cut off by what it was about', async () => {
    const { page } = app
    await ask(stream(toolCall(0, 'c', 'read', JSON.stringify({ path: `manuscript/${'雪'.repeat(60)}.md` }))), stream([text('好')]))
    const card = cards(page, 'read').last()
    // As long as the longest end of a call, in the language that needs most room for it.
    const cut = await card.locator('.card-state').evaluate((state) => { state.textContent = 'Perhaps done: interrupted'; return state.scrollWidth - state.clientWidth })
    expect(cut).toBeLessThanOrEqual(0)
    expect(await card.evaluate((box) => box.scrollWidth - box.clientWidth), 'nothing sticks out').toBeLessThanOrEqual(0)
  })

  test('a key that is not taken leads to where it is set', async () => {
    const { page } = app
    await ask({ kind: 'status', status: 401, body: '{"error":{"message":"bad key"}}' })
    await expect.poll(() => last().innerText()).toContain('不认这把密钥')
    await last().locator('[data-testid="to-settings"]').click()
    await part(page, 'provider-add').waitFor()
    expect(await part(page, 'provider-add').isVisible()).toBe(true)
  })

  test('a workflow that is refused for its key says so, and leads there too', async () => {
    const { page } = app
    next.splice(0, next.length, ...Array.from({ length: 12 }, (): Reply => ({ kind: 'status', status: 401, body: '{"error":{"message":"bad key"}}' })))
    await call(page, 'workflows.run', { project, workflowKey: 'parallel-brainstorm', args: { question: '为什么回来？' } })
    await part(page, 'activity-jobs').click()
    await page.locator('[data-testid="job-row"][data-state="failed"] [data-row]').click()
    await expect.poll(() => part(page, 'job-error').innerText()).toMatch(/不认这把密钥[^]*去设置/)
    next.length = 0
  })

  test('ended early five times: one reply, one pause with its cause behind Details', async () => {
    await ask(...Array.from({ length: 5 }, () => stream([text('雪落在灯上')], { cut: 'end' })))
    await expect.poll(() => replies(app.page).count()).toBe(1)
    const bar = part(app.page, 'state-bar')
    expect(await bar.innerText()).toContain('连续中断了 5 次')
    await bar.locator('[data-testid="original-words"]').click()
    expect(await bar.innerText()).toContain('ended before')
    // The sum above is that of its table, whatever model is chosen now.
    const session = (await sessions(app.page, project)).at(0)
    const { total } = await call(app.page, 'usage.session', { project, sessionId: session?.id ?? 0 })
    expect(total.input).toBeGreaterThan(0)
    const shown = () => expect.poll(() => part(app.page, 'usage').getAttribute('data-value')).toBe(String(total.input + total.output))
    await shown()
    await call(app.page, 'settings.setModels', { default: 'demo/author', small: 'demo/author' })
    await expect.poll(() => part(app.page, 'model-picker').innerText()).toContain('默认（离线示范助手）')
    await shown()
    await call(app.page, 'settings.setModels', { default: 'x/m', small: 'demo/author' })
  })

  test.each<[string, Reply, RegExp]>([
    ['the output limit', stream([text('雪')], { finish: 'length' }), /字数上限/],
    ['withheld', stream([text('雪')], { finish: 'content_filter' }), /扣下/],
    ['no balance', { kind: 'status', status: 402, body: '{"error":{"message":"Insufficient Balance"}}' }, /余额用完/],
    ['no such model', { kind: 'status', status: 404, body: '{"error":{"message":"The model `m` does not exist"}}' }, /没有这个模型/],
  ])('%s has its own words', async (_, reply, words) => {
    await ask(reply)
    await expect.poll(() => last().innerText()).toMatch(words)
    expect(await last().innerText()).not.toContain('已停止')
  })

  test('asked to wait ten minutes: it says how long', async () => {
    await ask({ kind: 'status', status: 429, headers: { 'retry-after': '600' } })
    await expect.poll(() => part(app.page, 'state-bar').innerText()).toMatch(/等 10 分钟，到 .*\d\d:\d\d/)
  })

  test('a model that cannot see: told before sending, and at the reply', async () => {
    const { page } = app
    const session = await newSession(page, project)
    await part(page, 'picture-files').setInputFiles([{ name: '她.png', mimeType: 'image/png', buffer: png }])
    await part(page, 'pictures-not-seen').waitFor()
    await send(page, '像不像她？')
    await inState(page, project, session.id, 'idle')
    await part(page, 'unseen').waitFor()
    expect(await part(page, 'pictures-not-seen').count()).toBe(0)
  })
})
