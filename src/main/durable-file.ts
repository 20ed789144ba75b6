import { open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolders } from '@shared/make-folders'

const retryable = new Set(['EPERM', 'EBUSY', 'EACCES'])

/** Writes a whole file so that after a crash or power loss there is the old text or the new one: temp, fsync, rename, fsync folder (01 "Data on disk"). */
export async function writeDurably(file: string, text: string, mode = 0o600): Promise<void> {
  const folder = dirname(file)
  makeFolders(folder)
  const temp = join(folder, `.${process.pid}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}.tmp`)
  try {
    const handle = await open(temp, 'wx', mode)
    try {
      await handle.writeFile(text, 'utf8')
      await handle.sync()
    } finally {
      await handle.close()
    }
    await renameWithRetry(temp, file)
  } catch (error) {
    await rm(temp, { force: true }).catch(() => undefined)
    throw error
  }
  await syncFolder(folder)
}

/** Virus scanners and sync tools hold files for a moment on Windows. */
async function renameWithRetry(from: string, to: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await rename(from, to)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (attempt >= 6 || !retryable.has(code)) throw error
      await new Promise((done) => setTimeout(done, 20 * 2 ** attempt))
    }
  }
}

/** Makes a rename or an unlink in `folder` last. Windows cannot open folders and needs no such step. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes what writers that died left behind. */
export async function sweepTemps(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  await Promise.all(names.filter((name) => name.startsWith('.') && name.endsWith('.tmp')).map((name) => rm(join(folder, name), { force: true })))
}
