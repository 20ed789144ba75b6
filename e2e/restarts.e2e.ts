import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { reload, type Launched, type LaunchOptions } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { caretAndScroll, zones } from './helpers/places'
import { corePid, kill9 } from './helpers/processes'
import { stopwatch } from '../test/stopwatch'
import { prose } from './helpers/texts'
import { call, focusIsInText, focusText, mod, openAssistant, part, saved } from './helpers/window'
import { entriesOf, inState, newSession, replies, send, sessionOf } from './support/assistant'
import { onDisk, shownText } from './support/text'

type Started = { app: Launched; page: Page; dir: string; project: string; path: string }
const alone: Launched[] = []
afterEach(async () => {
  for (const app of alone.splice(0)) await app.kill9All()
})
/** For what does not count core's deaths. */
let shared: Started
beforeAll(async () => { shared = await start({ env: { WENQU_DEMO_SPEED: '1' } }, prose(60)) })
afterAll(() => shared.app.close())

/** An app of its own, gone after the test. */
async function startAlone(options: LaunchOptions = {}): Promise<Started> {
  const started = await start(options)
  alone.push(started.app)
  return started
}

async function start(launch: LaunchOptions = {}, text = '雪下到第三更。\n'): Promise<Started> {
  let path = ''
  const { app, dir, project } = await openNovel({ launch, fill: async (core, made) => {
    path = (await addChapters(core, made.project, [{ title: '雪夜', text }]))[0]?.path ?? ''
  } })
  return { app, page: app.page, dir, project, path }
}

/** Kills core alone and waits until the window knows. */
async function killCore(app: Launched): Promise<number> {
  const main = app.app.process().pid ?? 0
  let pid: number | null = null
  await expect.poll(() => (pid = corePid(main))).not.toBeNull()
  kill9([pid ?? 0])
  await expect.poll(() => corePid(main) !== pid).toBe(true)
  return pid ?? 0
}
const coreState = (app: Launched) => app.page.evaluate(async () => {
  const answer = await window.wenqu.call('app.coreState', {})
  return answer.ok ? answer.value.state : 'unknown'
})

describe('09 §18 core restarts', () => {
  test('R1 kill core while typing: no character lost, banner gone after restart in ≤2 s', async () => {
    const { app, page, dir, path } = shared
    await focusText(page)
    await page.keyboard.press(`${mod}+End`)
    const words = '更鼓从城南一路敲过来敲到这里忽然停了没有人知道那盏灯是谁点的只知道它一直亮着'
    const typing = (async () => { for (const letter of words) await page.keyboard.type(letter, { delay: 60 }) })()
    await expect.poll(() => shownText(page)).toContain('更鼓从城')
    await killCore(app)
    const took = stopwatch()
    await expect.poll(() => coreState(app), { interval: 20 }).toBe('ready')
    expect(took(), 'ms until core was back').toBeLessThanOrEqual(2_000)
    await typing
    await expect.poll(() => part(page, 'core-banner').count()).toBe(0)
    expect(await focusIsInText(page)).toBe(true)
    expect((await shownText(page)).replaceAll('\n', '')).toContain(words)
    await saved(page)
    expect(await onDisk(dir, path)).toContain(words)
    expect(await page.locator('[data-testid="toast"][data-kind="error"]').count(), 'nothing to worry about').toBe(0)
  })

  test('R2 during a run: the reply goes on after the restart, what was there stays readable', async () => {
    const { app, page, project } = await startAlone({ env: { WENQU_DEMO_SPEED: '1' } })
    const session = await newSession(page, project)
    await send(page, 'slow')
    const streamed = page.locator('[data-testid="entry"][data-state="streaming"]')
    await expect.poll(async () => (await streamed.textContent().catch(() => ''))?.length ?? 0).toBeGreaterThan(80)
    await killCore(app)
    await part(page, 'core-banner').waitFor({ state: 'detached' })
    await inState(page, project, session.id, 'idle')
    await expect.poll(() => streamed.count()).toBe(0)
    const reply = replies(page).last()
    await expect.poll(() => reply.getAttribute('data-state')).toBe('complete')
    expect(await reply.locator('.reply-text').textContent()).toContain('他已经学会了先把火给人，再问来路。')
    const branch = reply.locator('[data-testid="branch-switch"]')
    expect(await branch.getAttribute('data-value')).toBe('2/2')
    await branch.getByRole('button').first().click()
    await expect.poll(() => replies(page).last().getAttribute('data-state')).toBe('interrupted')
    expect((await replies(page).last().locator('.reply-text').textContent())?.length ?? 0).toBeGreaterThan(10)
    expect((await entriesOf(page, project, session.id)).filter((entry) => entry.payload['role'] === 'user')).toHaveLength(1)
  })

  test('R3 one failing call: one error visible', async () => {
    const { page, project } = shared
    const session = await newSession(page, project)
    await send(page, 'slow')
    await part(page, 'stop').waitFor()
    await part(page, 'session-list-open').click()
    await page.locator(`[data-testid="session-row"][data-id="${session.id}"]`).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '归档' }).click()
    const errors = page.locator('[data-testid="toast"][data-kind="error"], .error-note, [data-testid="error-details"]')
    await errors.first().waitFor()
    expect(await errors.count()).toBe(1)
    expect(await errors.getAttribute('data-code')).toBe('SESSION_BUSY')
    expect((await sessionOf(page, project, session.id)).status, 'and the reply goes on').toBe('running')
    await part(page, 'stop').click()
    await inState(page, project, session.id, 'idle')
  })

  test('R4 three kills: core-failed with a log button; typing goes on; "try again" brings it back', async () => {
    const { app, page, dir, path } = await startAlone()
    await focusText(page)
    await page.keyboard.press(`${mod}+End`)
    for (let death = 0; death < 3; death++) {
      await killCore(app)
      if (death < 2) await expect.poll(() => coreState(app)).toBe('ready')
    }
    await part(page, 'core-failed').waitFor()
    expect(await part(page, 'core-failed').getByRole('button').count(), 'try again, log').toBe(2)
    expect(await focusIsInText(page)).toBe(true)
    await page.keyboard.type('没有后台也能写')
    await expect.poll(() => shownText(page)).toContain('没有后台也能写')
    await part(page, 'core-failed').getByRole('button').first().click()
    await part(page, 'core-failed').waitFor({ state: 'detached' })
    await saved(page)
    expect(await onDisk(dir, path)).toContain('没有后台也能写')
  })

  test('R5 renderer reload: same place, same draft', async () => {
    const { page, project, dir, path } = shared
    const session = await newSession(page, project)
    await part(page, 'composer').fill('还没说完的话')
    await focusText(page)
    await page.keyboard.press(`${mod}+Home`)
    for (let n = 0; n < 30; n++) await page.keyboard.press('ArrowDown')
    await page.keyboard.type('写到这里')
    await saved(page)
    await page.keyboard.type('未存')
    const before = { zones: await zones(page), at: await caretAndScroll(page) }
    // A page that is lost says no goodbye: what comes back is what main has by then.
    const column = ((await onDisk(dir, path)).split('\n').find((line) => line.includes('写到这里'))?.indexOf('写到这里') ?? -1) + '写到这里未存'.length + 1
    await expect.poll(async () => (await call(page, 'layout.get', { project })).layout).toMatchObject({ drafts: { [session.id]: '还没说完的话' }, carets: { [path]: { column } } })
    await expect.poll(async () => (await call(page, 'drafts.list', { project })).drafts.some((draft) => draft.text.includes('写到这里未存')) || (await onDisk(dir, path)).includes('写到这里未存')).toBe(true)
    await reload(page)
    await expect.poll(() => shownText(page)).toContain('写到这里未存')
    expect(await zones(page)).toEqual(before.zones)
    await expect.poll(() => caretAndScroll(page)).toEqual(before.at)
    await openAssistant(page)
    await expect.poll(() => part(page, 'composer').inputValue()).toBe('还没说完的话')
    expect((await sessionOf(page, project, session.id)).status).toBe('idle')
  })
})
