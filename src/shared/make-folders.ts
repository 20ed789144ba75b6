import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
const isThere = (dir: string): boolean => statSync(dir, { throwIfNoEntry: false }) !== undefined

/**
 * Makes a folder and what is missing above it; one that is there is no error. Throws what the system says, at once: Node's own
 * `recursive` asks for ever where a system answers ENOENT though the folder above is there (/proc).
 */
export function makeFolders(dir: string): void {
  try {
    mkdirSync(dir)
  } catch (error) {
    if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true) return
    const above = dirname(dir)
    if (codeOf(error) !== 'ENOENT' || isThere(above)) throw error
    makeFolders(above)
    makeFolders(dir)
  }
}
