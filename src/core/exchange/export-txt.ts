import { layOut } from '@shared/copy-for-web'
import type { PreviewLine } from '@shared/procedures/export'
import type { BookPart, BookWriter } from './export-book'

const blank: PreviewLine = { kind: 'blank', text: '' }

/** The lines of a part, each as it stands in the file: headings alone in their line, so that readers' apps find them. */
export function txtLines(part: BookPart, indent: boolean): PreviewLine[] {
  if (part.kind === 'act') return [{ kind: 'act', text: part.title }, blank]
  const body = [...layOut(part.lines, indent), blank]
  return part.title === null ? [...body, blank] : [{ kind: 'chapter', text: part.title }, blank, ...body]
}

/** UTF-8 with a BOM, which editors on Windows and readers' apps ask for (X1). */
export function createTxtWriter({ indent, crlf }: { indent: boolean; crlf: boolean }): BookWriter {
  const eol = crlf ? '\r\n' : '\n'
  const chunks: Buffer[] = []
  let before = '\uFEFF'
  return {
    add: (part) => {
      const lines = txtLines(part, indent).map((line) => line.text)
      const last = lines.findLastIndex((line) => line !== '')
      chunks.push(Buffer.from(before + lines.slice(0, last + 1).join(eol) + eol))
      before = eol.repeat(lines.length - last - 1)
    },
    end: async () => Buffer.concat(chunks),
  }
}
