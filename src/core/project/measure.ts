import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { countWords } from '@shared/word-count'
import { hashBytes } from './hash'

/** A file below a measured path; `path` is relative to it ("" for the file itself), with `/`. */
export interface Measured { path: string; hash: string; bytes: number; words: number }

/** Whether a name is that of a text whose 字数 count. */
export const isProseName = (name: string): boolean => /\.(md|markdown|txt)$/i.test(name)

/** Every regular file at or below a path with hash, size and 字数; links are left out. */
export async function measureTree(path: string): Promise<Measured[]> {
  const found = await stat(path)
  if (!found.isDirectory()) return [await measureFile(path, '', path)]
  const out: Measured[] = []
  for (const file of await filesBelow(path)) out.push(await measureFile(join(path, file), file, file))
  return out
}

async function measureFile(real: string, path: string, name: string): Promise<Measured> {
  const bytes = await readFile(real)
  return { path, hash: hashBytes(bytes), bytes: bytes.length, words: isProseName(name) ? countWords(bytes.toString('utf8')).words : 0 }
}

/** Regular files below a folder as relative paths with `/`, sorted by name at each level; links are not followed. */
export async function filesBelow(folder: string, skip: (name: string) => boolean = () => false): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])
  const out: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (skip(entry.name)) continue
    if (entry.isFile()) out.push(entry.name)
    else if (entry.isDirectory()) for (const below of await filesBelow(join(folder, entry.name), skip)) out.push(`${entry.name}/${below}`)
  }
  return out
}
