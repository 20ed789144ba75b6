import { readdirSync, statSync, type Dirent, type Stats } from 'node:fs'

/** File systems keep times to a few milliseconds: what changed just now may change again under the same time. */
const UNSURE_MS = 100

/** Whether the time of a file tells its present state from the next. Real time, not the app's: it is compared with what the file system says. */
export const settled = (found: Stats): boolean => Math.abs(Date.now() - found.ctimeMs) > UNSURE_MS

/** What `make` says of the entries of a folder, worked out again when its names changed; null where there is no folder. A look costs one `stat`. */
export function folderListing<T>(make: (entries: readonly Dirent[]) => T): (dir: string) => T | null {
  const known = new Map<string, { readonly stamp: string; readonly made: T }>()
  return (dir) => {
    const found = statSync(dir, { throwIfNoEntry: false })
    if (found?.isDirectory() !== true) return null
    const stamp = settled(found) ? `${found.ino} ${found.mtimeMs} ${found.ctimeMs}` : ''
    const before = known.get(dir)
    if (stamp !== '' && before?.stamp === stamp) return before.made
    const made = make(readdirSync(dir, { withFileTypes: true }))
    known.set(dir, { stamp, made })
    return made
  }
}
