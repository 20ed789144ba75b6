import { fail } from '@shared/fault'

const held = new Set(['EPERM', 'EBUSY', 'EACCES'])
/** Waits before each further try: ten tries within two seconds (06 §6). */
const waits = [10, 20, 40, 80, 150, 250, 350, 450, 550]
const pause = new Int32Array(new SharedArrayBuffer(4))

export const errorCode = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? ''

/** Repeats a step that a virus scanner or a sync tool may hold up; other errors pass at once (06 §6). */
export async function retrying<T>(step: () => Promise<T>): Promise<T> {
  for (const wait of waits) {
    try {
      return await step()
    } catch (error) {
      if (!held.has(errorCode(error))) throw error
    }
    await new Promise((done) => setTimeout(done, wait))
  }
  return step()
}

/** `retrying` for the steps that must not be interrupted: it blocks while it waits. */
export function retryingSync<T>(step: () => T): T {
  for (const wait of waits) {
    try {
      return step()
    } catch (error) {
      if (!held.has(errorCode(error))) throw error
    }
    Atomics.wait(pause, 0, 0, wait)
  }
  return step()
}

/** Any disk error of a write as WRITE_FAILED with path and cause; the old bytes are intact (06 §6). */
export function writeFailed(path: string, error: unknown): never {
  const code = errorCode(error)
  const why = code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : code === 'EROFS' || code === 'EACCES' || code === 'EPERM' ? 'writing is not allowed there' : error instanceof Error ? error.message : String(error)
  fail('WRITE_FAILED', `${path} could not be written: ${why}. What was there before is unchanged.`, { data: { path, cause: code } })
}
