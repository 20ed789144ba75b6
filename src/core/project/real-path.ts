import { realpathSync } from 'node:fs'

// The same answer in one call; elsewhere the system's own may spell a name another way.
const real = process.platform === 'linux' ? realpathSync.native : realpathSync

/** Where a path really is, links followed; null: there is nothing. */
export function realPathOf(path: string): string | null {
  try {
    return real(path)
  } catch {
    return null
  }
}

/** The name under which things are kept about a folder: where it really is, or as given while there is none. */
export const canonicalDir = (dir: string): string => realPathOf(dir) ?? dir
