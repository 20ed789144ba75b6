import type { ExportChoice, PreviewLine } from '@shared/procedures/export'
import { partMaker } from './book-parts'
import { plainPreview, type Book, type BookChapter, type BookPart } from './export-book'
import { bookTitles } from './export-titles'
import { mdLines } from './export-md'
import { txtLines } from './export-txt'
import type { ProseOfChapter } from './read-prose'

const mostLines = 60

/** The first lines of the chosen chapters as they will look. */
export async function previewOf({ book, chosen, choice, read }: { book: Book; chosen: readonly BookChapter[]; choice: ExportChoice; read(chapter: BookChapter): Promise<ProseOfChapter> }): Promise<{ lines: PreviewLine[]; indented: boolean }> {
  const parts = partMaker(bookTitles(book, choice.titles), choice)
  const lines: PreviewLine[] = []
  for (const chapter of chosen) {
    if (lines.length >= mostLines) break
    const text = await read(chapter)
    if (!text.lines.some((line) => line.kind !== 'break')) continue
    for (const part of parts(chapter, text.lines)) lines.push(...linesOf(part, choice))
  }
  return { lines: lines.slice(0, mostLines), indented: choice.indent && choice.format !== 'txt' && choice.format !== 'md' }
}

function linesOf(part: BookPart, { format, indent }: ExportChoice): PreviewLine[] {
  if (format === 'txt') return txtLines(part, indent)
  return format === 'md' ? mdLines(part) : plainPreview(part)
}
