import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from './atomic-write'
import { hashBytes } from './hash'
import type { Blobs } from './types'

const isHash = /^[0-9a-f]{64}$/
/** A blob that a sweep found unneeded; it comes back when it is asked for, and is deleted by a later sweep. */
export const asideSuffix = '.aside'
/** So young a blob need not be made younger: a sweep takes none that is not days old. */
const youngMs = 3_600_000
/** Read without a trip through the thread pool. */
const atOnceBytes = 1_048_576
const mostCompared = 4_096

/**
 * Old contents by their SHA-256 under `.nbook/blobs/ab/<hash>`, on the disk when `put` returns. `get` gives null for a hash
 * that is not there or whose bytes no longer match it.
 */
export function createBlobs(folder: string): Blobs {
  /** Blobs whose bytes were compared here, as they stood: one that nobody has touched since is not read again. */
  const compared = new Map<string, string>()
  const place = (hash: string): string => join(folder, hash.slice(0, 2), hash)
  const back = (hash: string): Promise<boolean> => rename(`${place(hash)}${asideSuffix}`, place(hash)).then(() => true, () => false)
  const read = (hash: string): Promise<Buffer | null> => readFile(place(hash)).catch(() => null)
  const get = async (hash: string): Promise<Uint8Array | null> => {
    if (!isHash.test(hash)) return null
    const bytes = (await read(hash)) ?? ((await back(hash)) ? await read(hash) : null)
    return bytes !== null && hashBytes(bytes) === hash ? bytes : null
  }
  /** Is it there with just these bytes? Then it is young again, so that no sweep takes what its keeper has not written down yet. */
  const isKept = async (hash: string, bytes: Uint8Array): Promise<boolean> => {
    const path = place(hash)
    try {
      const found = statSync(path, { bigint: true })
      if (Number(found.size) !== bytes.length) return false
      const state = `${found.dev} ${found.ino} ${found.ctimeNs}`
      if (compared.get(hash) !== state && !(bytes.length > atOnceBytes ? await readFile(path) : readFileSync(path)).equals(bytes)) return false
      if (compared.size >= mostCompared) compared.clear()
      compared.set(hash, state)
      const now = Date.now()
      if (Math.abs(now - Number(found.mtimeMs)) > youngMs) utimesSync(path, now / 1_000, now / 1_000)
      return true
    } catch {
      return false
    }
  }
  return {
    put: async (bytes, known) => {
      const hash = known ?? hashBytes(bytes)
      if ((await isKept(hash, bytes)) || ((await back(hash)) && (await isKept(hash, bytes)))) return hash
      await mkdir(join(folder, hash.slice(0, 2)), { recursive: true })
      await writeFileAtomic(place(hash), bytes, { mode: 0o644 })
      return hash
    },
    get,
    has: (hash) => isHash.test(hash) && (existsSync(place(hash)) || existsSync(`${place(hash)}${asideSuffix}`)),
  }
}
