import type { WebContents } from 'electron'
import { loadFault, pageEnded } from './load-fault'

/** Pictures and the like may take this long once the text is there. */
const restMs = 6_000
/** Superseded by another load, or an answer that is no page. */
const aborted = -3

/** Resolves when the page that is loading has its text, and the rest or its time is over; also when there is nothing to load. `begun`: the address of a load that was just asked for; what failed before it counts no longer. */
export function pageLoaded(contents: WebContents, signal: AbortSignal, begun: string | null = null): Promise<void> {
  return new Promise((done, failed) => {
    const addresses = new Set<string>()
    let rest: NodeJS.Timeout | null = null
    const ended = (how: () => void) => {
      if (rest !== null) clearTimeout(rest)
      contents.off('dom-ready', onText)
      contents.off('did-stop-loading', onStop)
      contents.off('did-fail-load', onFail)
      contents.off('did-start-navigation', onWay)
      contents.off('did-redirect-navigation', onWay)
      contents.off('render-process-gone', onGone)
      signal.removeEventListener('abort', onAbort)
      afterEvent(how)
    }
    /** What the page before still tells is not about this one. */
    const isOurs = () => begun === null || addresses.size > 0
    const onText = () => {
      if (isOurs()) rest ??= setTimeout(() => ended(() => {
        // Scripts of ours run only in a page that no longer loads.
        contents.stop()
        done()
      }), restMs)
    }
    const onStop = () => {
      if (isOurs()) ended(done)
    }
    const onFail = (_event: unknown, code: number, description: string, url: string, isMainFrame: boolean) => {
      if (isMainFrame && code !== aborted && (begun === null || plain(url) === plain(begun) || addresses.has(plain(url)))) ended(() => failed(loadFault(url, description)))
    }
    const onWay = (event: { url: string; isMainFrame: boolean }) => {
      if (event.isMainFrame && begun !== null && (addresses.size > 0 || plain(event.url) === plain(begun))) addresses.add(plain(event.url))
    }
    const onGone = () => ended(() => failed(pageEnded()))
    const onAbort = () => ended(() => failed(signal.reason))
    if (signal.aborted) return onAbort()
    if (begun === null && !contents.isLoading()) return done()
    contents.on('dom-ready', onText)
    contents.on('did-stop-loading', onStop)
    contents.on('did-fail-load', onFail)
    contents.on('did-start-navigation', onWay)
    contents.on('did-redirect-navigation', onWay)
    contents.on('render-process-gone', onGone)
    signal.addEventListener('abort', onAbort, { once: true })
    if (begun === null && !contents.isWaitingForResponse()) onText()
  })
}

/** What follows an event of a page may load or close it, which Chromium does not survive while it tells the event. */
export const afterEvent = (act: () => void): void => void setImmediate(act)

const plain = (url: string): string => url.replace(/#.*$/, '')

/** Resolves when another document begins to load in the page. */
export function nextPage(contents: WebContents): { started: Promise<void>; stop(): void } {
  let stop = () => undefined as void
  const started = new Promise<void>((done) => {
    const onStart = (event: { isMainFrame: boolean; isSameDocument: boolean }) => {
      if (event.isMainFrame && !event.isSameDocument) afterEvent(done)
    }
    contents.on('did-start-navigation', onStart)
    stop = () => void contents.off('did-start-navigation', onStart)
  })
  return { started, stop }
}
