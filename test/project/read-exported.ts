import { SaxesParser } from 'saxes'
import { createElement } from 'react'
import Markdown from 'react-markdown'
import { renderToStaticMarkup } from 'react-dom/server'
import remarkGfm from 'remark-gfm'
import type { ExportFormat } from '../../src/shared/procedures/export'
import { zipEntries } from '../../src/core/exchange/zip-entries'

/** A paragraph as a reader sees it, or a heading with its level. */
export type Seen = readonly [kind: string, text: string]

/** The entries of an archive by name, read by a reader that knows nothing of the writer. */
export const entriesOf = (bytes: Uint8Array): Map<string, string> => new Map(zipEntries(bytes).map((entry) => [entry.name, entry.text() ?? '']))

/** Every element with text of its own of these names, in order; throws where the XML is not well-formed or an element has no namespace. */
export function elementsOf(xml: string, names: ReadonlySet<string>): { name: string; attributes: Record<string, string>; text: string }[] {
  const found: { name: string; attributes: Record<string, string>; text: string }[] = []
  const open: (typeof found)[number][] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => { throw error })
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (uri === '') throw new Error(`<${local}> is in no namespace`)
    if (local === 'tab') for (const one of open) one.text += '\t'
    if (!names.has(local)) return
    const element = { name: local, attributes: Object.fromEntries(Object.values(attributes).map((one) => [one.local, one.value])), text: '' }
    found.push(element)
    open.push(element)
  })
  parser.on('text', (text) => { for (const one of open) one.text += text })
  parser.on('closetag', ({ local }) => { if (names.has(local)) open.pop() })
  parser.write(xml).close()
  return found
}

const shown = new Set(['h1', 'h2', 'h3', 'h4', 'p', 'hr', 'li', 'blockquote', 'pre', 'table', 'code', 'del'])

const readMarkup = (xml: string): Seen[] => elementsOf(xml, shown).map(({ name, attributes, text }) => [name === 'hr' || attributes['class'] === 'break' ? 'break' : name, text])

/** What a reader of Markdown makes of it, lists, links and code by their own names. */
const readMd = (text: string): Seen[] => readMarkup(`<body xmlns="http://www.w3.org/1999/xhtml">${renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, text))}</body>`)

function readTxt(text: string): Seen[] {
  if (!text.startsWith('\uFEFF')) throw new Error('no byte order mark')
  return text.slice(1).split(/\r?\n/).filter((line) => line !== '').map((line) => ['line', line])
}

function readDocx(bytes: Uint8Array): Seen[] {
  const xml = entriesOf(bytes).get('word/document.xml') ?? ''
  const seen: [string, string][] = []
  for (const { name, attributes, text } of elementsOf(xml, new Set(['pStyle', 't', 'p', 'tab']))) {
    if (name === 'p') seen.push(['', text])
    const last = seen.at(-1)
    if (name === 'pStyle' && last !== undefined) last[0] = attributes['val'] ?? ''
  }
  const kinds: Record<string, string> = { Heading1: 'h1', Heading2: 'h2', Heading3: 'h3', Prose: 'p', SceneBreak: 'break' }
  return seen.map(([style, text]) => [kinds[style] ?? style, text])
}

/** The pages of an EPUB in the order of its spine, without the title page. */
function readEpub(bytes: Uint8Array): Seen[] {
  const entries = entriesOf(bytes)
  const opf = entries.get('EPUB/package.opf') ?? ''
  const files = new Map(elementsOf(opf, new Set(['item'])).map(({ attributes }) => [attributes['id'], attributes['href']]))
  const spine = elementsOf(opf, new Set(['itemref'])).map(({ attributes }) => files.get(attributes['idref']) ?? '')
  return spine.slice(1).flatMap((file) => readMarkup(entries.get(`EPUB/${file}`) ?? ''))
}

/** Headings and paragraphs of an exported file as its readers see them. */
export function readExported(format: ExportFormat, bytes: Buffer): Seen[] {
  switch (format) {
    case 'txt': return readTxt(bytes.toString('utf8'))
    case 'md': return readMd(bytes.toString('utf8'))
    case 'html': return readMarkup(bytes.toString('utf8').replace('<!DOCTYPE html>\n', ''))
    case 'epub': return readEpub(bytes)
    case 'docx': return readDocx(bytes)
    default: return format satisfies never
  }
}
