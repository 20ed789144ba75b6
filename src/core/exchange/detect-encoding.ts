import { isUtf8 } from 'node:buffer'
import { fail } from '@shared/fault'
import type { EncodingGuess, ImportEncoding } from '@shared/import-plan'
import { decodeSample } from './decode'
import { scoreText } from './text-score'

export interface DetectedEncoding {
  encoding: ImportEncoding
  /** 1 = proven by a mark or strict UTF-8; below 0.6 the author is asked. */
  confidence: number
  /** The other readings, best first, each with the first words as they would appear. */
  alternatives: EncodingGuess[]
}

const CHUNK = 32_768
const CANDIDATES: ImportEncoding[] = ['utf-8', 'gb18030', 'big5', 'utf-16le', 'utf-16be']

/** BOM, then strict UTF-8, then UTF-16 by its NULs, then GB18030 against Big5 by what the text looks like. */
export function detectEncoding(bytes: Uint8Array): DetectedEncoding {
  refuseForeignFormats(bytes)
  const certain = byMark(bytes) ?? (isUtf8(bytes) && !hasNuls(bytes) ? 'utf-8' : null)
  const scored = CANDIDATES.map((encoding) => ({ encoding, score: scoreAs(bytes, encoding) })).sort((a, b) => b.score - a.score)
  const encoding = certain ?? byNuls(bytes) ?? scored[0]?.encoding ?? 'utf-8'
  refuseBinary(bytes, encoding)
  const others = scored.filter((one) => LABEL_OF[one.encoding] !== LABEL_OF[encoding])
  const own = scored.find((one) => LABEL_OF[one.encoding] === LABEL_OF[encoding])?.score ?? 0
  return {
    encoding,
    confidence: certain !== null ? 1 : confidence(own, others[0]?.score ?? 0),
    alternatives: others.map((one) => ({ encoding: one.encoding, sample: sampleOf(bytes, one.encoding) })),
  }
}

/** The first words of a file read in an encoding, for the author to judge by eye. */
export function sampleOf(bytes: Uint8Array, encoding: ImportEncoding): string {
  return [...decodeSample(bytes.subarray(0, 600), encoding).replace(/\s+/g, ' ').trim()].slice(0, 80).join('')
}

const LABEL_OF: Record<ImportEncoding, string> = {
  'utf-8': 'utf-8', 'utf-8-bom': 'utf-8', gb18030: 'gb18030', big5: 'big5', 'utf-16le': 'utf-16le', 'utf-16be': 'utf-16be',
}

function confidence(best: number, second: number): number {
  const lead = best - Math.max(second, 0)
  return Math.min(0.99, Math.max(0, Math.round((0.3 + best * 0.5 + lead) * 100) / 100))
}

function byMark(bytes: Uint8Array): ImportEncoding | null {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8-bom'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0x84 && b === 0x31 && c === 0x95 && bytes[3] === 0x33 ? 'gb18030' : null
}

function hasNuls(bytes: Uint8Array): boolean {
  return bytes.subarray(0, CHUNK).includes(0)
}

/** In UTF-16 the other half of every line feed, space and ASCII sign is a NUL, always on the same side. */
function byNuls(bytes: Uint8Array): ImportEncoding | null {
  const sides = [0, 0]
  const end = Math.min(bytes.length, CHUNK * 2)
  for (let at = 0; at < end; at++) if (bytes[at] === 0) sides[at & 1] = (sides[at & 1] ?? 0) + 1
  const [even = 0, odd = 0] = sides
  if (odd > even * 4) return 'utf-16le'
  return even > odd * 4 ? 'utf-16be' : null
}

function scoreAs(bytes: Uint8Array, encoding: ImportEncoding): number {
  const pieces = [0, Math.floor(bytes.length / 2), bytes.length - CHUNK]
    .filter((at, index) => index === 0 || (at > CHUNK && bytes.length > CHUNK * 3))
    .map((at) => decodeSample(chunkAt(bytes, at), encoding))
  return scoreText(pieces.join(''))
}

/** A chunk from the first line that begins in it, so that no character is cut at its start. */
function chunkAt(bytes: Uint8Array, at: number): Uint8Array {
  if (at === 0) return bytes.subarray(0, CHUNK)
  const even = at & ~1
  const newline = bytes.indexOf(0x0a, even)
  const start = newline < 0 || newline > even + 4_096 ? even : newline + 1
  return bytes.subarray((start - even) % 2 === 0 || !hasNuls(bytes) ? start : start + 1, even + CHUNK)
}

/** White space, and the marks that old editors and terminals leave in texts. */
const TEXT_CONTROLS = '\t\n\v\f\r\u001A\u001B'

/** Rubbish reads as control, private, unassigned or broken characters in whatever encoding it is taken. */
function refuseBinary(bytes: Uint8Array, encoding: ImportEncoding): void {
  const sample = decodeSample(bytes.subarray(0, CHUNK), encoding)
  // A few words may be taken for the wrong encoding; they are shown to the author, not refused.
  const odd = bytes.length < 256 ? /\p{Cc}/gu : /[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/gu
  const foreign = (sample.match(odd) ?? []).filter((sign) => !TEXT_CONTROLS.includes(sign)).length
  const broken = sample.split('\uFFFD').length - 1
  const mostlyBroken = bytes.length >= 256 && foreign + broken > sample.length * 0.4
  if (foreign > sample.length * 0.05 || mostlyBroken) {
    fail('IMPORT_NOT_TEXT', 'This is not text.', { actual: 'binary data', expected: 'a .txt or .md file', fix: 'Choose the text file itself.' })
  }
}

const FOREIGN: [string, number[]][] = [
  ['docx, epub or zip', [0x50, 0x4b, 0x03, 0x04]], ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]], ['rtf', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ['doc', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]],
]

function refuseForeignFormats(bytes: Uint8Array): void {
  for (const [name, mark] of FOREIGN) {
    if (mark.every((byte, at) => bytes[at] === byte)) {
      fail('IMPORT_NOT_TEXT', `This is a ${name} file, not plain text.`, { actual: name, expected: 'a .txt or .md file', fix: 'Import it as docx, or save it as plain text first.' })
    }
  }
}
