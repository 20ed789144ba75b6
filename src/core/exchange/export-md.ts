import type { PreviewLine } from '@shared/procedures/export'
import { isSceneBreak, type ProseLine } from '@shared/prose-lines'
import type { BookAbout, BookPart, BookWriter } from './export-book'

const blank: PreviewLine = { kind: 'blank', text: '' }

/** The lines of a part, each as it stands in the file. The book's own title stands above them at level 1. */
export function mdLines(part: BookPart): PreviewLine[] {
  if (part.kind === 'act') return [{ kind: 'act', text: `## ${mdText(part.title)}` }, blank]
  const body = part.lines.flatMap((line): PreviewLine[] => [{ kind: line.kind, text: lineOf(line) }, blank])
  return part.title === null ? body : [{ kind: 'chapter', text: `${part.inAct ? '###' : '##'} ${mdText(part.title)}` }, blank, ...body]
}

/** Markdown in which every paragraph of the author stays one, whatever it begins with. */
export function createMdWriter({ title }: BookAbout): BookWriter {
  const chunks: Buffer[] = [Buffer.from(`# ${mdText(title)}\n`)]
  return {
    add: (part) => void chunks.push(Buffer.from(`\n${mdLines(part).slice(0, -1).map((line) => `${line.text}\n`).join('')}`)),
    end: async () => Buffer.concat(chunks),
  }
}

function lineOf({ kind, text, runs }: ProseLine): string {
  if (kind === 'break') return isSceneBreak(text) ? text : text === '' ? '&nbsp;' : mdBlock(mdText(text))
  const inline = runs.map((run) => {
    const mark = (run.bold ? '**' : '') + (run.italic ? '*' : '')
    return mark + mdText(run.text) + mark
  }).join('')
  // In the app a heading inside a chapter is a look of a line; in a book it would become a chapter.
  return kind === 'heading' ? `\\# ${inline}` : mdBlock(inline)
}

/** What would open a heading, a list, a quotation or a definition at the start of a line. */
const mdBlock = (line: string): string => line.replace(/^([#>]|[-+](?=\s|$)|\[(?=[^\]]*\]:))/, '\\$1').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')

/** Signs that Markdown would take for its own, where it really would. */
function mdText(text: string): string {
  const plain = text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\').replace(/\*|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&').replace(/<(?=[a-z/!?])/gi, '\\<').replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/\[(?=[^\]]*\][([])|\[(?=\^)/g, '\\[')
  const paired = (sign: string) => plain.indexOf(sign) !== plain.lastIndexOf(sign)
  const escaped = plain.replace(/[`~]/g, (sign) => (paired(sign) ? `\\${sign}` : sign))
  // Inside an address that Markdown makes a link by itself, a backslash would be shown.
  return escaped.replace(/\S*(?::\/\/|www\.)\S*\\\S*/gi, (address) => address.replace(/:(?=\/\/)|(?<=www)\./gi, '\\$&'))
}
