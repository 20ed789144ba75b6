import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Path → SHA-256 of every file below `dir`, sorted; the project's own machinery (`.nbook`) left out. */
export async function fileHashes(dir: string): Promise<Record<string, string>> {
  const found = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).filter((path) => !path.slice(dir.length).includes('/.nbook/')).sort()
  const pairs = await Promise.all(files.map(async (path) => [path.slice(dir.length + 1), createHash('sha256').update(await readFile(path)).digest('hex')] as const))
  return Object.fromEntries(pairs)
}
