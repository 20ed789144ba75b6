import type { BookAbout } from './export-book'
import { xmlText } from './xml-text'

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const part = (name: string, type: string): string => `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-${type}+xml"/>`

/** Everything of a Word file but its text, by name. Word and WPS need no more. */
export function docxFrame(about: BookAbout, indent: boolean): Record<string, string> {
  const { title, author, modified } = about
  const at = modified.toISOString().replace(/\.\d{3}Z$/, 'Z')
  return {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('word/document.xml', 'officedocument.wordprocessingml.document.main')}${part('word/styles.xml', 'officedocument.wordprocessingml.styles')}${part('word/settings.xml', 'officedocument.wordprocessingml.settings')}${part('word/header1.xml', 'officedocument.wordprocessingml.header')}${part('docProps/core.xml', 'package.core-properties')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="document" Type="${office}/officeDocument" Target="word/document.xml"/><Relationship Id="core" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xmlText(title)}</dc:title>${author === '' ? '' : `<dc:creator>${xmlText(author)}</dc:creator>`}<dc:language>${about.locale}</dc:language><dcterms:created xsi:type="dcterms:W3CDTF">${at}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${at}</dcterms:modified></cp:coreProperties>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/><Relationship Id="settings" Type="${office}/settings" Target="settings.xml"/><Relationship Id="header" Type="${office}/header" Target="header1.xml"/></Relationships>`,
    // Without it Word opens the file in the mode of an old version.
    'word/settings.xml': `<w:settings ${word}><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`,
    'word/header1.xml': `<w:hdr ${word}><w:p><w:pPr><w:pStyle w:val="Header"/></w:pPr><w:r><w:t xml:space="preserve">${xmlText([author, title].filter((text) => text !== '').join(' / '))} / </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p></w:hdr>`,
    'word/styles.xml': stylesXml(about, indent),
  }
}

/** Twelve points; English double spaced with half an inch of indent, Chinese one and a half with two ideographs. */
function stylesXml({ locale }: BookAbout, indent: boolean): string {
  const isChinese = locale === 'zh-CN'
  const fonts = `<w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:cs="Times New Roman" w:eastAsia="${isChinese ? '宋体' : 'Times New Roman'}"/>`
  const firstLine = isChinese ? '<w:ind w:firstLineChars="200" w:firstLine="480"/>' : '<w:ind w:firstLine="720"/>'
  const prose = indent ? firstLine : '<w:spacing w:after="240"/>'
  const heading = (level: number, size: number): string => style(`Heading${level}`, `heading ${level}`, `<w:keepNext/><w:spacing w:before="240" w:after="240"/><w:jc w:val="center"/><w:outlineLvl w:val="${level - 1}"/>`, `<w:b/><w:sz w:val="${size}"/>`)
  return `<w:styles ${word}><w:docDefaults><w:rPrDefault><w:rPr>${fonts}<w:sz w:val="24"/><w:lang w:val="${isChinese ? 'en-US' : locale}" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="0" w:line="${isChinese ? 360 : 480}" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>`
    + '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>'
    + heading(1, 36) + heading(2, 30) + heading(3, 26)
    + style('Prose', 'Prose', prose, '') + style('SceneBreak', 'Scene Break', '<w:spacing w:before="240" w:after="240"/><w:jc w:val="center"/>', '') + style('Header', 'header', '<w:jc w:val="right"/>', '<w:sz w:val="20"/>') + '</w:styles>'
}

/** Styles that Word does not have. */
const own = new Set(['Prose', 'SceneBreak'])

function style(id: string, name: string, paragraphLook: string, runLook: string): string {
  return `<w:style w:type="paragraph"${own.has(id) ? ' w:customStyle="1"' : ''} w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr>${paragraphLook}</w:pPr>${runLook === '' ? '' : `<w:rPr>${runLook}</w:rPr>`}</w:style>`
}
