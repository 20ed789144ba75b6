import type { DesktopAnswer, DesktopAsk, PageElement, PageView } from '@shared/desktop'
import { fail } from '@shared/fault'
import type { Desktop } from '../../src/core/browser/desktop-link'

export interface PaperPage { title?: string; html?: string; elements?: Partial<PageElement>[]; more?: number; /** The address that a click on an element leads to. */ leads?: Record<number, string>; /** Loading it is refused, as by Chromium. */ refused?: true }

/** Stands for main's window where no Electron is: pages on paper, worked as the window works them. What was asked is kept. */
export function paperWindow(pages: Record<string, PaperPage>): { desktop: Desktop; asked: DesktopAsk[]; /** The page changes by itself. */ change(): void; shown: Map<string, string> } {
  const asked: DesktopAsk[] = []
  const shown = new Map<string, string>()
  let snapshot = 0
  let fresh = false
  const viewOf = (url: string): PageView => {
    const { title = '', elements = [], more = 0 } = pages[url] ?? {}
    snapshot += 1
    fresh = true
    return { snapshot, url, title, more, frames: [], elements: elements.map((one) => ({ role: 'button', name: '', value: null, href: null, states: [], ...one })) }
  }
  const load = (tab: string, url: string): PageView => {
    if (pages[url] === undefined || pages[url].refused === true) fail('BROWSER_FAILED', `${new URL(url).host}: it could not be reached.`, { data: { url } })
    shown.set(tab, url)
    return viewOf(url)
  }
  const now = (tab: string): string => shown.get(tab) ?? fail('BROWSER_FAILED', 'No page is open; browser_navigate opens one.', { data: { closed: true } })
  const answer = (ask: DesktopAsk): unknown => {
    switch (ask.do) {
      case 'navigate': return load(ask.tab, ask.url)
      case 'check': return { fresh: fresh && ask.snapshot === snapshot }
      case 'click': {
        if (!fresh || ask.snapshot !== snapshot) return fail('INDEX_STALE', `Element [${ask.index}] is no longer what was shown: the page changed.`)
        const leads = pages[now(ask.tab)]?.leads?.[ask.index]
        return leads === undefined ? viewOf(now(ask.tab)) : load(ask.tab, leads)
      }
      case 'type': return viewOf(now(ask.tab))
      case 'extract': return { ...viewOf(now(ask.tab)), html: pages[now(ask.tab)]?.html ?? '<html><body></body></html>' }
      case 'screenshot': return { png: Buffer.from([0x89, 0x50, 0x4e, 0x47]).toString('base64'), width: 1_280, height: 720, url: now(ask.tab) }
      case 'close': { shown.delete(ask.tab); return {} }
      case 'showApp': { shown.set(ask.tab, ask.url); return {} }
    }
  }
  return {
    asked, shown,
    change: () => { fresh = false },
    desktop: { ask: async <A extends DesktopAsk>(ask: A) => {
      asked.push(ask)
      return answer(ask) as DesktopAnswer<A['do']>
    } },
  }
}
