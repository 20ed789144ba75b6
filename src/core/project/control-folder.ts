import { existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '@shared/fault'

/** Folders of `.nbook` for what the author and their agents write there. */
export const authorFolders = ['profiles', 'skills', 'workflows', 'tools', 'memory'] as const
/** Those the app needs; made when they are missing. */
const ownFolders = ['blobs', 'trash', 'backups', 'runs', 'jobs'] as const
const databaseEnds = ['', '-wal', '-shm', '-journal']
const ownFiles = [...['project.sqlite', 'sessions.sqlite'].flatMap((name) => databaseEnds.map((end) => `${name}${end}`)), 'lock', 'config.json', 'shell-allowlist.json']

/** `.nbook` and all of it that we write into must be real: nothing of ours may be led elsewhere. `make`: what is missing is made. PROJECT_ROOT_LINK. */
export function prepareControlFolder(nbook: string, make: boolean): void {
  for (const folder of [nbook, ...ownFolders.map((name) => join(nbook, name))]) if (!isRealFolder(folder) && make) mkdirSync(folder)
  for (const name of authorFolders) isRealFolder(join(nbook, name))
  // Old contents lie one folder deeper, by the first two characters of their hash.
  const blobs = join(nbook, 'blobs')
  for (const entry of existsSync(blobs) ? readdirSync(blobs, { withFileTypes: true }) : []) if (entry.isSymbolicLink()) isRealFolder(join(blobs, entry.name))
  for (const name of ownFiles) {
    if (lstatSync(join(nbook, name), { throwIfNoEntry: false })?.isSymbolicLink() === true) fail('PROJECT_ROOT_LINK', `${join(nbook, name)} must not be a link.`)
  }
}

function isRealFolder(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return false
  return found.isDirectory() || fail('PROJECT_ROOT_LINK', `${folder} must be a real folder, not a link or a file.`)
}
