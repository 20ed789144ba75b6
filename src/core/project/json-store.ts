import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolders } from '@shared/make-folders'
import { writeFileAtomic } from './atomic-write'
import { withPaths } from './path-locks'
import { writeFailed } from './retry'

/** What a JSON file of our own holds now: `value` undefined when it is missing, `error` when it cannot be read. */
export function readJson(path: string): { value: unknown; error: string | null } {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return { value: undefined, error: null }
  try {
    return { value: JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')), error: null }
  } catch (error) {
    return { value: undefined, error: `${path}: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Writes JSON whole (06 §6), for the author's eyes too; makes the folder. WRITE_FAILED. */
export async function writeJson(path: string, value: unknown, mode?: number): Promise<void> {
  try {
    makeFolders(dirname(path))
  } catch (error) {
    writeFailed(path, error)
  }
  await writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`, mode === undefined ? {} : { mode })
}

/** Reads and writes a JSON file of our own as one act of this process: `change` gives the new value, or undefined to leave it. */
export async function changeJson(path: string, change: (found: ReturnType<typeof readJson>) => unknown, mode?: number): Promise<void> {
  await withPaths([path], async () => {
    const next = change(readJson(path))
    if (next !== undefined) await writeJson(path, next, mode)
  })
}
