import type { BookAbout } from './export-book'
import { xmlText } from './xml-text'

/** A page of the book as the contents list it. */
export interface EpubPage { kind: 'act' | 'chapter'; file: string; label: string; /** Stands below the act before it. */ inAct: boolean }

interface Entry { page: EpubPage; below: EpubPage[] }
const contents: Record<BookAbout['locale'], string> = { 'zh-CN': '目录', en: 'Contents' }

/** Pages as a tree: chapters of an act below it. */
function treeOf(pages: readonly EpubPage[]): Entry[] {
  const entries: Entry[] = []
  for (const page of pages) {
    const open = entries.at(-1)
    if (page.inAct && open?.page.kind === 'act') open.below.push(page)
    else entries.push({ page, below: [] })
  }
  return entries
}

const link = ({ file, label }: EpubPage): string => `<a href="${file}">${xmlText(label)}</a>`

/** The contents of EPUB 3. */
export function navXhtml({ locale }: BookAbout, pages: readonly EpubPage[]): string {
  const items = treeOf(pages).map(({ page, below }) => `<li>${link(page)}${below.length === 0 ? '' : `\n<ol>\n${below.map((one) => `<li>${link(one)}</li>\n`).join('')}</ol>\n`}</li>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${locale}" xml:lang="${locale}">
<head><title>${contents[locale]}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
<nav epub:type="toc">
<h1>${contents[locale]}</h1>
<ol>
${items.join('')}</ol>
</nav>
</body>
</html>
`
}

/** The contents of EPUB 2. */
export function tocNcx({ title, id }: BookAbout, pages: readonly EpubPage[]): string {
  let order = 0
  const point = (page: EpubPage, below: readonly EpubPage[]): string => {
    order += 1
    const head = `<navPoint id="p${order}" playOrder="${order}"><navLabel><text>${xmlText(page.label)}</text></navLabel><content src="${page.file}"/>`
    return `${head}${below.map((one) => point(one, [])).join('')}</navPoint>\n`
  }
  const points = treeOf(pages).map(({ page, below }) => point(page, below)).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
<head><meta name="dtb:uid" content="${xmlText(id)}"/><meta name="dtb:depth" content="2"/><meta name="dtb:totalPageCount" content="0"/><meta name="dtb:maxPageNumber" content="0"/></head>
<docTitle><text>${xmlText(title)}</text></docTitle>
<navMap>
${points}</navMap>
</ncx>
`
}

/** What the book is, which files it has and in which order they are read. */
export function packageOpf({ title, author, locale, id, modified }: BookAbout, pages: readonly EpubPage[]): string {
  const creator = author === '' ? '' : `<dc:creator>${xmlText(author)}</dc:creator>\n`
  const items = pages.map(({ file }, at) => `<item id="c${at + 1}" href="${file}" media-type="application/xhtml+xml"/>\n`).join('')
  const spine = pages.map((_page, at) => `<itemref idref="c${at + 1}"/>\n`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${locale}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${xmlText(id)}</dc:identifier>
<dc:title>${xmlText(title)}</dc:title>
<dc:language>${locale}</dc:language>
${creator}<meta property="dcterms:modified">${modified.toISOString().replace(/\.\d{3}Z$/, 'Z')}</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="style" href="style.css" media-type="text/css"/>
<item id="title" href="title.xhtml" media-type="application/xhtml+xml"/>
${items}</manifest>
<spine toc="ncx">
<itemref idref="title"/>
${spine}</spine>
</package>
`
}
