import { bookStyle, markupOf } from './export-markup'
import type { BookAbout, BookPart, BookWriter } from './export-book'
import { navXhtml, packageOpf, tocNcx, type EpubPage } from './epub-index'
import { xmlText } from './xml-text'
import { createZip } from './zip-writer'

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`

/** EPUB 3 with one page per act and chapter, a contents tree, and the NCX that old readers ask for (X2). */
export function createEpubWriter(about: BookAbout, indent: boolean): BookWriter {
  const zip = createZip(about.modified)
  const pages: EpubPage[] = []
  // First and not compressed, or it is no EPUB.
  zip.add('mimetype', 'application/epub+zip', 'plain')
  zip.add('META-INF/container.xml', container)
  zip.add('EPUB/style.css', bookStyle(indent, about.locale === 'zh-CN'))
  zip.add('EPUB/title.xhtml', page(about, about.title, 'frontmatter', 'titlepage', titlePage(about)))
  return {
    add: (part) => {
      const count = pages.filter((one) => one.kind === part.kind).length + 1
      const made = pageOf(part, count)
      pages.push(made)
      zip.add(`EPUB/${made.file}`, page(about, made.label, 'bodymatter', part.kind === 'act' ? 'part' : 'chapter', markupOf(part, 1)))
    },
    end: () => {
      zip.add('EPUB/nav.xhtml', navXhtml(about, pages))
      zip.add('EPUB/toc.ncx', tocNcx(about, pages))
      zip.add('EPUB/package.opf', packageOpf(about, pages))
      return zip.end()
    },
  }
}

function pageOf(part: BookPart, count: number): EpubPage {
  const file = `${part.kind}-${String(count).padStart(4, '0')}.xhtml`
  return part.kind === 'act' ? { kind: 'act', file, label: part.title, inAct: false } : { kind: 'chapter', file, label: part.label, inAct: part.inAct }
}

const titlePage = ({ title, author }: BookAbout): string => `<h1>${xmlText(title)}</h1>\n${author === '' ? '' : `<p class="by">${xmlText(author)}</p>\n`}`

function page({ locale }: BookAbout, title: string, matter: string, type: string, markup: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${locale}" xml:lang="${locale}">
<head><title>${xmlText(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body epub:type="${matter}">
<section epub:type="${type}">
${markup}</section>
</body>
</html>
`
}
