import { constants, fsyncSync, readlinkSync, statSync } from 'node:fs'
import { open, mkdir, readlink, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fail } from '@shared/fault'
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

/** Opens an existing folder by its resolved path. PATH_CHANGED when it is a link, no folder, or reached through a new link. */
export async function holdFolder(real: string): Promise<HeldFolder> {
  return throughProc ? holdByHandle(real, real) : holdByInode(real)
}

async function holdByHandle(path: string, real: string): Promise<HeldFolder> {
  let handle: FileHandle
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  } catch (error) {
    if (errorCode(error) === 'ELOOP' || errorCode(error) === 'ENOTDIR') return changed(real)
    throw error
  }
  const own = `/proc/self/fd/${handle.fd}`
  if ((await readlink(own)) !== real) {
    await handle.close()
    return changed(real)
  }
  return {
    real,
    at: (name) => `${own}/${name}`,
    check: () => {
      if (readlinkSync(own) !== real) changed(real)
    },
    sync: () => handle.sync(),
    syncNow: () => fsyncSync(handle.fd),
    close: () => handle.close(),
  }
}

async function holdByInode(real: string): Promise<HeldFolder> {
  const first = await stat(real, { bigint: true })
  const check = (): void => {
    const now = statSync(real, { bigint: true, throwIfNoEntry: false })
    if (now?.dev !== first.dev || now.ino !== first.ino) changed(real)
  }
  const handle = process.platform === 'win32' ? null : await open(real, constants.O_RDONLY)
  return {
    real,
    at: (name) => join(real, name),
    check,
    sync: async () => handle?.sync(),
    syncNow: () => {
      if (handle !== null) fsyncSync(handle.fd)
    },
    close: async () => handle?.close(),
  }
}

/** A folder that was there a moment ago and is gone now was taken away by someone else. */
async function orChanged<T>(real: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? changed(real) : Promise.reject(error)
  }
}

/**
 * Holds the folder `segments` below an existing root, making what is missing one held step at a time, so that no link can be
 * slipped in between. Gives the folder and the paths it made (outermost first).
 */
export async function holdOrMake(root: string, segments: readonly string[]): Promise<{ folder: HeldFolder; made: string[] }> {
  let folder = await orChanged(root, () => holdFolder(root))
  const made: string[] = []
  try {
    for (const segment of segments) {
      const real = join(folder.real, segment)
      const isNew = await orChanged(real, () => mkdir(folder.at(segment)).then(() => true, (error: unknown) => {
        if (errorCode(error) === 'EEXIST') return false
        throw error
      }))
      if (isNew) {
        made.push(real)
        await folder.sync()
      }
      const next = await orChanged(real, () => (throughProc ? holdByHandle(folder.at(segment), real) : holdByInode(real)))
      await folder.close()
      folder = next
    }
    return { folder, made }
  } catch (error) {
    await folder.close()
    throw error
  }
}

/** Holds the folder of a resolved path, making missing folders below the deepest existing one. `made` as in `holdOrMake`. */
export async function holdParent(real: string, make: boolean): Promise<{ folder: HeldFolder; made: string[] } | null> {
  const missing: string[] = []
  let existing = dirname(real)
  while (!(await stat(existing).then((s) => s.isDirectory(), () => false))) {
    if (!make || dirname(existing) === existing) return null
    missing.unshift(basename(existing))
    existing = dirname(existing)
  }
  return holdOrMake(existing, missing)
}
