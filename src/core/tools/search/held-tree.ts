import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { descriptors, type HeldFolder } from '../../project/held-folder'

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0
const throughProc = process.platform === 'linux'

/** A file opened step by step below a held folder, no link followed: what another program listed is really there. */
export interface HeldTree {
  /** Runs `work` with an open handle of the regular file, or gives null when there is none. Files asked for in path order are quickest. */
  with<T>(path: string, work: (fd: number, stats: Stats) => T): T | null
  close(): void
}

export function holdTree(root: HeldFolder): HeldTree {
  const chain: { name: string; fd: number }[] = []
  const pop = (): void => { const last = chain.pop(); if (last !== undefined) closeSync(last.fd) }
  const at = (name: string): string => { const last = chain.at(-1); return last === undefined ? root.at(name) : `${descriptors}/${last.fd}/${name}` }
  const descend = (folders: readonly string[]): void => {
    while (chain.length > folders.length || chain.some((one, n) => one.name !== folders[n])) pop()
    for (const name of folders.slice(chain.length)) chain.push({ name, fd: openSync(at(name), constants.O_RDONLY | constants.O_DIRECTORY | NO_FOLLOW) })
  }
  const reach = (path: string): string => {
    const names = path.split('/')
    const last = names.pop() ?? ''
    if (throughProc) {
      descend(names)
      return at(last)
    }
    names.forEach((_, n) => { if (!lstatSync(join(root.real, ...names.slice(0, n + 1))).isDirectory()) throw new Error('not a folder') })
    return join(root.real, ...names, last)
  }
  return {
    with(path, work) {
      let fd: number
      try {
        fd = openSync(reach(path), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | NO_FOLLOW)
      } catch {
        return null
      }
      try {
        const stats = fstatSync(fd)
        return stats.isFile() ? work(fd, stats) : null
      } finally {
        closeSync(fd)
      }
    },
    close: () => { while (chain.length > 0) pop() },
  }
}

/** Up to `length` bytes of an open file from `from`; into `space`, if given, which the next reading may fill again. */
export function readPart(fd: number, from: number, length: number, space?: Buffer): Buffer {
  const part = space ?? Buffer.alloc(length)
  let have = 0
  while (have < length) {
    const got = readSync(fd, part, have, length - have, from + have)
    if (got === 0) break
    have += got
  }
  return part.subarray(0, have)
}
