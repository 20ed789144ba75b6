import type { HeldTree } from './held-tree'
import { readPart } from './held-tree'
import { runRg } from './rg'

const valid = ['[\\x01-\\x7F]', '[\\xC2-\\xDF][\\x80-\\xBF]', '\\xE0[\\xA0-\\xBF][\\x80-\\xBF]', '[\\xE1-\\xEC\\xEE\\xEF][\\x80-\\xBF]{2}', '\\xED[\\x80-\\x9F][\\x80-\\xBF]', '\\xF0[\\x90-\\xBF][\\x80-\\xBF]{2}', '[\\xF1-\\xF3][\\x80-\\xBF]{3}', '\\xF4[\\x80-\\x8F][\\x80-\\xBF]{2}']
const wrong = (start: string, next: string): string => `${start}(?:[^${next}]|$)`
const invalid = ['[\\x00\\x80-\\xC1\\xF5-\\xFF]', wrong('[\\xC2-\\xDF]', '\\x80-\\xBF'), wrong('\\xE0', '\\xA0-\\xBF'), wrong('\\xED', '\\x80-\\x9F'), wrong('[\\xE1-\\xEC\\xEE\\xEF]', '\\x80-\\xBF'), wrong('[\\xE0-\\xEF][\\x80-\\xBF]', '\\x80-\\xBF'),
  wrong('\\xF0', '\\x90-\\xBF'), wrong('\\xF4', '\\x80-\\x8F'), wrong('[\\xF1-\\xF3]', '\\x80-\\xBF'), wrong('[\\xF0-\\xF4][\\x80-\\xBF]', '\\x80-\\xBF'), wrong('[\\xF0-\\xF4][\\x80-\\xBF]{2}', '\\x80-\\xBF')]

/** A line that is no text: it holds NUL or bytes that are no UTF-8 (06 §2). */
export const notTextPattern = `(?-u)^(?:${valid.join('|')})*(?:${invalid.join('|')})`

/** The files of a search that are no UTF-8 text. `filters` are the arguments that choose the files. */
export async function findNotText(cwd: string, filters: readonly string[], signal: AbortSignal): Promise<Set<string>> {
  const parts: Buffer[] = []
  await runRg({ args: ['--files-with-matches', '--null', '--text', '--encoding=none', '--no-config', '--no-messages', ...filters, `--regexp=${notTextPattern}`, '--', './'], cwd, signal, onChunk: (chunk) => parts.push(chunk) > 0 })
  return new Set(namesOf(Buffer.concat(parts)))
}

/** Names between NULs, without `./`; a name that is no UTF-8 cannot be given to any tool and is left out. */
export function namesOf(bytes: Buffer): string[] {
  return bytes.toString('utf8').split('\0').filter((name) => name !== '' && !name.includes('\uFFFD')).map((name) => {
    const path = process.platform === 'win32' ? name.replaceAll('\\', '/') : name
    return path.startsWith('./') ? path.slice(2) : path
  })
}

const HEAD = 8_192

/** Which of these files an author would take for texts: pictures and other binary files are not worth a word. */
export function worthNaming(tree: HeldTree, paths: Iterable<string>): string[] {
  return [...paths].toSorted().filter((path) => tree.with(path, (fd) => {
    const head = readPart(fd, 0, HEAD)
    const wide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
    return wide || !head.includes(0)
  }) === true)
}
