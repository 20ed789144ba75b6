import { lstat, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isTempName } from './atomic-write'
import { hashBytes } from './hash'
import { filesBelow } from './measure'
import { below } from './paths/contain'
import type { Emit } from './types'
import { watchTree } from './watch-tree'

export interface Watcher {
  /**
   * How many changes have been seen so far, counted before anyone is told of them; null while changes are not watched, or where: outside the folder,
   * in what is ignored. Two equal counts say that nothing changed between them, as far as the system tells it: on Linux at once, so that what was
   * changed before a program was started is counted when that program's end is known; elsewhere some milliseconds later. No system tells of what
   * other machines do on a network drive, or of a file changed under a name outside the folder.
   */
  seen(real: string): number | null
  close(): void
}
/** A file that others changed: what we knew of it (undefined: nothing), and its bytes now (null: gone, or too large to read). */
export interface OutsideChange { real: string; path: string; known: string | null | undefined; hash: string | null; bytes: Buffer | null }
export interface WatchOptions {
  dir: string
  emit: Emit
  /** What we know of a file: its hash, null = we removed it, undefined = never met. */
  known: Map<string, string | null>
  /** Told of every outside change, after those who listen. */
  outside?: (changes: readonly OutsideChange[]) => void
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
  let watcher: { close(): void } | null = null
  let quiet: NodeJS.Timeout | null = null
  let closed = false
  let seen = 0
  const flush = (): void => {
    const paths = [...pending]
    pending.clear()
    void lookAt(options, paths).catch(() => undefined)
  }
  const noticed = (name: string | null): void => {
    seen += 1
    // The folder itself went, and what is watched went with it.
    if (name === '') again()
    if (name === null) return
    pending.add(name)
    if (quiet !== null) clearTimeout(quiet)
    quiet = setTimeout(flush, options.quiet ?? 80)
    quiet.unref()
  }
  const start = (): void => {
    if (closed || watcher !== null) return
    try {
      watcher = watchTree({ dir, ignored, noticed, failed: again })
      seen += 1
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
    seen: (real) => (watcher !== null && isWatched(dir, real) ? seen : null),
    close: () => {
      closed = true
      clearTimeout(begin)
      if (quiet !== null) clearTimeout(quiet)
      watcher?.close()
      watcher = null
    },
  }
}

const isWatched = (dir: string, real: string): boolean => below(dir, real)?.some(ignored) === false

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
  const changes: OutsideChange[] = []
  for (const real of files) {
    const change = await compare(options, real)
    if (change !== null) changes.push(change)
  }
  if (changes.length > 0) options.outside?.(changes)
}

async function compare(options: WatchOptions, real: string): Promise<OutsideChange | null> {
  const known = options.known.get(real)
  const now = await fingerprint(real)
  const hash = now?.hash ?? null
  if (hash === known || (hash === null && known === undefined && !looksLikeFile(real))) return null
  options.known.set(real, hash)
  const kind = hash === null ? 'delete' : known === null ? 'create' : 'modify'
  const path = relative(options.dir, real).split(sep).join('/')
  options.emit({ type: 'file.changed', path, kind, hash, from: null, by: 'outside' })
  return { real, path, known, hash, bytes: now?.bytes ?? null }
}

const looksLikeFile = (real: string): boolean => /\.[^./\\]+$/.test(real)

/** Null: no file. Larger ones are told by size and time alone. */
async function fingerprint(real: string): Promise<{ hash: string; bytes: Buffer | null } | null> {
  try {
    const found = await lstat(real)
    if (!found.isFile()) return null
    if (found.size > hashBytesUpTo) return { hash: `size:${found.size}:${found.mtimeMs}`, bytes: null }
    const bytes = await readFile(real)
    return { hash: hashBytes(bytes), bytes }
  } catch {
    return null
  }
}
