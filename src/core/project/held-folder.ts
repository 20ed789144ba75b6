import { closeSync, constants, fsyncSync, mkdirSync, openSync, readlinkSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fail } from '@shared/fault'
import { synced } from './atomic-write'
import { errorCode } from './retry'

/**
 * A folder that stays the same folder while it is used (06 "Use equals check"): on Linux every path goes through its open
 * handle, elsewhere device and inode are compared. `close` lets it go.
 */
export interface HeldFolder {
  readonly real: string
  /** The path to give to the system for a name in this folder. */
  at(name: string): string
  /** Throws PATH_CHANGED when the folder is no longer what its path names. */
  check(): void
  sync(): Promise<void>
  /** `sync` for the steps that must not be interrupted. */
  syncNow(): void
  close(): Promise<void>
}

const changed = (real: string): never => fail('PATH_CHANGED', `${real} was replaced while it was being used; nothing was written.`)
const throughProc = process.platform === 'linux'
/** Where this process has its handles (Linux). By number, not as `self`, which the system would have to follow as a link each time. */
export const descriptors = `/proc/${process.pid}/fd`

/** Opens an existing folder by its resolved path. PATH_CHANGED when it is a link, no folder, or reached through a new link. */
export async function holdFolder(real: string): Promise<HeldFolder> {
  return throughProc ? holdByHandle(real, real) : holdByInode(real)
}

/** Waits for the disk in the background, and is closed once: a number may belong to another file by then. */
function descriptor(fd: number): Pick<HeldFolder, 'sync' | 'syncNow' | 'close'> {
  let isOpen = true
  return {
    sync: () => synced(fd),
    syncNow: () => fsyncSync(fd),
    close: async () => {
      if (isOpen) closeSync(fd)
      isOpen = false
    },
  }
}

// Looking at names takes a local disk microseconds; a trip through the thread pool takes many times that.
function holdByHandle(path: string, real: string): HeldFolder {
  let fd: number
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  } catch (error) {
    if (errorCode(error) === 'ELOOP' || errorCode(error) === 'ENOTDIR') return changed(real)
    throw error
  }
  const own = `${descriptors}/${fd}`
  if (readlinkSync(own) !== real) {
    closeSync(fd)
    return changed(real)
  }
  return {
    real,
    at: (name) => `${own}/${name}`,
    check: () => {
      if (readlinkSync(own) !== real) changed(real)
    },
    ...descriptor(fd),
  }
}

function holdByInode(real: string): HeldFolder {
  const first = statSync(real, { bigint: true })
  const check = (): void => {
    const now = statSync(real, { bigint: true, throwIfNoEntry: false })
    if (now?.dev !== first.dev || now.ino !== first.ino) changed(real)
  }
  const held = process.platform === 'win32' ? { sync: async () => undefined, syncNow: () => undefined, close: async () => undefined } : descriptor(openSync(real, constants.O_RDONLY))
  return {
    real,
    at: (name) => join(real, name),
    check,
    ...held,
  }
}

/** A folder that was there a moment ago and is gone now was taken away by someone else. */
function orChanged<T>(real: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return changed(real)
    throw error
  }
}

/**
 * Holds the folder `segments` below an existing root, making what is missing one held step at a time, so that no link can be
 * slipped in between. Gives the folder and the paths it made (outermost first).
 */
export async function holdOrMake(root: string, segments: readonly string[]): Promise<{ folder: HeldFolder; made: string[] }> {
  let folder = orChanged(root, () => (throughProc ? holdByHandle(root, root) : holdByInode(root)))
  const made: string[] = []
  try {
    for (const segment of segments) {
      const real = join(folder.real, segment)
      const isNew = orChanged(real, () => makeIfMissing(folder.at(segment)))
      if (isNew) {
        made.push(real)
        await folder.sync()
      }
      const next = orChanged(real, () => (throughProc ? holdByHandle(folder.at(segment), real) : holdByInode(real)))
      await folder.close()
      folder = next
    }
    return { folder, made }
  } catch (error) {
    await folder.close()
    throw error
  }
}

function makeIfMissing(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false
  }
}

/** Folders that one piece of work holds, each once, until `close`. */
export interface HeldFolders {
  /** The folder of a resolved path; null: there is none, and `make` is false. */
  parentOf(real: string, make: boolean): Promise<HeldFolder | null>
  /** The folders it made, outermost first. */
  readonly made: readonly string[]
  close(): Promise<void>
}

/** Nothing is held yet. */
export function holdFolders(): HeldFolders {
  const held = new Map<string, HeldFolder>()
  const made: string[] = []
  return {
    made,
    parentOf: async (real, make) => {
      const known = held.get(dirname(real))
      if (known !== undefined) return known
      const parent = await holdParent(real, make)
      if (parent === null) return null
      held.set(dirname(real), parent.folder)
      made.push(...parent.made)
      return parent.folder
    },
    close: async () => { for (const folder of held.values()) await folder.close() },
  }
}

/** Holds the folder of a resolved path, making missing folders below the deepest existing one. `made` as in `holdOrMake`. */
export async function holdParent(real: string, make: boolean): Promise<{ folder: HeldFolder; made: string[] } | null> {
  const missing: string[] = []
  let existing = dirname(real)
  while (!isFolder(existing)) {
    if (!make || dirname(existing) === existing) return null
    missing.unshift(basename(existing))
    existing = dirname(existing)
  }
  return holdOrMake(existing, missing)
}
