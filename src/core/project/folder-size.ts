import { readdir, stat } from 'node:fs/promises'
import type { Dirent } from 'node:fs'
import { join } from 'node:path'

/** Bytes of all regular files below a folder; links are not followed. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0
  const folders = [folder]
  for (let here = folders.pop(); here !== undefined; here = folders.pop()) {
    const at = here
    const entries = await readdir(at, { withFileTypes: true }).catch((): Dirent[] => [])
    for (const entry of entries) if (entry.isDirectory()) folders.push(join(at, entry.name))
    const sizes = await Promise.all(entries.filter((entry) => entry.isFile()).map((entry) => stat(join(at, entry.name)).then((found) => found.size, () => 0)))
    bytes += sizes.reduce((sum, size) => sum + size, 0)
  }
  return bytes
}
