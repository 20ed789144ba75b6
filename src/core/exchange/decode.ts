import type { ImportEncoding } from '@shared/import-plan'
import iconv from 'iconv-lite'

export interface Decoded {
  /** The text without a byte order mark. */
  text: string
  /** Sequences that are not valid in the encoding; each stands in `text` as U+FFFD. */
  invalid: number
}

const LABELS = {
  'utf-8': 'utf-8', 'utf-8-bom': 'utf-8', gb18030: 'gb18030', big5: 'big5', 'utf-16le': 'utf-16le', 'utf-16be': 'utf-16be',
} as const satisfies Record<ImportEncoding, string>

/** U+FFFD as the author really wrote it, which is not an error. */
const LITERAL_REPLACEMENT: Record<ImportEncoding, number[]> = {
  'utf-8': [0xef, 0xbf, 0xbd], 'utf-8-bom': [0xef, 0xbf, 0xbd], gb18030: [0x84, 0x31, 0xa4, 0x37], big5: [], 'utf-16le': [0xfd, 0xff], 'utf-16be': [0xff, 0xfd],
}

/** Strict decoding first; where that fails, the same with replacements, counted. */
export function decodeText(bytes: Uint8Array, encoding: ImportEncoding): Decoded {
  const strict = decodeStrict(bytes, encoding)
  if (strict !== null) return { text: strict, invalid: 0 }
  const text = decodeLoose(bytes, encoding)
  return { text, invalid: Math.max(1, countOf(text, '\uFFFD') - countBytes(bytes, LITERAL_REPLACEMENT[encoding])) }
}

/** Decodes the part of a file, whose last character may be cut, with replacements. */
export function decodeSample(bytes: Uint8Array, encoding: ImportEncoding): string {
  const decoder = decoderFor(encoding, false)
  return stripBom(decoder === null ? iconv.decode(Buffer.from(bytes), LABELS[encoding]) : decoder.decode(bytes, { stream: true }))
}

function decodeStrict(bytes: Uint8Array, encoding: ImportEncoding): string | null {
  const decoder = decoderFor(encoding, true)
  if (decoder === null) {
    const text = stripBom(iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), LABELS[encoding]))
    return text.includes('\uFFFD') ? null : text
  }
  try {
    return stripBom(decoder.decode(bytes))
  } catch {
    return null
  }
}

function decodeLoose(bytes: Uint8Array, encoding: ImportEncoding): string {
  const decoder = decoderFor(encoding, false)
  return stripBom(decoder === null ? iconv.decode(Buffer.from(bytes), LABELS[encoding]) : decoder.decode(bytes))
}

/** Some runtimes are built without the Chinese tables; then iconv-lite decodes. */
function decoderFor(encoding: ImportEncoding, fatal: boolean): TextDecoder | null {
  try {
    return new TextDecoder(LABELS[encoding], { fatal })
  } catch {
    return null
  }
}

const stripBom = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)

function countOf(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++
  return count
}

function countBytes(bytes: Uint8Array, pattern: number[]): number {
  if (pattern.length === 0) return 0
  const haystack = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const needle = Buffer.from(pattern)
  let count = 0
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + needle.length)) count++
  return count
}
