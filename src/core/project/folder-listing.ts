import { readdirSync, statSync, type Dirent } from 'node:fs'
import { settled, stampOf } from './file-stamp'

/** What `make` says of the entries of a folder, worked out again when its names changed; null where there is no folder. A look costs one `stat`. */
export function folderListing<T>(make: (entries: readonly Dirent[]) => T): (dir: string) => T | null {
  const known = new Map<string, { readonly stamp: string; readonly made: T }>()
  return (dir) => {
    const found = statSync(dir, { throwIfNoEntry: false })
    if (found?.isDirectory() !== true) return null
    const stamp = settled(found) ? stampOf(found) : ''
    const before = known.get(dir)
    if (stamp !== '' && before?.stamp === stamp) return before.made
    const made = make(readdirSync(dir, { withFileTypes: true }))
    known.set(dir, { stamp, made })
    return made
  }
}
