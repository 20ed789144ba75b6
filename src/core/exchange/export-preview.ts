import type { ExportChoice, PreviewLine } from '@shared/procedures/export'
import { isIndented } from '@shared/copy-for-web'
import { partMaker } from './book-parts'
import { plainPreview, type Book, type BookChapter } from './export-book'
import { bookTitles } from './export-titles'
import { txtLines } from './export-txt'
import type { ProseOfChapter } from './read-prose'

const mostLines = 60

/** The first lines of the chosen chapters as they will look. */
export async function previewOf({ book, chosen, choice, read }: { book: Book; chosen: readonly BookChapter[]; choice: ExportChoice; read(chapter: BookChapter): Promise<ProseOfChapter> }): Promise<{ lines: PreviewLine[]; indented: boolean }> {
  const parts = partMaker(bookTitles(book, choice.titles), choice)
  const lines: PreviewLine[] = []
  let indented = false
  for (const chapter of chosen) {
    if (lines.length >= mostLines) break
    const text = await read(chapter)
    if (!text.lines.some((line) => line.kind !== 'break')) continue
    indented ||= choice.format !== 'txt' && choice.format !== 'md' && isIndented(text.lines, choice.indent)
    for (const part of parts(chapter, text.lines)) lines.push(...(choice.format === 'txt' ? txtLines(part, choice.indent) : plainPreview(part)))
  }
  return { lines: lines.slice(0, mostLines), indented }
}
