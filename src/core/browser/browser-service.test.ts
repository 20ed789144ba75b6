import { afterEach, describe, expect, it } from 'vitest'
import { paperWindow } from '../../../test/web/paper-window'
import { createEnv } from '../project/env'
import { createBrowserService, type BrowserService } from './browser-service'
import { createDesktopLink } from './desktop-link'

const nothing = { privateHosts: new Set<string>(), ownNetwork: new Set<string>(), listedLocal: new Set<string>() }
const signal = new AbortController().signal
const page = new URL('https://a.test/')
let service: BrowserService
afterEach(() => service.close())

describe('pages of sessions (07 §3)', () => {
  it('closes what was idle for its time, and pages of sessions that ended', async () => {
    const paper = paperWindow({ [page.href]: { elements: [{ name: 'x' }] } })
    let time = 0
    const ended = new Set<number>()
    service = createBrowserService({ env: { ...createEnv(), now: () => new Date(time) }, desktop: paper.desktop, web: { reachOf: () => nothing }, alive: (id) => !ended.has(id), lookMs: 5 })
    await service.navigate(1, page, signal)
    await service.navigate(2, page, signal)
    time = 599_000
    await service.extract(2, signal).catch(() => undefined)
    time = 600_000
    await expect.poll(() => paper.shown.size).toBe(1)
    expect(() => service.page(1)).toThrow('no page is open')
    expect(service.page(2).url).toBe(page.href)
    ended.add(2)
    await expect.poll(() => paper.shown.size).toBe(0)
  })

  it('acts of one session come one after the other', async () => {
    const paper = paperWindow({ [page.href]: { elements: [{ name: 'x' }] } })
    const running: string[] = []
    let most = 0
    service = createBrowserService({
      env: createEnv(), web: { reachOf: () => nothing }, alive: () => true,
      desktop: { ask: async (ask, stopped) => {
        running.push(ask.do)
        most = Math.max(most, running.length)
        await new Promise((done) => setImmediate(done))
        running.pop()
        return paper.desktop.ask(ask, stopped)
      } },
    })
    await service.navigate(1, page, signal)
    await Promise.all([service.extract(1, signal).catch(() => undefined), service.screenshot(1, signal), service.click(1, 0, signal)])
    expect(most).toBe(1)
  })

  it('a main that is gone keeps nobody waiting', async () => {
    const link = createDesktopLink(() => undefined)
    service = createBrowserService({ env: createEnv(), desktop: link.desktop, web: { reachOf: () => nothing }, alive: () => true })
    const waiting = service.navigate(1, page, signal)
    const stopped = new AbortController()
    const cancelled = link.desktop.ask({ do: 'close', tab: 'x' }, stopped.signal)
    stopped.abort()
    await expect(cancelled).rejects.toThrow('stopped')
    link.lost()
    await expect(waiting).rejects.toThrow('BROWSER_UNAVAILABLE')
    await service.close()
  })

  it('an answer that is not what was asked is refused', async () => {
    const link = createDesktopLink((message) => { if (message.kind === 'desktopAsk') link.receive(message.id, { ok: true, value: { url: 5 } }) })
    service = createBrowserService({ env: createEnv(), desktop: null, web: { reachOf: () => nothing }, alive: () => true })
    await expect(link.desktop.ask({ do: 'screenshot', tab: 'x' })).rejects.toThrow('BROWSER_FAILED')
  })
})
