import type { ExportChoice, PreviewLine } from '@shared/procedures/export'
import { partMaker } from './book-parts'
import { plainPreview, type Book, type BookChapter, type BookPart } from './export-book'
import { bookTitles } from './export-titles'
import { mdLines, mdTitle } from './export-md'
import { txtLines } from './export-txt'
import type { ProseOfChapter } from './read-prose'

const mostLines = 60

/** The first lines of the chosen chapters as they will look; `cut`: more follows. */
export async function previewOf({ book, chosen, choice, read }: { book: Book; chosen: readonly BookChapter[]; choice: ExportChoice; read(chapter: BookChapter): Promise<ProseOfChapter> }): Promise<{ lines: PreviewLine[]; cut: boolean; indented: boolean }> {
  const parts = partMaker(bookTitles(book, choice.titles), choice)
  const lines = chosen.some((chapter) => chapter.hasText) ? titleOf(book, choice) : []
  const left = chosen.filter((chapter) => chapter.hasText)
  while (lines.length < mostLines) {
    const chapter = left.shift()
    if (!chapter) break
    const text = await read(chapter)
    if (!text.lines.some((line) => line.kind !== 'break')) continue
    for (const part of parts(chapter, text.lines)) lines.push(...linesOf(part, choice))
  }
  return { lines: lines.slice(0, mostLines), cut: left.length > 0 || lines.length > mostLines, indented: choice.indent && choice.format !== 'txt' && choice.format !== 'md' }
}

/** What stands above the first chapter in the formats that begin with the book's title. */
function titleOf({ title }: Book, { format }: ExportChoice): PreviewLine[] {
  if (format === 'md') return [{ kind: 'title', text: mdTitle(title) }, { kind: 'blank', text: '' }]
  return format === 'html' || format === 'epub' ? [{ kind: 'title', text: title }] : []
}

function linesOf(part: BookPart, { format, indent }: ExportChoice): PreviewLine[] {
  if (format === 'txt') return txtLines(part, indent)
  return format === 'md' ? mdLines(part) : plainPreview(part)
}
