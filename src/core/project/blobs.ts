import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from './atomic-write'
import { hashBytes } from './hash'
import type { Blobs } from './types'

const isHash = /^[0-9a-f]{64}$/
/** A blob that a sweep found unneeded; it comes back when it is asked for, and is deleted by a later sweep. */
export const asideSuffix = '.aside'

/**
 * Old contents by their SHA-256 under `.nbook/blobs/ab/<hash>`, on the disk when `put` returns. `get` gives null for a hash
 * that is not there or whose bytes no longer match it.
 */
export function createBlobs(folder: string): Blobs {
  const place = (hash: string): string => join(folder, hash.slice(0, 2), hash)
  const back = (hash: string): Promise<boolean> => rename(`${place(hash)}${asideSuffix}`, place(hash)).then(() => true, () => false)
  const read = (hash: string): Promise<Buffer | null> => readFile(place(hash)).catch(() => null)
  const get = async (hash: string): Promise<Uint8Array | null> => {
    if (!isHash.test(hash)) return null
    const bytes = (await read(hash)) ?? ((await back(hash)) ? await read(hash) : null)
    return bytes !== null && hashBytes(bytes) === hash ? bytes : null
  }
  /** Young again, so that no sweep takes what its keeper has not written down yet. */
  const renewed = async (hash: string): Promise<boolean> => {
    if ((await get(hash)) === null) return false
    const now = new Date()
    return utimes(place(hash), now, now).then(() => true, () => false)
  }
  return {
    put: async (bytes) => {
      const hash = hashBytes(bytes)
      if (await renewed(hash)) return hash
      await mkdir(join(folder, hash.slice(0, 2)), { recursive: true })
      await writeFileAtomic(place(hash), bytes, { mode: 0o644 })
      return hash
    },
    get,
    has: (hash) => isHash.test(hash) && (existsSync(place(hash)) || existsSync(`${place(hash)}${asideSuffix}`)),
  }
}
