import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** File systems of a test's own, in the machine's real table of mounts. */
export interface Mounts {
  /** An empty one at a folder, made when it is not there. */
  add(place: string, options?: string): void
  close(): void
}

export function createMounts(): Mounts {
  const places: string[] = []
  return {
    add(place, options = 'size=1m') {
      mkdirSync(place, { recursive: true })
      const done = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place], { encoding: 'utf8' })
      if (done.status !== 0) throw new Error(`mount: ${done.stderr}`)
      places.push(place)
    },
    // What is still in use goes when its last user does.
    close: () => { for (const place of places.splice(0).toReversed()) spawnSync('umount', ['--lazy', place]) },
  }
}

/** Why nothing can be mounted here; null: it can. */
export function cannotMount(): string | null {
  if (process.platform !== 'linux') return 'no Linux'
  const place = mkdtempSync(join(tmpdir(), 'wenqu-mount-'))
  const mounts = createMounts()
  try {
    mounts.add(place)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    mounts.close()
    rmSync(place, { recursive: true, force: true })
  }
}
