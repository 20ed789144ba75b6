import type { PageElement, PageView } from '@shared/desktop'
import { cleanRemote, remoteLine, SOURCE_LINE } from '../web/remote-text'

const mostName = 80
const mostCharacters = 30_000

/** What a page is for a model (07 §3): where it is, its text when asked for, and what can be worked. */
export function pageText({ url, title, elements, more, frames }: PageView, markdown: string | null): string {
  const head = [SOURCE_LINE, `URL: ${remoteLine(url, 512)}`, `Title: ${remoteLine(title, 200)}`]
  const lines = elements.map((element, index) => `[${index}] ${elementText(element)}`)
  const rest = more > 0 ? [`(+${more} more; scroll or extract)`] : []
  const list = lines.length === 0 ? ['(none)'] : lines
  return [...head, '', ...(markdown === null ? [] : [markdown, '']), '# Interactive elements', ...list, ...rest, ...framesText(frames)].join('\n')
}

/** What stands in frames is not listed; that it is there, and where to find it, is said. */
function framesText(frames: readonly string[]): string[] {
  if (frames.length === 0) return []
  const places = frames.map((address) => (/^https?:/i.test(address) ? remoteLine(address, 512) : 'one without an address'))
  return [`(Not listed: what is inside ${frames.length === 1 ? 'a frame' : `${frames.length} frames`} of this page: ${places.join(', ')})`]
}

/** `link "目录" -> https://…`; what the page calls it stays within its quotes. */
export function elementText(element: PageElement): string {
  const { role, name, value, href, states } = element
  const shownValue = value === null ? '' : ` value=${quoted(value)}`
  const target = href !== null && /^(https?|mailto):/i.test(href) ? ` -> ${remoteLine(href, 512)}` : ''
  const shownStates = states.length === 0 ? '' : ` (${states.join(', ')})`
  return `${role} ${quoted(name)}${shownValue}${shownStates}${target}`
}

/** Role and name alone, as acts name it: `button "登录"`. */
export const elementName = ({ role, name }: PageElement): string => `${role} ${quoted(name)}`

function quoted(text: string): string {
  const line = [...cleanRemote(text).replace(/[\s\u2028\u2029]+/gu, ' ').trim()]
  const shown = line.length <= mostName ? line.join('') : `${line.slice(0, mostName - 1).join('')}…`
  return `"${shown.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** The text as far as it is shown, and all of it when it was cut. */
export function cutPage(text: string): { shown: string; cut: boolean } {
  if (text.length <= mostCharacters) return { shown: text, cut: false }
  const part = text.slice(0, mostCharacters).replace(/[\uD800-\uDBFF]$/, '')
  return { shown: `${part}… [cut at 30,000 of ${text.length} characters]`, cut: true }
}
