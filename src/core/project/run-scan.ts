import { isUtf8 } from 'node:buffer'
import { constants, type BigIntStats } from 'node:fs'
import { lstat, open, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isTempName } from './atomic-write'
import { hashBytes, hashHandle } from './hash'
import { errorCode } from './retry'
import type { Blobs } from './types'

/** A file as it stood: `kept` when a blob holds its bytes; `mode` its permissions, where they are known. */
export interface Seen { readonly hash: string; readonly size: number; readonly kept: boolean; readonly mode?: number | undefined }
/** Files, and links with where they lead; of a link nothing is kept. */
export interface Scanned { readonly files: ReadonlyMap<string, Seen>; readonly links: ReadonlyMap<string, string> }
interface Cached extends Seen { readonly mark: string; readonly at: number }
/** What one process knows of a project's files, so that only changed ones are read again. */
export type ScanCache = Map<string, Cached>

const textBytes = 16 * 1_048_576
const otherBytes = 4 * 1_048_576
const baselineBytes = 2 * 1_048_576
/** A file changed so shortly before it was read may change again under the same time. */
const racyMs = 50
const beside = 8
const ownInNbook: ReadonlySet<string> = new Set(['blobs', 'trash', 'backups', 'runs', 'jobs', 'lock'])

/** `blobs` null: nothing is kept. `textsOnly`: of texts up to 2 MiB alone. */
export interface ScanOptions { blobs: Blobs | null; nbook: boolean; textsOnly?: true; /** How many files at once; 8 unless said. */ beside?: number }

/** Every regular file outside `.git` with its hash (06 §8 "Journalled run"); with `blobs`, small enough ones are kept there first. */
export async function scanFiles(dir: string, cache: ScanCache, options: ScanOptions): Promise<Scanned> {
  const links = new Map<string, string>()
  const paths = await listFiles(dir, '', options.nbook, links)
  const out = new Map<string, Seen>()
  const step = options.beside ?? beside
  for (let at = 0; at < paths.length; at += step) {
    await Promise.all(paths.slice(at, at + step).map(async (path) => {
      const seen = await look(dir, path, cache, options)
      if (seen !== null) out.set(path, seen)
    }))
  }
  return { files: out, links }
}

async function listFiles(dir: string, below: string, nbook: boolean, links: Map<string, string>): Promise<string[]> {
  const out: string[] = []
  for (const entry of await readdir(join(dir, below), { withFileTypes: true }).catch(ifGone([]))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory() && entry.name !== '.git' && (nbook || path !== '.nbook') && !isOwn(path)) out.push(...(await listFiles(dir, path, nbook, links)))
    else if (entry.isSymbolicLink()) links.set(path, await readlink(join(dir, path)).catch(ifGone('')))
    else if (entry.isFile() && !isTempName(entry.name) && !isOwn(path)) out.push(path)
  }
  return out.sort()
}

/** What core itself writes in `.nbook` all the time. */
const isOwn = (path: string): boolean => path.startsWith('.nbook/') && (ownInNbook.has(path.split('/')[1] ?? '') || /^\.nbook\/[^/]*\.sqlite/.test(path))

async function look(dir: string, path: string, cache: ScanCache, { blobs, textsOnly }: ScanOptions): Promise<Seen | null> {
  const place = join(dir, path)
  const found = await lstat(place, { bigint: true }).catch(ifGone(null))
  if (found === null || !found.isFile()) return null
  const known = cache.get(path)
  const isSame = known !== undefined && known.mark === markOf(found) && Number(found.ctimeMs) < known.at - racyMs
  if (isSame && (blobs === null || textsOnly === true || known.kept || Number(found.size) > otherBytes)) return known
  const read = await readOne(place, blobs, textsOnly === true)
  const seen = read === null ? null : { ...read, mode: Number(found.mode) & 0o7777 }
  if (seen !== null) cache.set(path, { ...seen, kept: seen.kept || (known?.kept === true && known.hash === seen.hash), mark: markOf(found), at: Date.now() })
  return seen
}

const markOf = (found: BigIntStats): string => `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`

async function readOne(place: string, blobs: Blobs | null, textsOnly: boolean): Promise<Seen | null> {
  const handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(ifGone(null))
  if (handle === null) return null
  try {
    const { size } = await handle.stat()
    if (size > textBytes) return { hash: await hashHandle(handle), size, kept: false }
    const bytes = await handle.readFile()
    const hash = hashBytes(bytes)
    const isText = !bytes.includes(0) && isUtf8(bytes)
    const small = textsOnly ? isText && bytes.length <= baselineBytes : bytes.length <= otherBytes || isText
    if (blobs !== null && small && !blobs.has(hash)) await blobs.put(bytes)
    return { hash, size: bytes.length, kept: small && blobs !== null }
  } finally {
    await handle.close()
  }
}

/** A file that goes while it is looked at is no error; any other trouble is. */
const ifGone = <T>(value: T) => (error: unknown): T => {
  if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error))) return value
  throw error
}
