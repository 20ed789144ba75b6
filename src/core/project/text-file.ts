import { fail } from '@shared/fault'
import { hashBytes } from './hash'
import type { TextFile } from './types'

const bomBytes = [0xef, 0xbb, 0xbf] as const
const hasBom = (bytes: Uint8Array): boolean => bomBytes.every((byte, at) => bytes[at] === byte)

/** CRLF when there is at least one and they are at least as many as the lone LF (06 §2). */
export function eolOf(text: string): 'lf' | 'crlf' {
  if (!text.includes('\r')) return 'lf'
  let crlf = 0
  let lf = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (at > 0 && text.charCodeAt(at - 1) === 13) crlf += 1
    else lf += 1
  }
  return crlf > 0 && crlf >= lf ? 'crlf' : 'lf'
}

/** The encoding that bytes which are not UTF-8 probably have, for a message; the import wizard looks closer. */
export function likelyEncoding(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes)
  if (wide !== null) return wide
  const head = bytes.subarray(0, 65_536)
  for (let end = head.length; end > 0 && end > head.length - 4; end -= 1) {
    try {
      const text = new TextDecoder('gb18030', { fatal: true }).decode(head.subarray(0, end))
      if (/\p{Script=Han}{2}/u.test(text)) return 'GBK (GB18030)'
      break
    } catch {
      continue
    }
  }
  return 'an unknown encoding, perhaps Latin-1'
}

/** UTF-16 by its mark; null: it has none. */
export function wideEncoding(bytes: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16LE'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'UTF-16BE' : null
}

/** The way out for a text in another encoding (06 §2). */
export const importIt = 'Bring it in with Import (`wenqu import`).'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Strict UTF-8 without NUL, the BOM apart (06 §2). `shown` names the file in NOT_TEXT and NOT_UTF8; `hash` is that of the bytes where it is known. */
export function decodeText(bytes: Uint8Array, shown: string, hash?: string): TextFile {
  const bom = hasBom(bytes)
  if (wideEncoding(bytes) === null && bytes.includes(0)) fail('NOT_TEXT', `${shown} is not a text: it holds NUL bytes (${bytes.length} bytes).`)
  let text: string
  try {
    text = strict.decode(bom ? bytes.subarray(3) : bytes)
  } catch {
    fail('NOT_UTF8', `${shown} is not UTF-8; it looks like ${likelyEncoding(bytes)}.`, { fix: importIt })
  }
  return { text, hash: hash ?? hashBytes(bytes), bom, eol: eolOf(text), bytes: bytes.length }
}

/**
 * The bytes of a text, with the BOM its file had (06 §2). Refuses a lone surrogate and NUL (ARGS_INVALID) and a U+FFFD that
 * `old` does not hold (BAD_CHARACTER): replacement characters never reach the disk, but by an import whose author accepted them (`lossAccepted`).
 */
export function encodeText(text: string, old: TextFile | null, shown: string, lossAccepted = false): Buffer {
  if (!text.isWellFormed()) fail('ARGS_INVALID', `The text for ${shown} holds half of a character (a lone surrogate).`)
  const bytes = Buffer.from(old?.bom === true && !text.startsWith('\uFEFF') ? `\uFEFF${text}` : text, 'utf8')
  if (bytes.includes(0)) fail('ARGS_INVALID', `The text for ${shown} holds a NUL character.`)
  if (!lossAccepted && text.includes('\uFFFD') && old?.text.includes('\uFFFD') !== true) {
    fail('BAD_CHARACTER', `The text for ${shown} holds U+FFFD, the sign of a broken character, which the file does not.`)
  }
  return bytes
}
