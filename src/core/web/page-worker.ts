import { parentPort, workerData } from 'node:worker_threads'
import { Readability } from '@mozilla/readability'
import { Parser } from 'htmlparser2'
import { parseHTML } from 'linkedom'
import TurndownService from 'turndown'
import { tables } from '@joplin/turndown-plugin-gfm'

/**
 * Thread entry: one HTML page into Markdown. Its parent ends the thread at the deadline, so nothing here needs to be quick on
 * hostile pages; depth and number of nodes are bounded before any tree is built. Plain Node runs this file: only packages are imported.
 */
const maxDepth = 512
const maxNodes = 200_000
const dropped = new Set(['script', 'style', 'noscript', 'template', 'form', 'svg', 'iframe', 'object', 'embed', 'canvas'])
const voids = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'])

interface Cleaned { html: string; title: string; description: string; base: string | null }

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const kept = new Set(['href', 'src', 'alt', 'title', 'start', 'class', 'id', 'colspan', 'rowspan', 'lang', 'dir', 'role', 'property', 'itemprop'])
const attributesOf = (attributes: Record<string, string>): string => Object.entries(attributes).filter(([name]) => kept.has(name)).map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`).join('')

/** Tags whose end is often left out: the parser closes them, so they do not nest. */
const selfEnding = new Set(['p', 'li', 'dt', 'dd', 'tr', 'td', 'th', 'thead', 'tbody', 'tfoot', 'option', 'optgroup', 'rp', 'rt'])

/**
 * The page with tags nested deeper than `maxDepth` taken out, their text kept: the parser after it takes time by the square of the
 * depth. One pass, linear whatever the page holds.
 */
function flattened(html: string): { html: string; deepest: number } {
  const out: string[] = []
  let depth = 0
  let deepest = 0
  let surplus = 0
  let from = 0
  let gt = -1
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (gt < at) gt = html.indexOf('>', at)
    if (gt < 0) break
    const tag = /^<(\/?)([a-z][a-z0-9:-]*)/i.exec(html.slice(at, at + 64))
    const name = tag?.[2]?.toLowerCase() ?? ''
    if (name === '' || voids.has(name) || selfEnding.has(name)) continue
    const closes = tag?.[1] === '/'
    const drop = closes ? surplus > 0 : depth >= maxDepth
    if (drop) {
      surplus += closes ? -1 : 1
      out.push(html.slice(from, at))
      from = gt + 1
    } else depth = Math.max(0, depth + (closes ? -1 : 1))
    deepest = Math.max(deepest, depth)
  }
  out.push(html.slice(from))
  return { html: out.join(''), deepest }
}

/** The page without what is never shown, within the bounds; title, description and base from its head. */
function cleaned(html: string): Cleaned {
  const out: string[] = []
  /** Whether each open tag was written. */
  const open: boolean[] = []
  const found = { title: '', description: '', base: null as string | null }
  let nodes = 0
  let skipping = 0
  let inTitle = false
  let inHead = false
  const onOpen = (name: string, attributes: Record<string, string>): boolean => {
    nodes += 1
    if (name === 'head') inHead = true
    if (name === 'body') inHead = false
    if (name === 'title' && found.title === '') inTitle = true
    if (name === 'meta' && /^(og:)?description$/i.test(attributes['name'] ?? attributes['property'] ?? '') && found.description === '') found.description = attributes['content'] ?? ''
    if (name === 'base' && found.base === null) found.base = attributes['href'] ?? null
    if (dropped.has(name)) {
      if (!voids.has(name)) skipping += 1
      return false
    }
    const written = skipping === 0 && !inHead && name !== 'html' && name !== 'body' && nodes <= maxNodes
    if (written) out.push(`<${name}${attributesOf(attributes)}>`)
    return written
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      const written = onOpen(name, attributes)
      if (!voids.has(name)) open.push(written)
    },
    ontext(text) {
      if (inTitle) found.title += text
      else if (skipping === 0 && !inHead && nodes <= maxNodes) {
        nodes += 1
        out.push(escapeText(text))
      }
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false
      if (name === 'head') inHead = false
      if (voids.has(name)) return
      if (dropped.has(name)) skipping -= 1
      if (open.pop() === true) out.push(`</${name}>`)
    },
  }, { decodeEntities: true, lowerCaseTags: true })
  parser.end(html)
  return { html: out.join(''), ...found }
}

function absolute(address: string | null, base: string): string | null {
  try {
    const url = new URL(address ?? '', base)
    return url.protocol === 'http:' || url.protocol === 'https:' || url.protocol === 'mailto:' ? url.href : null
  } catch {
    return null
  }
}

/** `- ` and `1. ` with one space. */
function itemText(content: string, item: Element, bullet: string): string {
  const list = item.parentElement
  const ordered = list?.tagName === 'OL'
  const start = Number(list?.getAttribute('start') ?? 1)
  const at = ordered ? Array.from(list.children).indexOf(item) : 0
  const mark = ordered ? `${(Number.isInteger(start) ? start : 1) + at}. ` : `${bullet} `
  return `${mark}${content.trim().replace(/\n+/g, `\n${' '.repeat(mark.length)}`)}\n`
}

function markdownService(base: string): TurndownService {
  const service = new TurndownService({ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced', emDelimiter: '*', linkStyle: 'inlined' })
  service.use(tables)
  service.addRule('links', { filter: 'a', replacement: (content, node) => {
    const href = absolute((node as unknown as Element).getAttribute('href'), base)
    const text = content.replace(/\s+/g, ' ').trim()
    return href === null || text === '' ? content : `[${text}](${href.replaceAll('(', '%28').replaceAll(')', '%29')})`
  } })
  service.addRule('items', { filter: 'li', replacement: (content, node, options) => itemText(content, node as unknown as Element, options.bulletListMarker ?? '-') })
  service.addRule('pictures', { filter: ['img', 'picture'], replacement: (_content, node) => (node as unknown as Element).getAttribute('alt')?.trim() ?? '' })
  return service
}

const least = 250
const leastShare = 0.3
/** Finding the article takes time by a high power of the depth; deeper pages are taken whole. */
const readableDepth = 96

/** The main content where the page has one; a list or a short page is taken whole, without its navigation. */
function mainContent(html: string, deepest: number): string {
  const whole = (): Document => parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`).document as unknown as Document
  const article = deepest > readableDepth ? null : new Readability(whole(), { maxElemsToParse: maxNodes }).parse()
  const body = whole()
  const bodyLength = (body.body.textContent ?? '').trim().length
  const length = (article?.textContent ?? '').trim().length
  if (typeof article?.content === 'string' && length >= least && length >= bodyLength * leastShare) return article.content
  for (const part of body.querySelectorAll('nav, aside, footer')) part.remove()
  return body.body.innerHTML
}

function toMarkdown(html: string, url: string): { markdown: string; title: string; description: string } {
  const flat = flattened(html)
  const page = cleaned(flat.html)
  const base = absolute(page.base, url) ?? url
  const markdown = markdownService(base).turndown(mainContent(page.html, flat.deepest)).replace(/[ \t]+$/gm, '').replace(/\n{3,}/g, '\n\n').trim()
  return { markdown, title: page.title, description: page.description }
}

const { html, url } = workerData as { html: string; url: string }
// eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(toMarkdown(html, url))
