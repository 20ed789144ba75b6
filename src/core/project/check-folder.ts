import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Folders that other programs copy about while we write; named as their makers do. */
const syncedBy: readonly (readonly [RegExp, string])[] = [
  [/^onedrive( -.*)?$/i, 'OneDrive'], [/^(icloud ?drive|iclouddrive|mobile documents|com~apple~clouddocs)$/i, 'iCloud'], [/^dropbox( \(.*\))?$/i, 'Dropbox'],
  [/^(google ?drive|googledrive.*|my drive|我的云端硬盘)$/i, 'Google Drive'], [/^(nutstore|nutstore files|坚果云|我的坚果云)$/i, '坚果云'], [/^box( sync)?$/i, 'Box'],
  [/^(baidunetdisk|baidusyncdisk|百度网盘|百度网盘同步空间)$/i, '百度网盘'], [/^(weiyun|微云同步盘|微云)$/i, '微云'], [/^(aliyundrive|阿里云盘)$/i, '阿里云盘'],
  [/^(nextcloud|owncloud|syncthing|sync|megasync|mega|pcloud ?drive|seafile|creative cloud files)$/i, ''],
]

/** The program that keeps a folder in step with a server, by the names in its path; null when none is known. */
export function syncedFolder(dir: string): string | null {
  for (const segment of resolve(dir).split(/[\\/]/)) for (const [name, program] of syncedBy) if (name.test(segment)) return program === '' ? segment : program
  return null
}

export interface FolderCheck { writable: boolean; reason: string | null; synced: string | null; exists: boolean; empty: boolean }

/** Whether a project may be made at a place, which need not exist yet (09 §2). `reason` is a sentence for the author. */
export async function checkFolder(dir: string): Promise<FolderCheck> {
  const absolute = resolve(dir)
  const found = await stat(absolute).catch(() => null)
  const synced = syncedFolder(absolute)
  if (found !== null && !found.isDirectory()) return { writable: false, reason: `${absolute} is a file.`, synced, exists: true, empty: false }
  const exists = found !== null
  const empty = !exists || (await readdir(absolute).catch((): string[] => ['?'])).length === 0
  let above = absolute
  while ((await stat(above).catch(() => null)) === null && dirname(above) !== above) above = dirname(above)
  const isFolder = await stat(above).then((one) => one.isDirectory(), () => false)
  const writable = isFolder && (await access(above, constants.W_OK | constants.X_OK).then(() => true, () => false))
  return { writable, reason: writable ? null : isFolder ? `Nothing can be written in ${above}.` : `${above} is no folder.`, synced, exists, empty }
}
