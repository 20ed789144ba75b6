import type { BrowserWindow, WebContents } from 'electron'
import { fail, isFault } from '@shared/fault'
import type { DesktopAnswer } from '@shared/desktop'
import { within } from '@shared/within'
import { browserFault, pageEnded } from './load-fault'
import { agentCalls } from './page-agent'
import type { AgentCall } from './page-agent'
import { afterEvent, nextPage, pageLoaded } from './page-load'
import { openPageSession } from './page-session'
import type { PageReach } from './page-session'
import { openPageWindow, pageSize, refuseDialogs, stopRefusing } from './page-window'

const agentWorld = 7_017
const mostElements = 200
const mostHtml = 5_000_000
/** So often a page may lead on by itself before it is shown where it is then. */
const mostPages = 5

/** How many were taken of all pages: none is taken for one of another page. */
let snapshots = 0

export interface Proxy { port: number; secret: string }

/** One offscreen page: what a `browser_*` call does in it. Every method ends early when its signal says so. */
export class Page {
  readonly #window: BrowserWindow
  readonly #reach: PageReach
  #snapshot = 0
  /** A window that the page wanted while the agent acted: it opens here. */
  #popup: { wanted: string | null } | null = null

  private constructor(window: BrowserWindow, reach: PageReach) {
    this.#window = window
    this.#reach = reach
    this.#contents.on('did-navigate', () => { reach.naming = false })
  }

  static async open(name: string, proxy: Proxy): Promise<Page> {
    const reach: PageReach = { place: null, naming: false }
    const session = await openPageSession(name, proxy.port, reach)
    const made: { page: Page | null } = { page: null }
    const window = openPageWindow({ session, proxy, onPopup: (url) => made.page?.keepPopup(url) })
    made.page = new Page(window, reach)
    return made.page
  }

  async navigate(url: string, place: string | null, signal: AbortSignal): Promise<DesktopAnswer<'navigate'>> {
    stopRefusing(this.#contents)
    this.#reach.place = place
    this.#reach.naming = true
    try {
      await this.#load(url, signal)
    } finally {
      this.#reach.naming = false
    }
    return this.#look(signal)
  }

  async check(snapshot: number, index: number, signal: AbortSignal): Promise<DesktopAnswer<'check'>> {
    return { fresh: snapshot === this.#snapshot && (await this.#run(agentCalls.fresh(snapshot, index), signal)) }
  }

  async click(snapshot: number, index: number, signal: AbortSignal): Promise<DesktopAnswer<'click'>> {
    const aim = await this.#run(agentCalls.aim(snapshot, index), signal)
    if (!aim.fresh) return stale(index)
    return this.#act(signal, async (started) => {
      if (aim.hits) await this.#press(aim.x, aim.y, signal)
      // A press that was lost, or has something over its place, is made by program.
      const came = aim.hits && (await this.#unlessLeft(agentCalls.pressed(), started, signal))
      if (came === false || came?.gave === false) await this.#run(agentCalls.press(snapshot, index), signal)
    })
  }

  async type(snapshot: number, index: number, text: string, submit: boolean, signal: AbortSignal): Promise<DesktopAnswer<'type'>> {
    const ready = await this.#run(agentCalls.ready(snapshot, index, text), signal)
    if (ready.how === 'stale') return stale(index)
    if (ready.how === 'refused') throw browserFault(`Element [${index}] takes no text here: ${ready.why.slice(0, 600)}.`)
    return this.#act(signal, async (started) => {
      if (ready.how === 'insert') await within(this.#contents.insertText(text), signal)
      if (!submit) return
      await this.#enter(signal)
      await this.#unlessLeft(agentCalls.pressed(), started, signal)
    })
  }

  async extract(signal: AbortSignal): Promise<DesktopAnswer<'extract'>> {
    await this.#still(signal)
    const view = await this.#look(signal)
    return { ...view, html: await this.#run(agentCalls.html(mostHtml), signal) }
  }

  async screenshot(signal: AbortSignal): Promise<DesktopAnswer<'screenshot'>> {
    await this.#still(signal)
    const first = await within(this.#contents.capturePage(), signal)
    const image = first.isEmpty() ? await this.#painted(signal) : first
    const { width } = image.getSize()
    const sized = width === pageSize.width ? image : image.resize({ ...pageSize, quality: 'good' })
    const { width: shownWidth, height } = sized.getSize()
    return { png: sized.toPNG().toString('base64'), width: shownWidth, height }
  }

  /** Its window or its process is gone. */
  ended(): boolean {
    return this.#window.isDestroyed() || this.#window.webContents.isCrashed()
  }

  /** A page that hangs ends with its process; what its tab has stored, its cookies for one, stays for the next. */
  leave(): void {
    if (this.#window.isDestroyed()) return
    this.#contents.forcefullyCrashRenderer()
    this.#window.destroy()
  }

  /** The page and all it has stored. */
  close(): void {
    if (this.#window.isDestroyed()) return
    const { session } = this.#contents
    this.leave()
    void session.closeAllConnections()
    void session.clearStorageData()
  }

  /** What is on its way when the author stops an act need not arrive. */
  stop(): void {
    if (!this.#window.isDestroyed()) this.#contents.stop()
  }

  keepPopup(url: string): void {
    if (this.#popup !== null) this.#popup.wanted ??= url
  }

  get #contents(): WebContents {
    if (this.#window.isDestroyed()) throw browserFault('The page is closed.', true)
    return this.#window.webContents
  }

  /** An answer that is no page leaves what stood there, which must not pass for it. */
  async #load(url: string, signal: AbortSignal): Promise<void> {
    let came = false
    const onPage = () => { came = true }
    this.#contents.once('did-navigate', onPage).once('did-navigate-in-page', onPage)
    const loaded = pageLoaded(this.#contents, signal, url)
    const loading = this.#contents.loadURL(url)
    // Told by the events as well; one that was superseded is no failure.
    loading.catch(() => undefined)
    try {
      await loaded
    } finally {
      if (!this.ended()) this.#contents.off('did-navigate', onPage).off('did-navigate-in-page', onPage)
    }
    if (!came) throw browserFault('This address gives a file or nothing, not a page.')
  }

  /** Does something in the page, waits until it has come to rest, and shows it. */
  async #act(signal: AbortSignal, act: (started: Promise<void>) => Promise<void>): Promise<DesktopAnswer<'click'>> {
    const popup = { wanted: null as string | null }
    this.#popup = popup
    const next = nextPage(this.#contents)
    try {
      await act(next.started)
      await this.#unlessLeft(agentCalls.quiet(), next.started, signal)
      await this.#still(signal)
      if (popup.wanted !== null) await this.#load(popup.wanted, signal)
    } finally {
      next.stop()
      this.#popup = null
    }
    return this.#look(signal)
  }

  async #still(signal: AbortSignal): Promise<void> {
    if (this.#contents.isLoading()) await pageLoaded(this.#contents, signal)
  }

  async #look(signal: AbortSignal): Promise<DesktopAnswer<'navigate'>> {
    await this.#drawn(signal)
    snapshots += 1
    this.#snapshot = snapshots
    return this.#run(agentCalls.look(this.#snapshot, mostElements), signal)
  }

  /** What a page does when it is first drawn belongs to it; one that leads on at once is another page, which is drawn next. */
  async #drawn(signal: AbortSignal, pagesLeft = mostPages): Promise<void> {
    const next = nextPage(this.#contents)
    let left = false
    void next.started.then(() => { left = true })
    try {
      await this.#unlessLeft(agentCalls.drawn(), next.started, signal)
      await this.#still(signal)
      // Also when it led on only as it had been drawn.
      if (left && pagesLeft > 1) await this.#drawn(signal, pagesLeft - 1)
    } finally {
      next.stop()
    }
  }

  async #painted(signal: AbortSignal): Promise<Electron.NativeImage> {
    const painted = new Promise<void>((done) => { this.#contents.once('paint', () => done()) })
    this.#contents.invalidate()
    await within(painted, signal)
    const image = await within(this.#contents.capturePage(), signal)
    return image.isEmpty() ? fail('BROWSER_FAILED', 'The page shows no picture.') : image
  }

  async #press(x: number, y: number, signal: AbortSignal): Promise<void> {
    await within(refuseDialogs(this.#contents), signal)
    const at = { x, y, button: 'left', clickCount: 1 } as const
    this.#contents.sendInputEvent({ type: 'mouseMove', x, y })
    this.#contents.sendInputEvent({ type: 'mouseDown', ...at })
    this.#contents.sendInputEvent({ type: 'mouseUp', ...at })
  }

  async #enter(signal: AbortSignal): Promise<void> {
    await within(refuseDialogs(this.#contents), signal)
    this.#contents.sendInputEvent({ type: 'keyDown', keyCode: 'Return' })
    this.#contents.sendInputEvent({ type: 'char', keyCode: '\r' })
    this.#contents.sendInputEvent({ type: 'keyUp', keyCode: 'Return' })
  }

  /** Runs a call until another page takes over, in which it would never end: then null. */
  async #unlessLeft<R>(call: AgentCall<R>, left: Promise<void>, signal: AbortSignal): Promise<{ gave: R } | null> {
    const over = new AbortController()
    try {
      return await Promise.race([this.#run(call, AbortSignal.any([signal, over.signal])).then((gave) => ({ gave })), left.then(() => null)])
    } finally {
      over.abort()
    }
  }

  /** Runs a call of the page agent; a page whose process ended says so. */
  async #run<R>({ code }: AgentCall<R>, signal: AbortSignal): Promise<R> {
    const contents = this.#contents
    let onGone = () => undefined as void
    const gone = new Promise<never>((_done, failed) => {
      onGone = () => afterEvent(() => failed(pageEnded()))
      contents.once('render-process-gone', onGone)
    })
    try {
      return (await within(Promise.race([contents.executeJavaScriptInIsolatedWorld(agentWorld, [{ code }]), gone]), signal)) as R
    } catch (error) {
      if (isFault(error) || signal.aborted) throw error
      throw browserFault('The page could not be read.')
    } finally {
      if (!this.#window.isDestroyed()) contents.off('render-process-gone', onGone)
    }
  }
}

const stale = (index: number): never => fail('INDEX_STALE', `Element [${index}] is no longer what was shown: the page changed.`, { fix: 'Look at the page again with browser_extract.' })
