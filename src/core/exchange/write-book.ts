import { Cancelled, fail } from '@shared/fault'
import type { ExportChoice, LeftOut } from '@shared/procedures/export'
import { inParallel } from '../project/in-parallel'
import { partMaker } from './book-parts'
import type { Book, BookChapter, BookWriter, Counts } from './export-book'
import { bookTitles } from './export-titles'
import type { ProseOfChapter } from './read-prose'

export interface BookRun {
  book: Book
  /** Of its chapters, in reading order. */
  chosen: readonly BookChapter[]
  choice: ExportChoice
  read(chapter: BookChapter): Promise<ProseOfChapter>
  signal: AbortSignal
  onProgress(stage: string, done: number): void
}

/** Chapters whose files are read at the same time. */
const atOnce = 16

/** The bytes of the whole file, and what is in it. Cancelled when stopped; EXPORT_EMPTY. */
export async function writeBook(run: BookRun): Promise<{ bytes: Uint8Array; counts: Counts }> {
  const { book, chosen, choice, signal, onProgress } = run
  const writer = await writerFor(choice)
  const parts = partMaker(bookTitles(book, choice.titles), choice)
  const counts: Counts = { chapters: 0, words: 0, wordsWithPunctuation: 0, leftOut: [] }
  for (let at = 0; at < chosen.length; at += atOnce) {
    if (signal.aborted) throw new Cancelled()
    const some = chosen.slice(at, at + atOnce)
    const texts = await inParallel(some, (chapter) => run.read(chapter))
    for (const [n, chapter] of some.entries()) {
      const text = texts[n]
      if (text === undefined || !tally(counts, chapter, text)) continue
      for (const part of parts(chapter, text.lines)) writer.add(part)
    }
    onProgress('read', counts.chapters)
  }
  if (counts.chapters === 0) fail('EXPORT_EMPTY', 'No chapter that was chosen has text.')
  if (choice.chapters === null) counts.leftOut.push(...book.orphans.map((path): LeftOut => ({ reason: 'orphan', what: path, chapterId: null, count: 0 })))
  return { bytes: await writer.end(), counts }
}

/** Counts a chapter and says whether it comes out; what does not is named. */
function tally(counts: Counts, { id, title, words, wordsWithPunctuation }: BookChapter, { lines, unreadable, recounted }: ProseOfChapter): boolean {
  counts.leftOut.push(...unreadable.map((path): LeftOut => ({ reason: 'unreadable', what: path, chapterId: id, count: 0 })))
  if (!lines.some((line) => line.kind !== 'break')) {
    if (unreadable.length === 0) counts.leftOut.push({ reason: 'empty', what: title, chapterId: id, count: 0 })
    return false
  }
  counts.chapters += 1
  counts.words += recounted?.words ?? words
  counts.wordsWithPunctuation += recounted?.withPunctuation ?? wordsWithPunctuation
  return true
}

/** Each format's code is loaded when it is used. */
async function writerFor(choice: ExportChoice): Promise<BookWriter> {
  const { createTxtWriter } = await import('./export-txt')
  if (choice.format !== 'txt') fail('EXPORT_FORMAT', `${choice.format} cannot be written yet.`)
  return createTxtWriter(choice)
}
