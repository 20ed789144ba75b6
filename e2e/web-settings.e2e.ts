import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddingServer, type EmbeddingServer } from '../test/model-server/embedding-server'
import { runCli } from './cli/run-cli'
import type { Launched } from './helpers/launch'
import { openNovel } from './helpers/open-novel'
import { call, ids, mod, part, row } from './helpers/window'

let home = ''
let dir = ''
let project = ''
let app: Launched
const shots = process.env['WENQU_SHOTS']
/** Kept where WENQU_SHOTS says, for a look by eye. */
const photograph = async (name: string): Promise<void> => { if (shots !== undefined) await app.page.screenshot({ path: join(shots, `${name}.png`) }) }
let site: Server
let base = ''
let embeddings: EmbeddingServer
/** What the search engine and the rankings service answer. */
let answer: { status: number; body: unknown } = { status: 200, body: {} }

const cli = (words: readonly string[]) => runCli(words, { WENQU_HOME: home, WENQU_LANG: 'zh-CN', WENQU_HUMAN: '1' })
const fetchPage = (path: string) => cli(['call', 'WebFetch', JSON.stringify({ url: `${base}${path}`, prompt: '讲什么？' }), '--project', dir, '--profile', 'main', '--json'])
const show = async (section: 'web' | 'models'): Promise<void> => {
  await part(app.page, 'activity-settings').click()
  const at = app.page.locator(`.section-rows [data-id="${section}"]`)
  await at.click()
  await at.and(app.page.locator('[aria-current="true"]')).waitFor()
}
const hosts = (verdict: string): Promise<string[]> => ids(app.page.locator(`[data-testid="host-row"][data-state="${verdict}"]`))
const add = async (host: string, verdict: 'allow' | 'deny'): Promise<void> => {
  await part(app.page, 'host-input').fill(host)
  await part(app.page, 'host-verdict').selectOption(verdict)
  await part(app.page, 'host-add').click()
}

beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url?.startsWith('/page') === true) return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>雪下到第三更。</p>')
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => { site.listen(0, '127.0.0.1', resolve) })
  base = `http://localhost:${(site.address() as AddressInfo).port}`
  embeddings = await startEmbeddingServer(() => [1, 0])
  ;({ home, dir, project, app } = await openNovel({ launch: { size: { width: 1440, height: 900 } } }))
  await part(app.page, 'activity-story').waitFor()
})
afterAll(async () => {
  site.closeAllConnections()
  await new Promise((resolve) => { site.close(resolve) })
  await embeddings.close()
})

describe('07 §1.2 the lists of hosts in the settings', () => {
  test('a host is added as it is stored, said where it comes from, moved to the other list and taken back', async () => {
    await show('web')
    await add('Example.COM.', 'allow')
    await expect.poll(() => hosts('allow')).toEqual(['example.com', 'localhost'])
    expect(await row(app.page, 'host-row', 'localhost').locator('button').count(), 'the setting lists it, not the author').toBe(0)
    await add('münchen.de', 'deny')
    await expect.poll(() => hosts('deny')).toEqual(['xn--mnchen-3ya.de'])
    expect(await row(app.page, 'host-row', 'xn--mnchen-3ya.de').innerText()).toContain('münchen.de')
    await add('example.com', 'deny')
    await expect.poll(() => hosts('deny')).toEqual(['example.com', 'xn--mnchen-3ya.de'])
    await row(app.page, 'host-row', 'example.com').locator('button').click()
    await expect.poll(() => hosts('deny')).toEqual(['xn--mnchen-3ya.de'])
  })

  test('what cannot be listed is said in the form, and nothing is saved', async () => {
    const before = await readFile(join(home, 'web-hosts.json'), 'utf8')
    await add('https://example.com/a', 'allow')
    await part(app.page, 'host-error').and(app.page.locator('[data-code="HOST_LIST_INVALID"]')).waitFor()
    expect(await readFile(join(home, 'web-hosts.json'), 'utf8')).toBe(before)
    await part(app.page, 'host-input').fill('')
    await part(app.page, 'host-error').waitFor({ state: 'detached' })
  })

  test('a card offers its host: ticked and approved, the next call does not ask; taken back, it asks again', async () => {
    const { page } = app
    const asked = await fetchPage('/page')
    expect(asked, asked.stderr).toMatchObject({ code: 3 })
    await page.keyboard.press(`${mod}+Shift+KeyA`)
    await part(page, 'approval-item').waitFor()
    await part(page, 'approval-remember').and(page.locator('[data-state="offered"]')).waitFor()
    expect(await part(page, 'approval-remember').locator('code').innerText()).toBe('localhost')
    await part(page, 'approval-remember').locator('input').check()
    await part(page, 'approval-approve').click()
    await part(page, 'approval-item').waitFor({ state: 'detached' })
    await expect.poll(async () => (await call(page, 'hosts.list', { project })).hosts.filter((one) => one.source === 'author' && one.verdict === 'allow').map((one) => one.host)).toEqual(['localhost'])
    expect(await fetchPage('/page?2')).toMatchObject({ code: 0 })
    await show('web')
    await page.locator('[data-testid="host-row"][data-id="localhost"]').locator('button').click()
    await expect.poll(() => hosts('allow')).toEqual(['localhost'])
    expect(await fetchPage('/page?3')).toMatchObject({ code: 3 })
    for (const approval of (await call(page, 'approvals.list', { project })).approvals) await call(page, 'approvals.answer', { project, id: approval.id, verdict: 'deny', effectsHash: approval.effectsHash, note: null })
  })
})

describe('07 §2 search engines and rankings in the settings, each tried for real', () => {
  const engine = (kind: string) => row(app.page, 'search-engine', kind)
  const said = (within: ReturnType<typeof engine>) => within.locator('[role="status"]')
  const original = (within: ReturnType<typeof engine>) => within.locator('[data-testid="original-words"]')

  test('without a key, with one, and with one that is refused', async () => {
    const { page } = app
    await show('web')
    await engine('tavily').locator('[data-testid="search-check"]').click()
    await expect.poll(() => said(engine('tavily')).innerText()).toBe('还没有密钥。')
    expect(await original(engine('tavily')).count(), 'nobody was asked, and nothing more is said').toBe(0)
    await engine('tavily').locator('[data-testid="search-address"]').fill(base)
    await engine('tavily').locator('[data-testid="search-address"]').blur()
    await expect.poll(async () => (await call(page, 'settings.get', {})).config.search.providers[0]?.baseURL).toBe(base)
    await engine('tavily').locator('[data-testid="search-key"]').fill('tvly-e2e-canary-91c2')
    await engine('tavily').locator('.key-row button').first().click()
    await engine('tavily').locator('.key-state[data-state="set"]').waitFor()
    expect(await readFile(join(home, 'config.json'), 'utf8')).not.toContain('canary')
    answer = { status: 200, body: { results: [{ title: '长安', url: 'https://a.test/' }] } }
    await engine('tavily').locator('[data-testid="search-check"]').click()
    await expect.poll(() => said(engine('tavily')).innerText()).toMatch(/^连接正常/)
    answer = { status: 401, body: {} }
    await engine('tavily').locator('[data-testid="search-check"]').click()
    await expect.poll(() => said(engine('tavily')).innerText()).toBe('没有搜成。')
    await photograph('search-refused')
    await original(engine('tavily')).click()
    await expect.poll(() => engine('tavily').locator('pre').innerText()).toContain('HTTP 401')
    await engine('brave').locator('[data-testid="search-first"]').click()
    await expect.poll(() => ids(part(page, 'search-engine'))).toEqual(['brave', 'tavily'])
  })

  test('the service for rankings: not running, then answering', async () => {
    const { page } = app
    const address = part(page, 'novel-data-address')
    const status = part(page, 'settings-novel-data').locator('[role="status"]')
    // Leaving the field and pressing the button is one click: the new address is what is tried.
    await address.fill('http://localhost:9')
    await part(page, 'novel-data-check').click()
    await expect.poll(() => status.innerText()).toBe('榜单服务没有给出能用的回答。')
    await original(part(page, 'settings-novel-data')).click()
    await expect.poll(() => part(page, 'settings-novel-data').locator('pre').innerText()).toMatch(/novelData\.baseURL.*localhost:9/s)
    answer = { status: 200, body: { rankType: 'x', rankTypeKey: 'yuepiao', platform: 'qidian', fetchedAt: '2026-01-01T00:00:00Z', expiresAt: '2099-01-01T00:00:00Z', items: [] } }
    await address.fill(base)
    await part(page, 'novel-data-check').click()
    await expect.poll(() => status.innerText()).toMatch(/^连接正常/)
    expect((await call(page, 'settings.get', {})).config.novelData.baseURL).toBe(base)
    await address.fill('not an address')
    await address.blur()
    await expect.poll(() => address.inputValue(), { message: 'what is refused does not stay' }).toBe(base)
  })
})

describe('07 §5 memories of people in the window', () => {
  test('the card shows what the curator makes of the facts; approved, exactly that is in the file', async () => {
    const { page } = app
    const asked = await cli(['call', 'subject_memory_update', JSON.stringify({ subjectPath: 'simulation/subjects/lin', facts: ['船家不肯过江，另有隐情'] }), '--project', dir, '--profile', 'simulator.leader', '--mode', 'discuss', '--json'])
    expect(asked, asked.stderr).toMatchObject({ code: 3 })
    await page.keyboard.press(`${mod}+Shift+KeyA`)
    await part(page, 'approval-item').waitFor()
    expect(await part(page, 'approval-effects').innerText()).toMatch(/船家不肯过江[\s\S]*船家不肯过江，另有隐情/)
    await part(page, 'approval-approve').click()
    await part(page, 'approval-item').waitFor({ state: 'detached' })
    await expect.poll(() => readFile(join(dir, 'simulation/subjects/lin/memory.jsonl'), 'utf8').catch(() => '')).toBe('{"topic":"船家不肯过江","view":"船家不肯过江，另有隐情"}\n')
  })

  test('the index is shown with its model and cleared', async () => {
    const { page } = app
    await call(page, 'settings.setProvider', { name: 'box', spec: { kind: 'openai-compatible', baseURL: embeddings.url, models: {} } })
    await call(page, 'settings.setModels', { embedding: 'box/bge' })
    expect(await cli(['call', 'subject_rag_search', JSON.stringify({ subjectPath: 'simulation/subjects/lin', query: '船家', sources: ['memory'] }), '--project', dir, '--profile', 'simulator.leader', '--json'])).toMatchObject({ code: 0 })
    await show('models')
    await expect.poll(() => part(page, 'subject-index').innerText()).toContain('box/bge')
    await part(page, 'subject-index-clear').click()
    await part(page, 'subject-index').waitFor({ state: 'detached' })
    expect(await call(page, 'subjects.index', { project })).toEqual({ texts: 0, models: [] })
  })
})
