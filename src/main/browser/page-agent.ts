import type { ElementRole, PageElement } from '@shared/desktop'

/**
 * What runs inside a page, in a world of its own that the page's scripts cannot touch (07 §3). These functions are sent as text:
 * they may name each other and what every page has, nothing else of ours.
 */
interface Seen { id: number; url: string; elements: Element[]; faces: string[] }
interface AgentWorld { wenquSeen?: Seen; wenquSecret?: WeakSet<Element>; wenquPressed?: boolean }
type Aim = { fresh: false } | { fresh: true; x: number; y: number; hits: boolean }
type Ready = { how: 'stale' | 'insert' | 'done' } | { how: 'refused'; why: string }

function pageRole(el: Element): ElementRole | null {
  const given = (el.getAttribute('role') ?? '').trim().toLowerCase().split(/\s+/)[0] ?? ''
  const aliases: Record<string, ElementRole> = { link: 'link', button: 'button', textbox: 'textbox', searchbox: 'textbox', spinbutton: 'textbox', combobox: 'combobox', checkbox: 'checkbox', switch: 'checkbox', radio: 'radio', option: 'option', tab: 'tab', menuitem: 'menuitem', menuitemcheckbox: 'menuitem', menuitemradio: 'menuitem', slider: 'slider' }
  const named = aliases[given]
  if (named !== undefined) return named
  const tag = el.tagName.toLowerCase()
  if ((tag === 'a' || tag === 'area') && el.hasAttribute('href')) return 'link'
  if (tag === 'button' || tag === 'summary') return 'button'
  if (tag === 'select') return 'combobox'
  if (tag === 'option') return 'option'
  if (tag === 'textarea' || (el instanceof HTMLElement && el.isContentEditable && el.parentElement?.isContentEditable !== true)) return 'textbox'
  if (!(el instanceof HTMLInputElement) || el.type === 'hidden') return null
  if (el.type === 'checkbox' || el.type === 'radio') return el.type
  if (el.type === 'range') return 'slider'
  if (/^(button|submit|reset|image|file|color)$/.test(el.type)) return 'button'
  return el.hasAttribute('list') ? 'combobox' : 'textbox'
}

function pageVisible(el: Element): boolean {
  if (!el.checkVisibility({ visibilityProperty: true }) || el.closest('[inert]') !== null) return false
  const box = el.getBoundingClientRect()
  return box.width > 0 && box.height > 0 && box.right + scrollX > 0 && box.bottom + scrollY > 0
}

function pageName(el: Element): string {
  const byId = (el.getAttribute('aria-labelledby') ?? '').split(/\s+/).flatMap((id) => (id === '' ? [] : [document.getElementById(id)?.textContent ?? ''])).join(' ').trim()
  const own = el instanceof HTMLSelectElement || el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement
  const labels = own ? Array.from(el.labels ?? []).map((label) => label.textContent ?? '').join(' ').trim() : ''
  const isButton = el instanceof HTMLInputElement && /^(button|submit|reset)$/.test(el.type)
  const inside = own || (el instanceof HTMLElement && el.isContentEditable) ? '' : (el as HTMLElement).innerText || el.textContent || ''
  const picture = el.getAttribute('alt') ?? el.querySelector('img[alt], svg title')?.getAttribute('alt') ?? el.querySelector('svg title')?.textContent ?? ''
  const found = [byId, el.getAttribute('aria-label'), labels, isButton ? el.value : '', inside, picture, el.getAttribute('placeholder'), el.getAttribute('title'), el.getAttribute('name')]
  return (found.find((text) => text !== null && text.trim() !== '') ?? '').slice(0, 400)
}

/** A field that was a password once stays one, though the page shows its letters now. */
function pageSecret(el: Element): boolean {
  const world = globalThis as AgentWorld
  const known = (world.wenquSecret ??= new WeakSet<Element>())
  if (el instanceof HTMLInputElement && (el.type === 'password' || /password|one-time-code|cc-/.test(el.autocomplete))) known.add(el)
  return known.has(el)
}

function pageValue(el: Element, role: ElementRole): string | null {
  if (role !== 'textbox' && role !== 'combobox' && role !== 'slider') return null
  const plain = el instanceof HTMLSelectElement ? (el.selectedOptions[0]?.label ?? '')
    : el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement ? el.value
      : role === 'slider' ? (el.getAttribute('aria-valuenow') ?? '') : ((el as HTMLElement).innerText ?? '')
  return pageSecret(el) && plain !== '' ? '•' : plain.slice(0, 400)
}

function pageFacts(el: Element, role: ElementRole): PageElement {
  const states: PageElement['states'] = []
  const aria = (name: string) => el.getAttribute(name) === 'true'
  const checked = el instanceof HTMLInputElement && (el.type === 'checkbox' || el.type === 'radio') ? el.checked : aria('aria-checked')
  if (role === 'checkbox' || role === 'radio') states.push(checked ? 'checked' : 'unchecked')
  if ((role === 'option' && el instanceof HTMLOptionElement && el.selected) || ((role === 'tab' || role === 'option') && aria('aria-selected'))) states.push('selected')
  const root = el.getRootNode()
  if ((root instanceof ShadowRoot ? root : document).activeElement === el) states.push('focused')
  if (el.matches(':disabled') || aria('aria-disabled')) states.push('disabled')
  const href = role === 'link' && (el instanceof HTMLAnchorElement || el instanceof HTMLAreaElement) ? el.href.slice(0, 2_000) : null
  return { role, name: pageName(el), value: pageValue(el, role), href, states }
}

const pageFace = (el: Element): string => { const role = pageRole(el); return role === null ? '' : `${role} ${pageName(el)}` }

/** Takes the elements in document order, open shadow roots too; a page without end is left after a while. */
function pageLook(id: number, most: number): { snapshot: number; url: string; title: string; elements: PageElement[]; more: number; frames: string[] } {
  // The first look at a place lays the whole page out, which is not our time.
  document.documentElement?.getBoundingClientRect()
  const ends = performance.now() + 3_000
  const stack: Element[] = document.documentElement === null ? [] : [document.documentElement]
  const elements: Element[] = []
  const facts: PageElement[] = []
  const frames: string[] = []
  let more = 0
  for (let seen = 0; stack.length > 0 && seen < 300_000 && performance.now() < ends; seen += 1) {
    const el = stack.pop()
    if (el === undefined) break
    const role = pageRole(el)
    if (role !== null && pageVisible(el)) {
      if (elements.length < most) {
        elements.push(el)
        facts.push(pageFacts(el, role))
      } else more += 1
    }
    if (el instanceof HTMLIFrameElement && frames.length < 20 && pageVisible(el)) frames.push(el.src.slice(0, 2_000))
    for (const within of [el, el.shadowRoot]) for (let child = within?.lastElementChild ?? null; child !== null; child = child.previousElementSibling) stack.push(child)
  }
  ;(globalThis as AgentWorld).wenquSeen = { id, url: location.href.replace(/#.*$/, ''), elements, faces: elements.map(pageFace) }
  return { snapshot: id, url: location.href, title: document.title.slice(0, 1_000), elements: facts, more, frames }
}

/** The element of an index, if the page and the element are still what was shown. */
function pageFind(id: number, index: number): Element | null {
  const seen = (globalThis as AgentWorld).wenquSeen
  if (seen === undefined || seen.id !== id || seen.url !== location.href.replace(/#.*$/, '')) return null
  const el = seen.elements[index]
  return el !== undefined && el.isConnected && pageVisible(el) && pageFace(el) === seen.faces[index] ? el : null
}

/** Resolves when the page has been drawn: before, it takes no presses, and the field that asks for it has no focus. One that is never drawn is taken as it is. */
function pageDrawn(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, 5_000)
    requestAnimationFrame(() => requestAnimationFrame(() => done()))
  })
}

/** Notes whether one of these events comes from now on. */
function pageHeed(types: string[]): void {
  const world = globalThis as AgentWorld
  world.wenquPressed = false
  for (const type of types) addEventListener(type, () => { world.wenquPressed = true }, { capture: true, once: true })
}

/** Where to press, and whether a press there reaches the element; whether one came is noted from now on. */
function pageAim(id: number, index: number): Aim {
  const el = pageFind(id, index)
  if (el === null) return { fresh: false }
  pageHeed(['pointerdown', 'mousedown', 'click'])
  el.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const box = el.getClientRects()[0] ?? el.getBoundingClientRect()
  const x = Math.round(Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1))
  const y = Math.round(Math.min(Math.max(box.top + box.height / 2, 0), innerHeight - 1))
  const root = el.getRootNode()
  const hit = (root instanceof ShadowRoot ? root : document).elementFromPoint(x, y)
  return { fresh: true, x, y, hits: hit !== null && (hit === el || el.contains(hit)) && !el.matches('input[type=file], :disabled') }
}

/** Whether the press or the key came, which may be lost; one that is only late would be made twice. */
function pagePressed(): Promise<boolean> {
  const ends = performance.now() + 3_000
  return new Promise((done) => {
    const look = (): void => {
      const came = (globalThis as AgentWorld).wenquPressed === true
      if (came || performance.now() > ends) done(came)
      else setTimeout(look, 10)
    }
    look()
  })
}

/** A press by program, where something lies over the element. Files are never chosen. */
function pagePress(id: number, index: number): void {
  const el = pageFind(id, index)
  if (el instanceof HTMLElement && !el.matches('input[type=file]')) el.click()
}

function pageTell(el: Element): { how: 'done' } {
  for (const type of ['input', 'change']) el.dispatchEvent(new Event(type, { bubbles: true, composed: true }))
  return { how: 'done' }
}

/** Makes an element ready for text: what stands in it is selected, so that the text takes its place. */
function pageReady(id: number, index: number, text: string): Ready {
  const el = pageFind(id, index)
  if (el === null) return { how: 'stale' }
  if (!(el instanceof HTMLElement) || el.matches(':disabled, [readonly], [aria-disabled=true]')) return { how: 'refused', why: 'it cannot be changed' }
  el.scrollIntoView({ block: 'center', behavior: 'instant' })
  el.focus()
  pageHeed(['keydown'])
  if (el instanceof HTMLSelectElement) {
    const at = Array.from(el.options).findIndex((option) => option.label.trim() === text.trim() || option.value === text)
    if (at < 0) return { how: 'refused', why: `it takes one of: ${Array.from(el.options).slice(0, 20).map((option) => option.label.trim()).join(', ')}` }
    el.selectedIndex = at
    return pageTell(el)
  }
  if (el instanceof HTMLInputElement && /^(checkbox|radio|button|submit|reset|image|file)$/.test(el.type)) return { how: 'refused', why: 'text cannot be typed into it; click it' }
  if (el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement) {
    if (text !== '' && (el instanceof HTMLTextAreaElement || /^(text|search|email|url|tel|password)$/.test(el.type))) {
      el.select()
      return { how: 'insert' }
    }
    el.value = text
    return el.value === text ? pageTell(el) : { how: 'refused', why: `it does not take this; it is a field of type ${el.type}` }
  }
  if (!el.isContentEditable) return { how: 'refused', why: 'text cannot be typed into it' }
  getSelection()?.selectAllChildren(el)
  if (text !== '') return { how: 'insert' }
  el.textContent = ''
  return pageTell(el)
}

/** Resolves when the page has been still for a moment, or after a while. */
function pageQuiet(): Promise<void> {
  return new Promise((done) => {
    let timer = setTimeout(done, 250)
    const watch = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(done, 250)
    })
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    setTimeout(done, 1_500)
  })
}

function pageHtml(most: number): string {
  const html = document.documentElement?.outerHTML ?? ''
  return html.slice(0, most)
}

const functions = [pageRole, pageVisible, pageName, pageSecret, pageValue, pageFacts, pageLook, pageFind, pageDrawn, pageHeed, pageAim, pagePressed, pagePress, pageTell, pageReady, pageQuiet, pageHtml]
const source = `${functions.map(String).join('\n')}\nconst pageFace = ${String(pageFace)}`

/** The text to run in a page for one of its calls, and what it gives. */
export interface AgentCall<R> { code: string; result?: R }
const asking = <R>(code: string): AgentCall<R> => ({ code: `(() => {\n${source}\nreturn ${code}\n})()` })
export const agentCalls = {
  look: (id: number, most: number) => asking<ReturnType<typeof pageLook>>(`pageLook(${id}, ${most})`),
  drawn: () => asking<null>('pageDrawn().then(() => null)'),
  fresh: (id: number, index: number) => asking<boolean>(`pageFind(${id}, ${index}) !== null`),
  aim: (id: number, index: number) => asking<Aim>(`pageAim(${id}, ${index})`),
  press: (id: number, index: number) => asking<null>(`pagePress(${id}, ${index}) ?? null`),
  pressed: () => asking<boolean>('pagePressed()'),
  ready: (id: number, index: number, text: string) => asking<Ready>(`pageReady(${id}, ${index}, ${JSON.stringify(text)})`),
  quiet: () => asking<null>('pageQuiet().then(() => null)'),
  html: (most: number) => asking<string>(`pageHtml(${most})`),
} as const
