import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { html, openSite, type Site } from '../test/web/loopback-site'
import { runCli } from './cli/run-cli'
import type { Launched } from './helpers/launch'
import { openNovel } from './helpers/open-novel'
import { camera, type Camera } from './helpers/photograph'
import { tree } from './helpers/processes'
import { call, openAssistant, part } from './helpers/window'
import { approve, asked } from './support/approvals'
import { cards, inState, send, showSession } from './support/assistant'

/** Whether a process is still there. */
const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
let home = ''
let dir = ''
let project = ''
let app: Launched
let conversation = 0
let site: Site
let shoot: Camera
const shots = process.env['WENQU_SHOTS']
/** Kept where WENQU_SHOTS says, for a look by eye. */
const photograph = async (name: string): Promise<void> => { if (shots !== undefined) await shoot(join(shots, `${name}.png`)) }
const windows = () => app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)

/** Answers the card that waits, when it is for this tool. */
async function agree(sessionId: number, tool: string): Promise<void> {
  const approval = await asked(app.page, project, sessionId)
  expect(approval.tool).toBe(tool)
  await app.page.locator(`[data-testid="approval-item"][data-id="${approval.id}"]`).waitFor()
}

beforeAll(async () => {
  site = await openSite()
  site.on('/', html('<!doctype html><meta charset="utf-8"><title>渡口书目</title><h1>渡口书目</h1><p>河上的书，按名字找。</p><form action="/found"><label>书名 <input name="q"></label><button>查找</button></form>'))
  site.on('/found', (request, response) => {
    const words = new URL(request.url ?? '/', 'http://x').searchParams.get('q') ?? ''
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><title>找到：${words}</title><body style="background:#f4efe2"><h1>${words}</h1><p>一盏灯，照了三十年的河。</p>`)
  })
  ;({ home, dir, project, app } = await openNovel({ launch: { size: { width: 1440, height: 900 } } }))
  shoot = await camera(app.page)
})
afterAll(() => site.close())

describe('F5 the assistant works a page in the real browser window', () => {
  test('it reads, types and clicks, each after the author agreed; the picture is stored and shown', async () => {
    const { page } = app
    await openAssistant(page)
    const session = await call(page, 'sessions.create', { project, profileKey: 'web' })
    conversation = session.id
    await showSession(page, session.id)
    await send(page, `浏览 ${site.base}/ 搜索 长灯`)

    await agree(session.id, 'browser_navigate')
    expect(await part(page, 'browser-host').innerText()).toBe(`localhost:${site.port}`)
    expect(await page.locator('.approval-why [data-code]').evaluateAll((found) => found.map((one) => one.getAttribute('data-code')))).toEqual(['RISK_HIGH', 'HOST_PRIVATE'])
    expect(site.asked).toEqual([])
    await photograph('browser-card')
    await approve(page)
    await agree(session.id, 'browser_extract')
    await approve(page)
    await agree(session.id, 'browser_type')
    expect(await part(page, 'browser-element').innerText()).toMatch(/^输入框\s*书名$/)
    expect(await part(page, 'browser-text').innerText()).toBe('长灯')
    await photograph('browser-type-card')
    await approve(page)
    await agree(session.id, 'browser_click')
    await approve(page)
    await agree(session.id, 'browser_screenshot')
    await approve(page)
    await inState(page, project, session.id, 'idle')

    expect(site.asked.filter((path) => path !== '/favicon.ico')).toEqual(['/', `/found?q=${encodeURIComponent('长灯')}`])
    const picture = cards(page, 'browser_screenshot').locator('[data-testid="page-picture"]')
    await picture.waitFor()
    expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => [image.naturalWidth, image.naturalHeight]))).toEqual([1_280, 720])
    await photograph('browser-picture')
    await picture.click()
    await part(page, 'page-picture-large').waitFor()
    await photograph('browser-picture-large')
    await page.keyboard.press('Escape')
    expect(await windows()).toBe(2)
    expect(app.pageErrors).toEqual([])
  })

  test('row 23: on the command line there is no browser', async () => {
    const answer = await runCli(['call', 'browser_navigate', JSON.stringify({ url: site.base }), '--project', dir, '--profile', 'web', '--approve', 'yes', '--json'], { WENQU_HOME: home })
    expect(JSON.parse(answer.stdout)).toMatchObject({ status: 'fail', code: 'BROWSER_UNAVAILABLE' })
  })

  test('its page closes with its conversation', async () => {
    const { page } = app
    await call(page, 'sessions.archive', { project, sessionId: conversation, archived: true })
    await expect.poll(windows).toBe(1)
  })

  test('an app of the novel is shown in a window of its own, which ends with the last window of ours', async () => {
    await mkdir(join(dir, 'app'), { recursive: true })
    await writeFile(join(dir, 'app/index.html'), '<!doctype html><meta charset="utf-8"><title>x</title><h1 id="h">人物表</h1><script>fetch("api/").then(r=>{h.dataset.api=r.status});fetch("http://127.0.0.1:1/").catch(()=>{h.dataset.out="no"})</script>')
    const { page } = app
    const session = await call(page, 'sessions.create', { project, profileKey: 'main' })
    await showSession(page, session.id)
    await send(page, `打开应用 app ${site.base}/`)
    await inState(page, project, session.id, 'idle')
    const shown = app.app.windows().find((one) => one.url().includes('/apps/')) ?? (await app.app.waitForEvent('window', (one) => one.url().includes('/apps/')))
    await shown.waitForSelector('#h[data-api="200"][data-out="no"]')
    if (shots !== undefined) await shown.screenshot({ path: join(shots, 'app-window.png') })
    const pids = tree(app.app.process().pid ?? 0)
    await app.close()
    await expect.poll(() => pids.filter(runs)).toEqual([])
  })
})
