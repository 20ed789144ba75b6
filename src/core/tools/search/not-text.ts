import { isUtf8 } from 'node:buffer'
import { wideEncoding } from '../../project/text-file'
import { readPart, type HeldTree } from './held-tree'

const valid = ['[\\x00-\\x7F]', '[\\xC2-\\xDF][\\x80-\\xBF]', '\\xE0[\\xA0-\\xBF][\\x80-\\xBF]', '[\\xE1-\\xEC\\xEE\\xEF][\\x80-\\xBF]{2}', '\\xED[\\x80-\\x9F][\\x80-\\xBF]', '\\xF0[\\x90-\\xBF][\\x80-\\xBF]{2}', '[\\xF1-\\xF3][\\x80-\\xBF]{3}', '\\xF4[\\x80-\\x8F][\\x80-\\xBF]{2}']
const wrong = (start: string, next: string): string => `${start}(?:[^${next}]|$)`
const invalid = ['[\\x80-\\xC1\\xF5-\\xFF]', wrong('[\\xC2-\\xDF]', '\\x80-\\xBF'), wrong('\\xE0', '\\xA0-\\xBF'), wrong('\\xED', '\\x80-\\x9F'), wrong('[\\xE1-\\xEC\\xEE\\xEF]', '\\x80-\\xBF'), wrong('[\\xE0-\\xEF][\\x80-\\xBF]', '\\x80-\\xBF'),
  wrong('\\xF0', '\\x90-\\xBF'), wrong('\\xF4', '\\x80-\\x8F'), wrong('[\\xF1-\\xF3]', '\\x80-\\xBF'), wrong('[\\xF0-\\xF4][\\x80-\\xBF]', '\\x80-\\xBF'), wrong('[\\xF0-\\xF4][\\x80-\\xBF]{2}', '\\x80-\\xBF')]

/** A line that holds bytes which are no UTF-8 (06 §2): searched for beside what was asked, so that one walk finds both. */
export const notUtf8Pattern = `(?-u:^(?:${valid.join('|')})*(?:${invalid.join('|')}))`

/** Takes names that each end with NUL, in pieces, and gives them without `./`; a name that is no UTF-8 cannot be given to any tool and is left out. */
export function nameReader(give: (name: string) => void): (piece: Buffer) => void {
  let rest: Buffer[] = []
  return (piece) => {
    const end = piece.lastIndexOf(0) + 1
    if (end > 0) {
      eachName(rest.length === 0 ? piece.toString('utf8', 0, end) : Buffer.concat([...rest, piece.subarray(0, end)]).toString('utf8'), give)
      rest = []
    }
    if (end < piece.length) rest.push(piece.subarray(end))
  }
}

function eachName(all: string, give: (name: string) => void): void {
  const text = process.platform === 'win32' ? all.replaceAll('\\', '/') : all
  let from = 0
  for (let end = text.indexOf('\0'); end >= 0; end = text.indexOf('\0', from)) {
    const name = text.slice(text.startsWith('./', from) ? from + 2 : from, end)
    if (name !== '' && !name.includes('\uFFFD')) give(name)
    from = end + 1
  }
}

/** Strict UTF-8 without NUL, told piece by piece: `take` says false as soon as it cannot be, `end` whether the last character was whole. */
export function textCheck(): { take(piece: Uint8Array): boolean; end(): boolean } {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decodes = (piece: Uint8Array, stream: boolean): boolean => {
    try {
      decoder.decode(piece, { stream })
      return true
    } catch (error) {
      if (error instanceof TypeError) return false
      throw error
    }
  }
  return { take: (piece) => !piece.includes(0) && decodes(piece, true), end: () => decodes(new Uint8Array(), false) }
}

/** `textCheck` of a file that is open. */
export function isTextFile(fd: number, size: number): boolean {
  if (size <= PIECE) return isTextBytes(readPart(fd, 0, size))
  const check = textCheck()
  for (let at = 0; at < size; at += PIECE) if (!check.take(readPart(fd, at, Math.min(PIECE, size - at)))) return false
  return check.end()
}
const PIECE = 1_048_576

/** The same of a file that was read whole. */
export const isTextBytes = (bytes: Uint8Array): boolean => isUtf8(bytes) && !bytes.includes(0)

/** UTF-16 with its mark: ripgrep reads it as text, but no tool here changes it. */
export const isWide = (head: Uint8Array): boolean => wideEncoding(head) !== null

const HEAD = 8_192

/** Which of these files an author would take for texts: pictures and other binary files are not worth a word. */
export function worthNaming(tree: HeldTree, paths: Iterable<string>): string[] {
  return [...new Set(paths)].toSorted().filter((path) => tree.with(path, (fd) => {
    const head = readPart(fd, 0, HEAD)
    return isWide(head) || !head.includes(0)
  }) === true)
}
