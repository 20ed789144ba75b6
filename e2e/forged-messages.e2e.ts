import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { forgeries } from './helpers/forgeries'
import { fileHashes } from './helpers/hashes'
import type { Launched } from './helpers/launch'
import { addChapters } from './helpers/make-project'
import { openNovel } from './helpers/open-novel'
import { root } from './helpers/paths'
import { prose } from './helpers/texts'
import { call } from './helpers/window'

let home = ''
let dir = ''
let project = ''
let app: Launched

beforeAll(async () => {
  ;({ home, dir, project, app } = await openNovel({ fill: async (call, { project }) => { await addChapters(call, project, [{ title: '第一夜', text: prose(3) }]) } }))
})

const state = async () => ({
  files: await fileHashes(dir), outline: await call(app.page, 'story.outline', { project }), core: await call(app.page, 'app.coreState', {}),
  config: await readFile(join(home, 'config.json'), 'utf8').catch(() => null), keys: await call(app.page, 'keys.status', {}), approvals: await call(app.page, 'approvals.list', { project }),
})

describe('A8 malformed and forged messages', () => {
  test('10,000 of them: none accepted, nothing changed, main alive', async () => {
    const before = await state()
    const messages = forgeries(10_000)
    const counts: Record<string, number> = {}
    for (let at = 0; at < messages.length; at += 1_000) {
      const codes = await app.page.evaluate(async (json) => {
        const batch = JSON.parse(json) as { name: unknown; input: unknown }[]
        const send = window.wenqu.call as unknown as (name: unknown, input: unknown) => Promise<{ ok: boolean; fault?: { code: string } }>
        const answers = await Promise.all(batch.map(({ name, input }) => send(name, input)))
        return answers.map((answer) => (answer.ok ? 'accepted' : (answer.fault?.code ?? 'no code')))
      }, JSON.stringify(messages.slice(at, at + 1_000)))
      for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
    }
    expect(Object.keys(counts).toSorted()).toEqual(['ARGS_INVALID', 'PROCEDURE_UNKNOWN'])
    expect((counts['ARGS_INVALID'] ?? 0) + (counts['PROCEDURE_UNKNOWN'] ?? 0)).toBe(10_000)
    expect(await state()).toEqual(before)
    expect(app.pageErrors).toEqual([])
    expect(await app.app.evaluate(({ app }) => app.isReady())).toBe(true)
  })

  test('what JSON cannot say: cycles, dates, maps, huge texts, getters, functions', async () => {
    const codes = await app.page.evaluate(async () => {
      const send = window.wenqu.call as unknown as (name: unknown, input: unknown) => Promise<{ ok: boolean; fault?: { code: string } }>
      const loop: Record<string, unknown> = {}
      loop['self'] = loop
      const inputs: unknown[] = [loop, new Date(), new Map([['project', 'x']]), new Uint8Array(10), Number.NaN, { project: Number.POSITIVE_INFINITY }, 10n, 'x'.repeat(17_000_000), Array.from({ length: 600_000 }, () => 0), JSON.parse('{"__proto__": {"project": "x"}}'), () => 1, Symbol('x')]
      return Promise.all(inputs.map((input) => send('story.outline', input).then((answer) => (answer.ok ? 'accepted' : (answer.fault?.code ?? 'no code')), () => 'not sent')))
    })
    expect(codes.filter((code) => code !== 'ARGS_INVALID' && code !== 'not sent')).toEqual([])
    expect((await call(app.page, 'app.coreState', {})).state).toBe('ready')
  })

  test('a window that is not ours, and a page that is not ours, are refused', async () => {
    const preload = join(root, 'out/preload/index.cjs')
    const answers = await app.app.evaluate(async ({ BrowserWindow }, preload) => {
      const ask = async (address: string) => {
        const stranger = new BrowserWindow({ show: false, webPreferences: { preload, contextIsolation: true, sandbox: true } })
        try {
          await stranger.loadURL(address)
          return (await stranger.webContents.executeJavaScript("window.wenqu.call('projects.recent', {})")) as { ok: boolean; fault?: { code: string } }
        } finally {
          stranger.destroy()
        }
      }
      return [await ask('app://wenqu/index.html'), await ask('data:text/html,<p>hello')]
    }, preload)
    expect(answers.map((answer) => [answer.ok, answer.fault?.code])).toEqual([[false, 'SENDER_REFUSED'], [false, 'SENDER_REFUSED']])
  })

  test('the page can open no other window, no frame, no address, and ask for no device', async () => {
    const { page } = app
    const tried = await page.evaluate(async () => {
      const frame = document.createElement('iframe')
      frame.src = 'https://example.invalid/'
      document.body.append(frame)
      const outside = await fetch('https://example.invalid/').then(() => 'reached', () => 'refused')
      const geo = await navigator.permissions.query({ name: 'geolocation' }).then((status) => status.state, () => 'denied')
      const opened = window.open('https://example.invalid/')
      frame.remove()
      return { outside, geo, opened: opened === null, node: 'require' in window || 'process' in window }
    })
    expect(tried).toEqual({ outside: 'refused', geo: 'denied', opened: true, node: false })
    const stayed = await app.app.evaluate(async ({ BrowserWindow }) => {
      const [ours] = BrowserWindow.getAllWindows()
      if (!ours) return null
      const refused = new Promise((done) => ours.webContents.once('will-frame-navigate', (event) => setImmediate(() => done(event.defaultPrevented))))
      void ours.webContents.executeJavaScript("setTimeout(() => { location.href = 'https://example.invalid/' }, 0); 0")
      return { refused: await refused, address: ours.webContents.getURL(), ready: (await ours.webContents.executeJavaScript("document.querySelector('[data-testid=app-root]')?.dataset.ready")) as unknown }
    })
    expect(stayed).toEqual({ refused: true, address: 'app://wenqu/index.html', ready: 'true' })
  })
})
