import { randomUUID } from 'node:crypto'
import { closeSync, constants, fchmodSync, fsync, open as openThen, unlinkSync, writeSync } from 'node:fs'
import { open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isFault } from '@shared/fault'
import { isAlive } from './process-identity'
import { errorCode, retrying, writeFailed } from './retry'

const tempPattern = /^\.wq-([0-9a-f]{8})-[0-9a-f]{16}\.tmp$/

/** A temp file's name: always 33 characters, never built on the target's, so that long names can be written too (06 §6). */
export function tempName(): string {
  return `.wq-${process.pid.toString(16).padStart(8, '0').slice(-8)}-${randomUUID().replaceAll('-', '').slice(0, 16)}.tmp`
}

export const isTempName = (name: string): boolean => tempPattern.test(name)

/** Writes a file that was not there, on the disk when it returns; a failure leaves none. Errors are the system's own. */
export async function writeNew(path: string, bytes: Uint8Array, mode?: number): Promise<void> {
  if (bytes.length <= atOnceBytes) return writeSmall(path, bytes, mode)
  const handle = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o644)
  try {
    await handle.writeFile(bytes)
    if (mode !== undefined) await handle.chmod(mode & 0o7777)
    await handle.sync()
    await handle.close()
  } catch (error) {
    await handle.close().catch(() => undefined)
    await unlink(path).catch(() => undefined)
    throw error
  }
}

/** Texts up to this size go to the system at once; only the disk is waited for in the background. */
const atOnceBytes = 1_048_576

async function writeSmall(path: string, bytes: Uint8Array, mode: number | undefined): Promise<void> {
  const fd = await newFile(path)
  let isOpen = true
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
    if (mode !== undefined) fchmodSync(fd, mode & 0o7777)
    await synced(fd)
    isOpen = false
    closeSync(fd)
  } catch (error) {
    if (isOpen) closeSync(fd)
    unlinkSync(path)
    throw error
  }
}

/** Making a name costs the disk's processor time: not on our own thread. */
const newFile = (path: string): Promise<number> => new Promise((done, failed) => { openThen(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o644, (error, fd) => { if (error === null) done(fd); else failed(error) }) })

/** What was written through a descriptor is on the disk. */
export const synced = (fd: number): Promise<void> => new Promise((done, failed) => { fsync(fd, (error) => { if (error === null) done(); else failed(error) }) })

/** Makes a temp file in a folder with these bytes; gives its path. */
export async function writeTemp(folder: string, bytes: Uint8Array, mode?: number): Promise<string> {
  const path = join(folder, tempName())
  await writeNew(path, bytes, mode)
  return path
}

/** Puts the names of a folder on the disk. Where folders cannot be opened (Windows) the rename itself is durable enough. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Replaces a file whole: temp file in the same folder, fsync, rename, fsync folder; the mode is kept; a reader sees the old
 * bytes or the new ones (06 §6). For our own files whose folder nobody else arranges; project texts go through ProjectFiles.
 * The folder must exist. WRITE_FAILED.
 */
export async function writeFileAtomic(path: string, bytes: Uint8Array | string, options: { mode?: number } = {}): Promise<void> {
  const folder = dirname(path)
  let temp: string | null = null
  try {
    const mode = options.mode ?? (await stat(path).then((s) => s.mode, () => undefined))
    const made = await retrying(() => writeTemp(folder, typeof bytes === 'string' ? Buffer.from(bytes) : bytes, mode))
    temp = made
    await retrying(() => rename(made, path))
    temp = null
    await syncFolder(folder)
  } catch (error) {
    if (temp !== null) await unlink(temp).catch(() => undefined)
    if (isFault(error)) throw error
    writeFailed(path, error)
  }
}

/** Whether a temp file belongs to nobody any more: its process is gone, or it is older than the process that now has that pid. */
async function isStray(path: string): Promise<boolean> {
  const found = tempPattern.exec(basename(path))
  if (found === null) return false
  const pid = Number.parseInt(found[1] ?? '0', 16)
  if (pid !== process.pid) return !isAlive(pid, null)
  const made = await stat(path).then((s) => s.mtimeMs, () => Number.POSITIVE_INFINITY)
  return made < performance.timeOrigin
}

/** Removes the temp files that a crash left at most `depth` folders below a folder (links are not followed); gives how many (06 §6). */
export async function removeStrayTemps(folder: string, depth = Number.POSITIVE_INFINITY): Promise<number> {
  let removed = 0
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (entry.name !== '.git' && depth > 0) removed += await removeStrayTemps(path, depth - 1)
    } else if (entry.isFile() && (await isStray(path))) {
      const gone = await rm(path).then(() => true, (error: unknown) => errorCode(error) === 'ENOENT')
      if (gone) removed += 1
    }
  }
  return removed
}
