import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { settled, stampOf } from '../project/file-stamp'
import { folderListing } from '../project/folder-listing'
import type { Profile } from './types'

/** A profile file in one version: another version is another object, so what was made from it can be kept with it. */
export interface ProfileFile { readonly layer: Profile['layer']; readonly key: string; readonly path: string; readonly text: () => string }
type Folder = readonly [Profile['layer'], string]

interface Known { stamp: string; file: ProfileFile }

/**
 * The profile files of some folders as they stand now (04 §1). A look costs one `stat` per file, for one key one per folder: a
 * call asks for its profile several times (10: under 1 ms of our own per call), and a changed file still counts on the next.
 * The same array is given again while nothing changed.
 */
export function profileFolders(folders: readonly Folder[]): (key?: string) => readonly ProfileFile[] {
  const namesIn = folderListing((entries) => entries.map((entry) => entry.name).filter((name) => name.endsWith('.md')).sort())
  let known = new Map<string, Known>()
  let last: readonly ProfileFile[] | null = null
  const asKnown = (key: string): boolean => folders.every(([, dir]) => { const path = join(dir, `${key}.md`); return fileStamp(path) === (known.get(path)?.stamp ?? null) })
  return (key) => {
    if (last !== null && key !== undefined && asKnown(key)) return last
    const now = new Map<string, Known>()
    for (const [layer, dir] of folders) {
      for (const name of namesIn(dir) ?? []) {
        const path = join(dir, name)
        const stamp = fileStamp(path)
        const before = known.get(path)
        if (stamp !== null) now.set(path, before?.stamp === stamp ? before : { stamp, file: { layer, key: name.slice(0, -3), path, text: () => readFileSync(path, 'utf8') } })
      }
    }
    const files = [...now.values()].map((one) => one.file)
    known = now
    const before = last ?? []
    last = last !== null && files.length === before.length && files.every((file, n) => file === before[n]) ? last : files
    return last
  }
}

/** What tells one version of a file from another; its text too while its time says nothing. */
function fileStamp(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() !== true) return null
  return settled(found) ? stampOf(found) : `${stampOf(found)} ${readFileSync(path, 'utf8')}`
}
