import type { ProseLine } from '@shared/prose-lines'
import { docxFrame } from './docx-frame'
import type { BookAbout, BookPart, BookWriter } from './export-book'
import { xmlText } from './xml-text'
import { createZip } from './zip-writer'

const namespaces = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

/** A4, or US Letter for English; margins of one inch, in twentieths of a point. */
const page: Record<BookAbout['locale'], string> = { 'zh-CN': '<w:pgSz w:w="11906" w:h="16838"/>', en: '<w:pgSz w:w="12240" w:h="15840"/>' }

/**
 * A Word file in manuscript form: acts are Heading 1, their chapters Heading 2, chapters of no act Heading 1, so that an import
 * finds them again; every chapter begins a page; the indent is a style.
 */
export function createDocxWriter(about: BookAbout, indent: boolean): BookWriter {
  const font = about.locale === 'zh-CN' ? chineseFont : ''
  const chunks: Buffer[] = [Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:document ${namespaces}><w:body>`)]
  let freshPage = true
  return {
    add: (part) => {
      chunks.push(Buffer.from(paragraphsOf(part, freshPage, font)))
      freshPage = part.kind === 'act'
    },
    end: async () => {
      chunks.push(Buffer.from(`<w:sectPr><w:headerReference w:type="default" r:id="header"/>${page[about.locale]}<w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr></w:body></w:document>`))
      const zip = createZip(about.modified)
      for (const [name, xml] of Object.entries(docxFrame(about, indent))) zip.add(name, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`)
      zip.add('word/document.xml', Buffer.concat(chunks))
      return zip.end()
    },
  }
}

/** Quotation marks and dashes are of both scripts; in Chinese they are as wide as an ideograph only with this. */
const chineseFont = '<w:rFonts w:hint="eastAsia"/>'

/** `freshPage`: it stands at the top of a page already. */
function paragraphsOf(part: BookPart, freshPage: boolean, font: string): string {
  const begin = freshPage ? '' : '<w:pageBreakBefore/>'
  if (part.kind === 'act') return paragraph('Heading1', begin, runXml(part.title, font))
  const body = part.lines.map((line, at) => lineXml(line, part.title === null && at === 0 ? begin : '', font))
  return (part.title === null ? '' : paragraph(part.inAct ? 'Heading2' : 'Heading1', begin, runXml(part.title, font))) + body.join('')
}

function lineXml({ kind, runs }: ProseLine, begin: string, font: string): string {
  const style = kind === 'break' ? 'SceneBreak' : kind === 'heading' ? 'Heading3' : 'Prose'
  return paragraph(style, begin, runs.map((run) => runXml(run.text, font + (run.bold ? '<w:b/>' : '') + (run.italic ? '<w:i/>' : ''))).join(''))
}

const paragraph = (style: string, begin: string, runs: string): string => `<w:p><w:pPr><w:pStyle w:val="${style}"/>${begin}</w:pPr>${runs}</w:p>`

function runXml(text: string, look: string): string {
  const pieces = text.split('\t').map((piece) => (piece === '' ? '' : `<w:t xml:space="preserve">${xmlText(piece)}</w:t>`))
  return `<w:r>${look === '' ? '' : `<w:rPr>${look}</w:rPr>`}${pieces.join('<w:tab/>')}</w:r>`
}
