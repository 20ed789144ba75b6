import type { Stats } from 'node:fs'
import { realRoot } from './roots'

/** What the disk said of roots and folders while several paths are judged together; never of files, links or other missing names. */
export interface Moment {
  /** `realRoot`, asked once. */
  real(dir: string): string | null
  /** `look` at a path, or what it said of a folder before. */
  look(path: string, look: (path: string) => Stats | null): Stats | null
}

/** Nothing was asked yet. It is good for one batch of paths, as an authorization itself is (06 "Use equals check"). */
export function newMoment(): Moment {
  const reals = new Map<string, string | null>()
  const folders = new Map<string, Stats>()
  return {
    real(dir) {
      const known = reals.get(dir)
      if (known !== undefined) return known
      const found = realRoot(dir)
      reals.set(dir, found)
      return found
    },
    look(path, look) {
      const known = folders.get(path)
      if (known !== undefined) return known
      const found = look(path)
      if (found?.isDirectory() === true) folders.set(path, found)
      return found
    },
  }
}
