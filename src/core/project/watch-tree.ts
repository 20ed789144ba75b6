import { lstatSync, readdirSync, watch, type FSWatcher } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { errorCode } from './retry'

/** `noticed`: relative names that changed, '' when the folder itself is gone, null: something did. `failed`: what is left is not watched. */
export interface TreeOptions { dir: string; ignored(name: string): boolean; noticed(name: string | null): void; failed(): void }

/** Watches a folder with all below it, each name told before anything else is done; what cannot be watched at all is thrown. */
export function watchTree(options: TreeOptions): { close(): void } {
  if (process.platform === 'linux') return watchFolders(options)
  const { dir, ignored, noticed, failed } = options
  const watcher = watch(dir, { recursive: true, persistent: false, ignore: (path: string) => path.split(sep).some(ignored) }, (_event, name) => {
    if (name?.split(sep).some(ignored) !== true) noticed(name)
  })
  watcher.on('error', failed)
  return watcher
}

/** Node's own recursive watching loses sight, for good, of a folder that was deleted or moved and made again at once. */
function watchFolders({ dir, ignored, noticed, failed }: TreeOptions): { close(): void } {
  const folders = new Map<string, FSWatcher>()
  const forget = (name: string): void => {
    for (const [below, watcher] of folders) {
      if (below !== name && name !== '' && !below.startsWith(name + sep)) continue
      watcher.close()
      folders.delete(below)
    }
  }
  const add = (name: string): void => {
    try {
      folders.set(name, watch(join(dir, name), { persistent: false }, (_event, child) => safely(() => changed(name, child))).on('error', failed))
      for (const entry of readdirSync(join(dir, name), { withFileTypes: true })) if (entry.isDirectory() && !ignored(entry.name)) add(join(name, entry.name))
    } catch (error) {
      // Gone again, or not to be read by anyone here: its parent tells when that changes.
      if (name === '' || !['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(error))) throw error
      forget(name)
    }
  }
  const changed = (folder: string, child: string | null): void => {
    if (!folders.has(folder) || (child !== null && ignored(child))) return
    const name = child === null ? folder : join(folder, child)
    const isFolder = isFolderAt(join(dir, name))
    // What happens to a folder itself comes under its own name, too; of others the parent tells.
    const self = isFolder === null && child === basename(join(dir, folder)) && (folder === '' || isFolderAt(join(dir, folder)) === null)
    if (self && folder === '') return again(name)
    if (self) return
    noticed(name === '' ? null : name)
    if (isFolder !== true && !folders.has(name)) return
    // It may be another folder of that name.
    forget(name)
    if (isFolder === true) add(name)
  }
  const again = (name: string): void => {
    forget('')
    noticed(isFolderAt(dir) === null ? '' : name)
    if (isFolderAt(dir) !== null) add('')
  }
  const safely = (work: () => void): void => {
    try {
      work()
    } catch {
      forget('')
      failed()
    }
  }
  try {
    add('')
  } catch (error) {
    forget('')
    throw error
  }
  return { close: () => forget('') }
}

/** Null: there is nothing. */
const isFolderAt = (path: string): boolean | null => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? null
