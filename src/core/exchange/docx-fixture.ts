import { crc32, deflateRawSync } from 'node:zlib'

/** Small docx files for tests. `style` is the id of a built-in style such as Heading1. `raw` is OOXML put in as it is. */
export interface FixtureParagraph { text?: string, style?: string, raw?: string }

const NS = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export function makeDocx(paragraphs: FixtureParagraph[], parts: Record<string, string> = {}): Buffer {
  const body = paragraphs.map(({ text = '', style, raw = '' }) =>
    `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r>${raw}</w:p>`).join('')
  const styles = [1, 2, 3].map((level) => `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`).join('')
  const links = Object.keys(parts).map((name, index) => `<Relationship Id="p${index}" Type="${TYPES}/${name.replace(/\d*\.xml$/, '')}" Target="${name}"/>`).join('')
  return zip({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="d" Type="${TYPES}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document ${NS}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${NS}>${styles}</w:styles>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="${TYPES}/styles" Target="styles.xml"/>${links}</Relationships>`,
    ...Object.fromEntries(Object.entries(parts).map(([name, xml]) => [`word/${name}`, xml.replace('NS', NS)])),
  })
}

function zip(files: Record<string, string>): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const [label, data] = [Buffer.from(name), Buffer.from(content)]
    const packed = deflateRawSync(data)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(data), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(data.length, 18)
    shared.writeUInt16LE(label.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, label, packed])
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), shared, place, label)
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, central, end])
}
