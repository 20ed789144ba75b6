import { randomBytes } from 'node:crypto'
import { placeOf } from '@shared/address'
import type { PageElement, PageView } from '@shared/desktop'
import { fail, FaultError, isFault } from '@shared/fault'
import type { Env } from '../project/types'
import { hostOf } from '../web/judge-url'
import { pageMarkdown } from '../web/page-markdown'
import { cleanRemote } from '../web/remote-text'
import type { WebService } from '../web/web-service'
import type { Desktop } from './desktop-link'
import { openGuardProxy, type GuardProxy, type GuardProxyOptions, type Reach } from './guard-proxy'

export interface Shot { readonly png: Buffer; readonly width: number; readonly height: number }

/** The pages of a project's sessions: one each, worked one act after the other (07 §3). */
export interface BrowserService {
  /** BROWSER_UNAVAILABLE without a window. */
  assertAvailable(): void
  /** The page as it was last shown. BROWSER_UNAVAILABLE, BROWSER_FAILED when nothing is open. */
  page(sessionId: number): PageView
  /** The element of an index, which is still there. INDEX_UNKNOWN, INDEX_STALE. */
  element(sessionId: number, index: number, signal: AbortSignal): Promise<PageElement>
  navigate(sessionId: number, url: URL, signal: AbortSignal): Promise<PageView>
  click(sessionId: number, index: number, signal: AbortSignal): Promise<PageView>
  type(sessionId: number, typed: { index: number; text: string; submit: boolean }, signal: AbortSignal): Promise<PageView>
  /** PAGE_EMPTY. */
  extract(sessionId: number, signal: AbortSignal): Promise<{ view: PageView; markdown: string }>
  screenshot(sessionId: number, signal: AbortSignal): Promise<Shot>
  close(): Promise<void>
}

export interface BrowserParts {
  env: Env
  desktop: Desktop | null
  web: Pick<WebService, 'reachOf'>
  /** False once a session is archived or gone: its page is closed. */
  alive(sessionId: number): boolean
  proxy?: Omit<GuardProxyOptions, 'secret'>
  idleMs?: number
  lookMs?: number
}

interface Tab { readonly id: string; readonly proxy: GuardProxy; view: PageView | null; used: number; busy: number; tail: Promise<unknown> }

export const createBrowserService = (parts: BrowserParts): BrowserService => new Pages(parts)

class Pages implements BrowserService {
  readonly #parts: BrowserParts
  readonly #tabs = new Map<number, Promise<Tab>>()
  readonly #open = new Map<number, Tab>()
  #tending: NodeJS.Timeout | null = null

  constructor(parts: BrowserParts) {
    this.#parts = parts
  }

  assertAvailable(): void {
    this.#desktop()
  }

  page(sessionId: number): PageView {
    this.#desktop()
    return this.#open.get(sessionId)?.view ?? nothingOpen()
  }

  async element(sessionId: number, index: number, signal: AbortSignal): Promise<PageElement> {
    this.#desktop()
    const view = this.#open.get(sessionId)?.view ?? null
    const found = view?.elements[index]
    if (view === null || found === undefined) return unknownIndex(index, view)
    const { fresh } = await this.#act(sessionId, signal, (tab) => this.#desktop().ask({ do: 'check', tab: tab.id, snapshot: view.snapshot, index }, signal))
    return fresh ? found : fail('INDEX_STALE', `element [${index}] is no longer what was shown: the page changed.`, { fix: 'Look at the page again with browser_extract.' })
  }

  async navigate(sessionId: number, url: URL, signal: AbortSignal): Promise<PageView> {
    const desktop = this.#desktop()
    const reach = reachFor(url, this.#parts.web)
    await this.#tab(sessionId)
    return this.#show(sessionId, signal, (tab) => {
      tab.proxy.allow(reach)
      return desktop.ask({ do: 'navigate', tab: tab.id, url: url.href, proxy: { port: tab.proxy.port, secret: tab.proxy.secret }, reach: reach?.place ?? null }, signal)
    })
  }

  click(sessionId: number, index: number, signal: AbortSignal): Promise<PageView> {
    return this.#show(sessionId, signal, (tab) => this.#desktop().ask({ do: 'click', tab: tab.id, snapshot: snapshotOf(tab, index), index }, signal))
  }

  type(sessionId: number, typed: { index: number; text: string; submit: boolean }, signal: AbortSignal): Promise<PageView> {
    return this.#show(sessionId, signal, (tab) => this.#desktop().ask({ do: 'type', tab: tab.id, snapshot: snapshotOf(tab, typed.index), ...typed }, signal))
  }

  async extract(sessionId: number, signal: AbortSignal): Promise<{ view: PageView; markdown: string }> {
    this.page(sessionId)
    const { html, view } = await this.#act(sessionId, signal, async (tab) => {
      const { html, ...view } = await this.#desktop().ask({ do: 'extract', tab: tab.id }, signal)
      tab.view = view
      return { html, view }
    })
    const limit = AbortSignal.any([signal, AbortSignal.timeout(30_000)])
    const { markdown } = await pageMarkdown(html, view.url, limit)
    const text = cleanRemote(markdown).trim()
    return text === '' ? fail('PAGE_EMPTY', `${hostOf(new URL(view.url))} shows a page without text.`, { fix: 'browser_screenshot shows it to the author; or try another address.' }) : { view, markdown: text }
  }

  async screenshot(sessionId: number, signal: AbortSignal): Promise<Shot> {
    this.page(sessionId)
    const { png, width, height } = await this.#act(sessionId, signal, (tab) => this.#desktop().ask({ do: 'screenshot', tab: tab.id }, signal))
    return { png: Buffer.from(png, 'base64'), width, height }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#tabs.keys()].map((sessionId) => this.#end(sessionId)))
  }

  #desktop(): Desktop {
    return this.#parts.desktop ?? fail('BROWSER_UNAVAILABLE', 'there is no window: the browser works only while the app is open, not from the command line.', { fix: 'WebFetch reads pages without a browser.' })
  }

  /** An act that shows the page anew; what was private before counts no longer once the page is elsewhere. */
  #show(sessionId: number, signal: AbortSignal, act: (tab: Tab) => Promise<PageView>): Promise<PageView> {
    return this.#act(sessionId, signal, async (tab) => {
      tab.view = await act(tab)
      if (placeOf(tab.view.url) !== tab.proxy.reach()?.place) tab.proxy.allow(null)
      return tab.view
    })
  }

  /** One act at a time; a refusal of the proxy is the reason, whatever the page made of it. */
  async #act<R>(sessionId: number, signal: AbortSignal, act: (tab: Tab) => Promise<R>): Promise<R> {
    const tab = await (this.#tabs.get(sessionId) ?? nothingOpen())
    const mine = tab.tail.then(() => act(tab))
    tab.busy += 1
    tab.tail = mine.catch(() => undefined)
    try {
      return await mine
    } catch (error) {
      throw reasonOf(error, tab, signal)
    } finally {
      tab.busy -= 1
      tab.used = this.#parts.env.now().getTime()
    }
  }

  #tab(sessionId: number): Promise<Tab> {
    const known = this.#tabs.get(sessionId)
    if (known !== undefined) return known
    const made = this.#make(sessionId)
    this.#tabs.set(sessionId, made)
    made.catch(() => this.#tabs.delete(sessionId))
    return made
  }

  async #make(sessionId: number): Promise<Tab> {
    const { env, proxy } = this.#parts
    const tab: Tab = { id: env.id('page'), proxy: await openGuardProxy({ ...proxy, secret: randomBytes(24).toString('hex') }), view: null, used: env.now().getTime(), busy: 0, tail: Promise.resolve() }
    this.#open.set(sessionId, tab)
    this.#tending ??= setInterval(() => this.#tend(), this.#parts.lookMs ?? 2_000).unref()
    return tab
  }

  /** Closes what nobody used for ten minutes, and the pages of sessions that are over. */
  #tend(): void {
    const idleMs = this.#parts.idleMs ?? 600_000
    const now = this.#parts.env.now().getTime()
    for (const [sessionId, tab] of this.#open) {
      if ((tab.busy === 0 && now - tab.used >= idleMs) || !this.#parts.alive(sessionId)) void this.#end(sessionId)
    }
  }

  async #end(sessionId: number): Promise<void> {
    const tab = await (this.#tabs.get(sessionId) ?? Promise.resolve(null)).catch(() => null)
    this.#tabs.delete(sessionId)
    this.#open.delete(sessionId)
    if (this.#tending !== null && this.#tabs.size === 0) {
      clearInterval(this.#tending)
      this.#tending = null
    }
    if (tab === null) return
    await this.#desktop().ask({ do: 'close', tab: tab.id }).catch(() => undefined)
    await tab.proxy.close()
  }
}

const nothingOpen = (): never => fail('BROWSER_FAILED', 'no page is open in this session.', { fix: 'browser_navigate opens one.' })

/** A page that is gone is forgotten; what the proxy refused is told in its words. */
function reasonOf(error: unknown, tab: Tab, signal: AbortSignal): unknown {
  if (!isFault(error) || signal.aborted || error.fault.code !== 'BROWSER_FAILED') return error
  const url = error.fault.data?.['url']
  const place = typeof url === 'string' ? placeOf(url) : null
  const refusal = place === null ? null : tab.proxy.refusal(place)
  if (error.fault.data?.['closed'] === true) tab.view = null
  return refusal === null ? error : new FaultError(refusal)
}

function unknownIndex(index: number, view: PageView | null): never {
  const count = view?.elements.length ?? 0
  const range = view === null ? 'no page is open in this session' : count === 0 ? 'the page has no elements' : `the page has ${count} elements, 0-${count - 1}`
  return fail('INDEX_UNKNOWN', `there is no element [${index}]: ${range}.`, { actual: String(index), ...(count === 0 ? {} : { expected: `0-${count - 1}` }) })
}

function snapshotOf(tab: Tab, index: number): number {
  return tab.view !== null && tab.view.elements[index] !== undefined ? tab.view.snapshot : unknownIndex(index, tab.view)
}

/** The one private place that an approved address names; null for a public one. */
function reachFor(url: URL, web: Pick<WebService, 'reachOf'>): Reach | null {
  const policy = web.reachOf(url)
  const place = placeOf(url.href)
  const isPrivate = policy.privateHosts.size + policy.ownNetwork.size + policy.listedLocal.size > 0
  return isPrivate && place !== null ? { place, policy } : null
}
