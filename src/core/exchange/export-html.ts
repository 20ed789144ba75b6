import type { BookAbout, BookWriter } from './export-book'
import { bookStyle, markupOf } from './export-markup'
import { xmlText } from './xml-text'

/** One page with the whole book, which is well-formed XML too. */
export function createHtmlWriter({ title, author, locale }: BookAbout, indent: boolean): BookWriter {
  const by = author === '' ? '' : `<p class="by">${xmlText(author)}</p>\n`
  const meta = author === '' ? '' : `<meta name="author" content="${xmlText(author)}" />\n`
  const chunks: Buffer[] = [Buffer.from(`<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="${locale}" xml:lang="${locale}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
${meta}<title>${xmlText(title)}</title>
<style>
${bookStyle(indent, locale === 'zh-CN')}body { max-width: 40em; margin: 2em auto; padding: 0 1em }
section { margin: 3em 0 }
</style>
</head>
<body>
<h1>${xmlText(title)}</h1>
${by}`)]
  return {
    add: (part) => void chunks.push(Buffer.from(part.kind === 'act' ? markupOf(part, 2) : `<section>\n${markupOf(part, 2)}</section>\n`)),
    end: async () => Buffer.concat([...chunks, Buffer.from('</body>\n</html>\n')]),
  }
}
