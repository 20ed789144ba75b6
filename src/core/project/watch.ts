import { watch, type FSWatcher } from 'node:fs'
import { lstat, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isTempName } from './atomic-write'
import { hashBytes } from './hash'
import { filesBelow } from './measure'
import type { Emit } from './types'

export interface Watcher { close(): void }
export interface WatchOptions {
  dir: string
  emit: Emit
  /** What we know of a file: its hash, null = we removed it, undefined = never met. */
  known: Map<string, string | null>
  /** Milliseconds of quiet before changes are looked at. */
  quiet?: number
  /** Milliseconds before watching starts, so that short commands do not pay for it. */
  delay?: number
}

const ignored = (name: string): boolean => name === '.nbook' || name === '.git' || name === 'node_modules' || isTempName(name)
/** Larger files are told by size and time alone. */
const hashBytesUpTo = 16 * 1_048_576

/**
 * Tells `file.changed` by `outside` for changes that are not ours: the hash differs from what we last wrote or saw. A vanished
 * project folder is not a mass deletion (06 §6): nothing is told until it is back.
 */
export function watchProject(options: WatchOptions): Watcher {
  const { dir } = options
  const pending = new Set<string>()
  let watcher: FSWatcher | null = null
  let quiet: NodeJS.Timeout | null = null
  let closed = false
  const flush = (): void => {
    const paths = [...pending]
    pending.clear()
    void lookAt(options, paths).catch(() => undefined)
  }
  const noticed = (_event: string, name: string | null): void => {
    if (name === null || name.split(sep).some(ignored)) return
    pending.add(name)
    if (quiet !== null) clearTimeout(quiet)
    quiet = setTimeout(flush, options.quiet ?? 80)
    quiet.unref()
  }
  const start = (): void => {
    if (closed) return
    try {
      watcher = watch(dir, { recursive: true, persistent: false, ignore: (path: string) => path.split(sep).some(ignored) }, noticed)
      watcher.on('error', again)
    } catch {
      again()
    }
  }
  const again = (): void => {
    watcher?.close()
    watcher = null
    if (!closed) setTimeout(start, 2_000).unref()
  }
  const begin = setTimeout(start, options.delay ?? 1_000)
  begin.unref()
  return {
    close: () => {
      closed = true
      clearTimeout(begin)
      if (quiet !== null) clearTimeout(quiet)
      watcher?.close()
    },
  }
}

async function lookAt(options: WatchOptions, names: readonly string[]): Promise<void> {
  if (!(await stat(options.dir).then((found) => found.isDirectory(), () => false))) return
  const files = new Set<string>()
  for (const name of names) {
    const real = join(options.dir, name)
    const found = await lstat(real).catch(() => null)
    if (found?.isDirectory() === true) for (const below of await filesBelow(real, ignored)) files.add(join(real, below))
    else {
      files.add(real)
      if (found === null) for (const known of options.known.keys()) if (known.startsWith(real + sep)) files.add(known)
    }
  }
  for (const real of files) await compare(options, real)
}

async function compare(options: WatchOptions, real: string): Promise<void> {
  const before = options.known.get(real)
  const now = await fingerprint(real)
  if (now === before || (now === null && before === undefined && !looksLikeFile(real))) return
  options.known.set(real, now)
  const kind = now === null ? 'delete' : before === null ? 'create' : 'modify'
  options.emit({ type: 'file.changed', path: relative(options.dir, real).split(sep).join('/'), kind, hash: now, from: null, by: 'outside' })
}

const looksLikeFile = (real: string): boolean => /\.[^./\\]+$/.test(real)

async function fingerprint(real: string): Promise<string | null> {
  try {
    const found = await lstat(real)
    if (!found.isFile()) return null
    return found.size > hashBytesUpTo ? `size:${found.size}:${found.mtimeMs}` : hashBytes(await readFile(real))
  } catch {
    return null
  }
}
