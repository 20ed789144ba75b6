import type { ElementRole, PageElement, PageView } from '@shared/desktop'
import type { Effect } from '@shared/tool-result'
import type { AppService } from '../apps/app-service'
import type { BrowserService } from '../browser/browser-service'
import { cutPage, elementName, pageText } from '../browser/page-text'
import { remoteLine } from '../web/remote-text'
import type { Ran } from './types'

declare module './types' {
  interface ToolServices { browser: BrowserService; apps: AppService }
}

/** What the pipeline waits for an act: each is ended after 30 s where it is done, but may stand in a queue first. */
export const actMs = 150_000

type Act = 'navigate' | 'click' | 'type' | 'extract' | 'screenshot'
interface Aim { readonly index: number; readonly element: PageElement; readonly text?: string; readonly submit?: boolean }

/** The card of an act (05 §6): the host as it is dialled, the address, the element, and all that would be typed. */
export function browserEffect(action: Act, address: string, aim: Aim | null = null): Effect {
  const url = remoteLine(address, 4_096)
  const element = aim === null ? '' : `[${aim.index}] ${remoteLine(elementName(aim.element), 400)}`
  const fields = aim === null ? [] : [
    { field: 'element', from: null, to: element }, { field: 'role', from: null, to: aim.element.role }, { field: 'name', from: null, to: remoteLine(aim.element.name, 400) },
    ...(aim.text === undefined ? [] : [{ field: 'text', from: null, to: aim.text }, { field: 'submit', from: null, to: aim.submit === true }]),
  ]
  return { kind: 'browser', target: new URL(address).host, resolved: url, before: null, after: null, action, preview: aim?.text ?? (element === '' ? url : element), fields }
}

/** A page as a result: cut by ourselves, the whole kept. `said` comes before it. */
export function pageResult(view: PageView, markdown: string | null, said: string | null = null): Ran<string> {
  const whole = said === null ? pageText(view, markdown) : `${said}\n${pageText(view, markdown)}`
  const { shown, cut } = cutPage(whole)
  const of = (role: ElementRole): number[] => view.elements.flatMap((element, index) => (element.role === role ? [index] : [])).slice(0, 20)
  const details = { url: remoteLine(view.url, 512), title: remoteLine(view.title, 200), elements: view.elements.length, more: view.more, links: of('link'), buttons: of('button'), fields: of('textbox') }
  return { value: shown, changes: [], details, ...(cut ? { full: { text: whole, shown: shown.length, total: whole.length } } : {}) }
}
