import { realpathSync } from 'node:fs'

/** Where a path really is, links followed; null: there is nothing. */
export function realPathOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}

/** The name under which things are kept about a folder: where it really is, or as given while there is none. */
export const canonicalDir = (dir: string): string => realPathOf(dir) ?? dir
