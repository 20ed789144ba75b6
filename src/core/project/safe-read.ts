import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { fail } from '@shared/fault'
import { holdParent, type HeldFolder, type HeldFolders } from './held-folder'
import { errorCode } from './retry'
import type { SafePath } from './types'

/** Never waits for a pipe, never follows a link that was put in place of the file (06 §1.2 step 8). */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

const refuse = (error: unknown, shown: string): never => {
  const code = errorCode(error)
  if (code === 'ENOENT') return fail('NOT_FOUND', `"${shown}" does not exist.`, { actual: shown })
  if (code === 'ELOOP') return fail('PATH_CHANGED', `"${shown}" was replaced by a link while it was being used.`)
  if (code === 'EISDIR' || code === 'ENXIO') return notAFile(shown)
  if (code === 'EACCES' || code === 'EPERM') return fail('READ_FAILED', `"${shown}" may not be read.`)
  throw error
}
const notAFile = (shown: string): never => fail('NOT_A_FILE', `"${shown}" is not a regular file.`, { actual: shown })

/** Opens an authorized file for reading through its held folder. NOT_FOUND, NOT_A_FILE, PATH_CHANGED. */
export async function openSafely(path: SafePath): Promise<FileHandle> {
  const parent = await holdParent(path.real, false)
  if (parent === null) return fail('NOT_FOUND', `"${path.shown}" does not exist.`, { actual: path.shown })
  try {
    const handle = await open(parent.folder.at(basename(path.real)), flags)
    if (fstatSync(handle.fd).isFile()) return handle
    await handle.close()
    return notAFile(path.shown)
  } catch (error) {
    return refuse(error, path.shown)
  } finally {
    await parent.folder.close()
  }
}

/** An authorized file of at most `most` bytes in one go, or null when it has more. NOT_FOUND, NOT_A_FILE, PATH_CHANGED. */
export async function readAtOnce(path: SafePath, most: number): Promise<{ bytes: Buffer; links: number } | null> {
  const parent = await holdParent(path.real, false)
  try {
    const found = parent === null ? null : readHeld(parent.folder, basename(path.real), path.shown, most)
    return found === 'large' ? null : found ?? fail('NOT_FOUND', `"${path.shown}" does not exist.`, { actual: path.shown })
  } finally {
    await parent?.folder.close()
  }
}

/** Files up to this size are read at once, without a trip through the thread pool for each step. */
const atOnceBytes = 1_048_576

/** The whole of an authorized file, or null when there is none; its folder stays held. NOT_A_FILE, PATH_CHANGED. */
export async function readWhole(folders: HeldFolders, path: SafePath): Promise<{ bytes: Buffer; mode: number } | null> {
  const folder = await folders.parentOf(path.real, false)
  if (folder === null) return null
  const found = readHeld(folder, basename(path.real), path.shown, atOnceBytes)
  if (found !== 'large') return found
  const handle = await openSafely(path)
  try {
    return { bytes: await handle.readFile(), mode: (await handle.stat()).mode }
  } finally {
    await handle.close()
  }
}

/** `readFileSync` for a file whose size is known: that one asks for it again. */
function readAll(fd: number, size: number): Buffer {
  // Some files do not say how much they hold.
  if (size === 0) return readFileSync(fd)
  const bytes = Buffer.allocUnsafe(size)
  let at = 0
  for (let read = 1; read > 0 && at < size; at += read) read = readSync(fd, bytes, at, size - at, null)
  return at === size ? bytes : bytes.subarray(0, at)
}

interface Held { bytes: Buffer; mode: number; /** How many names it has. */ links: number }

/** What stands at a name of a held folder, or null; `large` when it has more than `most`. Synchronous, for the moment before a rename. */
export function readHeld<M extends number | null = null>(folder: HeldFolder, name: string, shown: string, most?: M): Held | null | (M extends number ? 'large' : never)
export function readHeld(folder: HeldFolder, name: string, shown: string, most: number | null = null): Held | null | 'large' {
  let fd: number
  try {
    fd = openSync(folder.at(name), flags)
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? null : refuse(error, shown)
  }
  try {
    const found = fstatSync(fd)
    if (!found.isFile()) return notAFile(shown)
    if (most !== null && found.size > most) return 'large'
    return { bytes: readAll(fd, found.size), mode: found.mode, links: found.nlink }
  } finally {
    closeSync(fd)
  }
}

/** What is compared is read into the same place each time: a new one for each file of a patch costs more than the reading. */
const piece = Buffer.allocUnsafeSlow(65_536)

/** The mode of the regular file of just these bytes at a name of a held folder. Synchronous, as `readHeld`; null: no such file, or it cannot be read. */
export function modeOfEqual(folder: HeldFolder, name: string, bytes: Uint8Array): number | null {
  let fd: number
  try {
    fd = openSync(folder.at(name), flags)
  } catch {
    return null
  }
  try {
    const found = fstatSync(fd)
    if (!found.isFile() || found.size !== bytes.length) return null
    for (let at = 0; at < bytes.length;) {
      const read = readSync(fd, piece, 0, Math.min(piece.length, bytes.length - at), null)
      if (read === 0 || piece.compare(bytes, at, at + read, 0, read) !== 0) return null
      at += read
    }
    return found.mode
  } catch {
    return null
  } finally {
    closeSync(fd)
  }
}
