import { createHash, hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

/** SHA-256 in lower-case hex: the hash of files everywhere (06 §3). */
export function hashBytes(bytes: Uint8Array | string): string {
  return hash('sha256', bytes)
}

/** A content and its SHA-256. */
export interface Hashed { readonly bytes: Uint8Array; readonly hash: string; /** The text it holds, without its BOM, where it was looked for. */ readonly text?: string; /** The file that held just this when it was read whole. */ readonly file?: { readonly real: string; readonly mode: number } }

/** A content that may have been hashed before: comparing costs a tenth. */
export function hashedAs(bytes: Uint8Array, known: readonly Hashed[]): Hashed {
  return known.find((one) => one.bytes.length === bytes.length && Buffer.compare(one.bytes, bytes) === 0) ?? { bytes, hash: hashBytes(bytes) }
}

/** `hashBytes` of what may have been hashed before. */
export const hashKnown = (bytes: Uint8Array, known: readonly Hashed[]): string => hashedAs(bytes, known).hash

/** SHA-256 of an open file, read in pieces of 1 MiB. */
export async function hashHandle(handle: FileHandle): Promise<string> {
  const sum = createHash('sha256')
  const piece = Buffer.allocUnsafe(1_048_576)
  for (let at = 0; ; ) {
    const { bytesRead } = await handle.read(piece, 0, piece.length, at)
    if (bytesRead === 0) return sum.digest('hex')
    sum.update(piece.subarray(0, bytesRead))
    at += bytesRead
  }
}
