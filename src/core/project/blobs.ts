import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from './atomic-write'
import { hashBytes } from './hash'
import type { Blobs } from './types'

const isHash = /^[0-9a-f]{64}$/

/**
 * Old contents by their SHA-256 under `.nbook/blobs/ab/<hash>`, on the disk when `put` returns. `get` gives null for a hash
 * that is not there or whose bytes no longer match it.
 */
export function createBlobs(folder: string): Blobs {
  const place = (hash: string): string => join(folder, hash.slice(0, 2), hash)
  const get = async (hash: string): Promise<Uint8Array | null> => {
    if (!isHash.test(hash)) return null
    const bytes = await readFile(place(hash)).catch(() => null)
    return bytes !== null && hashBytes(bytes) === hash ? bytes : null
  }
  return {
    put: async (bytes) => {
      const hash = hashBytes(bytes)
      if (existsSync(place(hash)) && (await get(hash)) !== null) return hash
      await mkdir(join(folder, hash.slice(0, 2)), { recursive: true })
      await writeFileAtomic(place(hash), bytes, { mode: 0o644 })
      return hash
    },
    get,
    has: (hash) => isHash.test(hash) && existsSync(place(hash)),
  }
}
