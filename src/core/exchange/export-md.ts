import type { PreviewLine } from '@shared/procedures/export'
import { isSceneBreak, type ProseLine } from '@shared/prose-lines'
import type { BookAbout, BookPart, BookWriter } from './export-book'
import { mdText, plainMd } from './md-text'

const blank: PreviewLine = { kind: 'blank', text: '' }

/** The lines of a part, each as it stands in the file. The book's own title stands above them at level 1. */
export function mdLines(part: BookPart): PreviewLine[] {
  if (part.kind === 'act') return [{ kind: 'act', text: mdHeading(2, plainMd(part.title)) }, blank]
  const level = part.inAct ? 3 : 2
  const body = part.lines.flatMap((line): PreviewLine[] => [{ kind: line.kind, text: lineOf(line, level + 1) }, blank])
  return part.title === null ? body : [{ kind: 'chapter', text: mdHeading(level, plainMd(part.title)) }, blank, ...body]
}

/** The line of the book's own title at the top of the file. */
export const mdTitle = (title: string): string => mdHeading(1, plainMd(title))

/** Markdown in which every paragraph of the author stays one, whatever it begins with. */
export function createMdWriter({ title }: BookAbout): BookWriter {
  const chunks: Buffer[] = [Buffer.from(`${mdTitle(title)}\n`)]
  return {
    add: (part) => void chunks.push(Buffer.from(`\n${mdLines(part).slice(0, -1).map((line) => `${line.text}\n`).join('')}`)),
    end: async () => Buffer.concat(chunks),
  }
}

function lineOf({ kind, text, runs }: ProseLine, level: number): string {
  if (kind === 'break') return isSceneBreak(text) ? text : text === '' ? '&nbsp;' : mdBlock(plainMd(text))
  return kind === 'heading' ? mdHeading(level, mdText(runs)) : mdBlock(mdText(runs))
}

/** Number signs that end a heading would be taken for its frame. */
const mdHeading = (level: number, inline: string): string => `${'#'.repeat(level)} ${inline.replace(/(?<=^|\s)#+$/, '\\$&')}`

/** What would open a heading, a list, a quotation or a definition at the start of a line, or draw a line across the page. */
function mdBlock(line: string): string {
  if (isSceneBreak(line)) return `\\${line}`
  return line.replace(/^([#>]|[-+](?=\s|$)|\[(?=[^\]]*\]:))/, '\\$1').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}
