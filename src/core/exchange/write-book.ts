import { Cancelled, fail } from '@shared/fault'
import type { ExportChoice, ExportFormat, LeftOut } from '@shared/procedures/export'
import { inParallel } from '../project/in-parallel'
import { partMaker } from './book-parts'
import { whyLeftOut, type Book, type BookAbout, type BookChapter, type BookPart, type BookWriter, type Counts } from './export-book'
import { bookTitles } from './export-titles'
import type { ProseOfChapter } from './read-prose'
import { illegalIn } from './xml-text'

export interface BookRun {
  book: Book
  /** Of its chapters, in reading order. */
  chosen: readonly BookChapter[]
  choice: ExportChoice
  /** Of the book, the same for every export of it. */
  id: string
  modified: Date
  read(chapter: BookChapter): Promise<ProseOfChapter>
  signal: AbortSignal
  onProgress(stage: string, done: number): void
}

/** Chapters whose files are read at the same time. */
const atOnce = 8
/** The work gives way to others this often, in milliseconds. */
const sliceMs = 12

/** The bytes of the whole file, and what is in it. Cancelled when stopped; EXPORT_EMPTY. */
export async function writeBook(run: BookRun): Promise<{ bytes: Uint8Array; counts: Counts }> {
  const { book, chosen, choice, signal, onProgress } = run
  const writer = await writerFor({ title: book.title, locale: book.locale, author: choice.author.trim(), id: run.id, modified: run.modified }, choice)
  const parts = partMaker(bookTitles(book, choice.titles), choice)
  const counts: Counts = { chapters: 0, words: 0, wordsWithPunctuation: 0, leftOut: [] }
  let began = performance.now()
  for (let at = 0; at < chosen.length; at += atOnce) {
    if (performance.now() - began > sliceMs) {
      await new Promise((done) => setImmediate(done))
      began = performance.now()
    }
    if (signal.aborted) throw new Cancelled()
    const some = chosen.slice(at, at + atOnce)
    const texts = await inParallel(some, (chapter) => run.read(chapter))
    for (const [n, chapter] of some.entries()) {
      const text = texts[n]
      if (text === undefined || !tally(counts, chapter, text)) continue
      for (const part of parts(chapter, text.lines)) {
        const lost = isXml(choice.format) ? lostIn(part) : 0
        if (lost > 0) counts.leftOut.push({ reason: 'control', what: part.kind === 'act' ? part.title : chapter.title, chapterId: chapter.id, count: lost })
        writer.add(part)
      }
    }
    onProgress('read', counts.chapters)
  }
  if (counts.chapters === 0) fail('EXPORT_EMPTY', 'No chapter that was chosen has text.')
  if (choice.chapters === null) counts.leftOut.push(...book.orphans)
  return { bytes: await writer.end(), counts }
}

/** Counts a chapter and says whether it comes out; what does not is named. */
function tally(counts: Counts, chapter: BookChapter, { lines, unreadable, recounted }: ProseOfChapter): boolean {
  const { id, words, wordsWithPunctuation } = chapter
  counts.leftOut.push(...unreadable.map((path): LeftOut => ({ reason: 'unreadable', what: path, chapterId: id, count: 0 })))
  if (!lines.some((line) => line.kind !== 'break')) {
    if (unreadable.length === 0) counts.leftOut.push(whyLeftOut(chapter))
    return false
  }
  counts.chapters += 1
  counts.words += recounted?.words ?? words
  counts.wordsWithPunctuation += recounted?.withPunctuation ?? wordsWithPunctuation
  return true
}

/** Each format's code is loaded when it is used. */
async function writerFor(about: BookAbout, { format, indent, crlf }: ExportChoice): Promise<BookWriter> {
  switch (format) {
    case 'txt': return (await import('./export-txt')).createTxtWriter({ indent, crlf })
    case 'md': return (await import('./export-md')).createMdWriter(about)
    case 'html': return (await import('./export-html')).createHtmlWriter(about, indent)
    case 'epub': return (await import('./export-epub')).createEpubWriter(about, indent)
    case 'docx': return (await import('./export-docx')).createDocxWriter(about, indent)
    default: return format satisfies never
  }
}

/** Formats that are XML inside. */
const isXml = (format: ExportFormat): boolean => format === 'html' || format === 'epub' || format === 'docx'

/** What this format cannot hold of a part is dropped by its writer, and named here. */
function lostIn(part: BookPart): number {
  return part.kind === 'act' ? illegalIn(part.title) : illegalIn(part.title ?? '') + part.lines.reduce((sum, line) => sum + illegalIn(line.text), 0)
}
