import type { Answer } from '@shared/bridge'
import { DesktopAsk } from '@shared/desktop'
import { isCancelled, isFault } from '@shared/fault'
import type { Fault } from '@shared/fault'
import type { Log } from '../log'
import { createSerial } from '../serial'
import { createAppWindows } from './app-window'
import { browserFault } from './load-fault'
import { Page } from './page'

/** Each act has this long (07 §3). */
const seconds = 30

export interface DesktopHostParts { log: Pick<Log, 'error'>; /** Ends an act that begins now, when its time is over. */ deadline?: () => AbortSignal }

/** Main's side of core's pages and app windows. */
export interface DesktopHost {
  /** Checks and does what core asks; never rejects. */
  answer(ask: unknown, stopped: AbortSignal): Promise<Answer<unknown>>
  /** Core is gone or the last window closed: nothing stays behind. */
  closeAll(): void
}

type PageAsk = Exclude<DesktopAsk, { do: 'close' | 'showApp' }>

export function createDesktopHost({ log, deadline = () => AbortSignal.timeout(seconds * 1_000) }: DesktopHostParts): DesktopHost {
  const pages = new Map<string, Page>()
  const apps = createAppWindows()
  const serial = createSerial()
  const close = (tab: string) => {
    pages.get(tab)?.close()
    pages.delete(tab)
    apps.close(tab)
  }
  const perform = async (ask: PageAsk, stopped: AbortSignal): Promise<unknown> => {
    const late = deadline()
    try {
      return await inPage(ask, await pageFor(pages, ask), AbortSignal.any([stopped, late]))
    } catch (error) {
      // What hangs is ended with its process: the next navigate begins with a fresh page.
      if (late.aborted) close(ask.tab)
      else if (stopped.aborted) pages.get(ask.tab)?.stop()
      throw late.aborted ? browserFault(`The page did not answer within ${seconds} seconds and was closed.`, true) : error
    }
  }
  const act = async (ask: DesktopAsk, stopped: AbortSignal): Promise<unknown> => {
    if (ask.do === 'close') {
      close(ask.tab)
      return {}
    }
    if (ask.do === 'showApp') {
      await apps.show(ask.tab, ask.url, ask.title)
      return {}
    }
    return serial.run(ask.tab, () => perform(ask, stopped))
  }
  return {
    answer: async (raw, stopped) => {
      const ask = DesktopAsk.safeParse(raw)
      if (!ask.success) return { ok: false, fault: { code: 'BROWSER_FAILED', message: 'The request could not be read.' } }
      try {
        return { ok: true, value: await act(ask.data, stopped) }
      } catch (error) {
        return { ok: false, fault: faultOf(error, stopped, log) }
      }
    },
    closeAll: () => {
      for (const tab of pages.keys()) close(tab)
      apps.closeAll()
    },
  }
}

/** Only a navigate opens a page, and the one before is gone by then: one that leads on by itself would take its place, and reach what only the new one may. */
async function pageFor(pages: Map<string, Page>, ask: PageAsk): Promise<Page> {
  const known = pages.get(ask.tab)
  if (ask.do !== 'navigate' && known !== undefined && !known.ended()) return known
  pages.delete(ask.tab)
  known?.leave()
  if (ask.do !== 'navigate') throw browserFault('No page is open; browser_navigate opens one.', true)
  const page = await Page.open(ask.tab, ask.proxy)
  pages.set(ask.tab, page)
  return page
}

function inPage(ask: PageAsk, page: Page, signal: AbortSignal): Promise<unknown> {
  switch (ask.do) {
    case 'navigate': return page.navigate(ask.url, ask.reach, signal)
    case 'check': return page.check(ask.snapshot, ask.index, signal)
    case 'click': return page.click(ask.snapshot, ask.index, signal)
    case 'type': return page.type(ask.snapshot, ask.index, ask.text, ask.submit, signal)
    case 'extract': return page.extract(signal)
    case 'screenshot': return page.screenshot(signal)
  }
}

function faultOf(error: unknown, stopped: AbortSignal, log: Pick<Log, 'error'>): Fault {
  if (isFault(error)) return error.fault
  if (stopped.aborted || isCancelled(error)) return { code: 'CANCELLED', message: 'Stopped.' }
  log.error('page failed', { why: error instanceof Error ? error.message : String(error) })
  return { code: 'BROWSER_FAILED', message: 'The page could not be worked.' }
}
