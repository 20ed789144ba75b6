import { fail } from '@shared/fault'
import type { ImportPlan, NotTaken, SplitRule } from '@shared/import-plan'
import { buildPlan } from './build-plan'
import { docxLeftOut, docxParagraphs, DocxDocument } from './docx-text'
import type { DocxParagraph } from './docx-text'
import { applyOverrides } from './edit-plan'
import { cleanTitle } from './heading-line'
import type { HeadingMark } from './heading-mark'
import { sourceHashOf } from './import-plan'
import type { ImportOptions, PlannedImport } from './import-plan'
import { looseTitlesFor, segmentsOf, splitHeadings } from './split-headings'
import { readXmlText } from './xml-text'
import { zipEntries } from './zip-entries'
import type { ZipEntry } from './zip-entries'

const LARGEST = 512 * 1024 * 1024

/**
 * Reads a docx and proposes acts and chapters (I5). Its paragraphs first become one text, so the plan and its coverage are
 * those of a text file. Without heading styles the headings are looked for in the text. Faults: `IMPORT_NOT_DOCX`.
 */
export async function planDocxImport(bytes: Uint8Array, options: Omit<ImportOptions, 'encoding'> = {}): Promise<PlannedImport> {
  const entries = zipEntries(bytes)
  if (entries.reduce((sum, entry) => sum + entry.size, 0) > LARGEST) fail('IMPORT_NOT_DOCX', 'This docx unpacks to more than 512 MB.')
  const { document, messages } = await readDocx(bytes)
  const paragraphs = docxParagraphs(document)
  const { text, marks } = layOut(paragraphs)
  const rule: SplitRule = options.rule ?? (marks.length > 0 ? { kind: 'headings' } : { kind: 'auto' })
  const segments = rule.kind === 'headings' ? segmentsOf(text, marks, looseTitlesFor(text)) : splitHeadings(text, rule)
  const source: Pick<ImportPlan, 'format' | 'sourceHash' | 'encoding' | 'confidence' | 'alternatives' | 'invalidSequences' | 'rule'> = {
    format: 'docx', sourceHash: sourceHashOf(bytes), encoding: 'utf-8', confidence: 1, alternatives: [], invalidSequences: 0, rule,
  }
  const fresh = buildPlan(source, text, segments, [...docxLeftOut(document), ...messages.map(unsupported), ...hiddenParts(entries)])
  return { plan: options.overrides === undefined ? fresh : applyOverrides(fresh, text, options.overrides), text }
}

/** mammoth and its zip reader are loaded here and not before: every other start does without them (10). */
async function readDocx(bytes: Uint8Array): Promise<{ document: DocxDocument, messages: string[] }> {
  const { default: mammoth } = await import('mammoth')
  let tree: unknown = null
  const transformDocument = (document: object): object => {
    tree = document
    return { ...document, children: [] } // nobody reads the HTML
  }
  // Pictures are only counted; left to itself mammoth would turn each into base64.
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
  const result = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { transformDocument, convertImage }).catch((error: unknown) =>
    fail('IMPORT_NOT_DOCX', 'This file cannot be read as docx.', { actual: error instanceof Error ? error.message : String(error), fix: 'Open it in a word processor and save it as docx again.' }))
  const messages = new Set(result.messages.map((one) => one.message).filter((message) => !/^Unrecognised (?:paragraph|run|table) style/.test(message)))
  return { document: DocxDocument.parse(tree), messages: [...messages] }
}

/** One text, a blank line between paragraphs, and where its headings stand. */
function layOut(paragraphs: readonly DocxParagraph[]): { text: string, marks: HeadingMark[] } {
  const roleOf = headingRoles(paragraphs)
  const marks: HeadingMark[] = []
  let text = ''
  let line = 1
  for (const [index, paragraph] of paragraphs.entries()) {
    const start = text.length
    text += `${paragraph.text}\n\n`
    const role = roleOf(index)
    if (role !== null) {
      const title = cleanTitle(paragraph.text) || paragraph.text
      const bodyStart = paragraph.text.length > 120 ? start : text.length
      marks.push({ ...role, unit: 'style', title: title.slice(0, 120), line, start, bodyStart, bare: false })
    }
    line += paragraph.text.split('\n').length + 1
  }
  return { text, marks }
}

type Role = Pick<HeadingMark, 'kind' | 'ticked' | 'reason'>

/** Heading 1 is an act when a Heading 2 comes before the next Heading 1, else a chapter; Heading 2 is a chapter; deeper ones are text, unless nothing is above them. */
function headingRoles(paragraphs: readonly DocxParagraph[]): (index: number) => Role | null {
  const levels = paragraphs.map(({ level }) => (level !== null && level <= 3 ? level : null))
  const top = levels.reduce<number>((least, level) => Math.min(least, level ?? least), 3)
  const acts = new Set<number>()
  let below: number | null = null
  for (let index = levels.length - 1; index >= 0; index--) {
    const level = levels[index]
    if (level === 1 && below === 2) acts.add(index)
    if (level === 1 || level === 2) below = level
  }
  return (index) => {
    const level = levels[index] ?? null
    if (level === null) return null
    if (level === 1) return { kind: acts.has(index) ? 'volume' : 'chapter', ticked: true }
    return level === 2 || level === top ? { kind: 'chapter', ticked: true } : { kind: 'chapter', ticked: false, reason: 'sub-heading' }
  }
}

const unsupported = (detail: string): NotTaken => ({ reason: 'unsupported', detail, characters: 0 })

/** What mammoth passes over in silence: page headers, footers and tracked deletions. */
function hiddenParts(entries: readonly ZipEntry[]): NotTaken[] {
  return entries.flatMap((entry): NotTaken[] => {
    const kind = /^word\/(?:(header|footer)\d*|document)\.xml$/.exec(entry.name)
    if (kind === null) return []
    const tag = kind[1] === undefined ? 'delText' : 't'
    const xml = entry.text()
    if (xml === null) return [unsupported(`${entry.name} could not be looked into`)]
    const words = [...xml.matchAll(new RegExp(`<w:${tag}(?: [^>]*)?>([^<]*)<`, 'g'))].map((found) => readXmlText(found[1] ?? '')).join('').trim()
    return words === '' ? [] : [unsupported(`${kind[1] === undefined ? 'deleted in a tracked change' : `page ${kind[1]}`}: ${[...words].slice(0, 80).join('')}`)]
  })
}
