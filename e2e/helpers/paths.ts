import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll } from 'vitest'

export const root = resolve(import.meta.dirname, '../..')
/** The runtime the tests drive; scripts/e2e.mjs names it. */
export const electronPath = process.env['WENQU_ELECTRON_PATH'] ?? join(homedir(), '.cache/wenqu/electron-33.2.1/electron')
/** The Node that runs core; the tests themselves run on it. */
export const node26 = process.execPath

const made: string[] = []
/** An empty folder of its own, gone when the test file has ended. */
export function freshFolder(name = 'wenqu-e2e-'): string {
  const dir = mkdtempSync(join(tmpdir(), name))
  made.push(dir)
  return dir
}
export async function removeFolders(): Promise<void> {
  await Promise.all(made.splice(0).map((dir) => rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })))
}
afterAll(removeFolders)
