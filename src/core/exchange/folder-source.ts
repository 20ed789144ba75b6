import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { z } from 'zod'
import { fail } from '@shared/fault'
import { FileLeft } from '@shared/import-plan'
import { inReadingOrder } from './name-order'

/** What a folder gives an import: files to read, in reading order, and what is left out with the reason. Paths start at the folder. */
export interface FolderSource { files: { path: string; bytes: Uint8Array }[]; skipped: { path: string; why: FileLeft }[] }

const mark = 'wenqu folder 1\n'
const Kept = z.strictObject({ files: z.array(z.strictObject({ path: z.string(), data: z.string() })), skipped: z.array(z.strictObject({ path: z.string(), why: FileLeft })) })
const kinds = ['.txt', '.md', '.docx']
const mostBytes = 512 * 1_048_576
const mostFiles = 20_000

/** Reads the text files of a folder and the folders below it, as one run of bytes that a plan can be made of again later. IMPORT_TOO_LARGE, IMPORT_EMPTY. */
export async function readFolderSource(dir: string, only: string | null): Promise<Uint8Array> {
  const source: FolderSource = { files: [], skipped: [] }
  await readBelow(dir, '', only === null ? kinds : [`.${only}`], source)
  if (source.files.length === 0) fail('IMPORT_EMPTY', `This folder holds no ${only === null ? 'TXT, Markdown or Word' : `.${only}`} file.`, { actual: dir })
  const kept = { files: source.files.map(({ path, bytes }) => ({ path, data: Buffer.from(bytes).toString('base64') })), skipped: source.skipped }
  return Buffer.from(mark + JSON.stringify(kept))
}

async function readBelow(dir: string, below: string, taken: readonly string[], source: FolderSource): Promise<void> {
  const entries = new Map((await readdir(join(dir, below), { withFileTypes: true })).map((entry) => [entry.name, entry]))
  // Names that start with a dot are the system's own.
  const names = inReadingOrder([...entries.keys()].filter((one) => !one.startsWith('.')))
  // What a folder says of itself comes before what is in it.
  for (const name of names.toSorted((a, b) => Number(b === 'index.md') - Number(a === 'index.md'))) {
    const entry = entries.get(name)
    const path = below === '' ? name : `${below}/${name}`
    if (entry?.isDirectory() === true) await readBelow(dir, path, taken, source)
    else if (entry?.isFile() !== true) source.skipped.push({ path, why: 'no-file' })
    else if (name.startsWith('~$')) source.skipped.push({ path, why: 'word-lock' })
    else if (!taken.includes(extname(name).toLowerCase())) source.skipped.push({ path, why: 'other-kind' })
    else await takeFile(dir, path, source)
  }
}

async function takeFile(dir: string, path: string, { files, skipped }: FolderSource): Promise<void> {
  const { size } = await stat(join(dir, path))
  if (size === 0) {
    skipped.push({ path, why: 'empty-file' })
    return
  }
  const before = files.reduce((sum, file) => sum + file.bytes.length, 0)
  if (before + size > mostBytes || files.length >= mostFiles) fail('IMPORT_TOO_LARGE', `This folder holds more than 512 MB or ${mostFiles} files.`, { actual: path })
  files.push({ path, bytes: await readFile(join(dir, path)) })
}

/** Whether bytes are what `readFolderSource` made. */
export const isFolderSource = (bytes: Uint8Array): boolean => Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, mark.length)).toString('latin1') === mark

export function folderSourceOf(bytes: Uint8Array): FolderSource {
  const { files, skipped } = Kept.parse(JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + mark.length, bytes.byteLength - mark.length).toString('utf8')))
  return { files: files.map(({ path, data }) => ({ path, bytes: Buffer.from(data, 'base64') })), skipped }
}
