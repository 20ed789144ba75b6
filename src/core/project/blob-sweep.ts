import { existsSync } from 'node:fs'
import { readdir, readFile, rename, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { asideSuffix } from './blobs'

export interface SweepOptions {
  /** `.nbook` of the project. */
  nbook: string
  databases: readonly Database.Database[]
  /** Hashes of what the files hold now: the base of what others change next. */
  present: ReadonlySet<string>
  now: Date
  /** Blobs younger than this are never touched: who keeps one may not have written down yet what for. */
  graceMs?: number
  /** One sweep takes no longer; the rest waits for the next. */
  budgetMs?: number
  stopped?: () => boolean
}
/** `aside`: no longer needed, deleted by a sweep on a later day; `back`: needed after all. */
export interface Sweep { blobs: number; needed: number; aside: number; back: number; removed: number; bytes: number; ms: number; complete: boolean }

const dayMs = 86_400_000
const hashes = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gu
/** Folded states and vectors: many and large, and no text of theirs is a blob. */
const without = new Set(['WorldSnapshot', 'WorldVector', 'WorldPatch', 'WorldSlice', 'SubjectVector'])
const rowsAtOnce = 400

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function mark(into: Set<string>, text: string): void {
  if (text.length >= 64) for (const [hash] of text.matchAll(hashes)) into.add(hash)
}

/**
 * Whether the hashes of a row count. Of the author's own typing only those of the newest row of each path do: everything else of theirs
 * is a version in the history if it was to be kept. A change that has not ended counts, whoever makes it.
 */
function counting(db: Database.Database, table: string): { columns: string; counts(row: readonly unknown[]): boolean } {
  if (table !== 'Journal') return { columns: '*', counts: () => true }
  // Found once for all pages: asked for in each, the whole journal would be looked through as often as it has pages.
  const newest = new Set(db.prepare('SELECT max(seq) FROM Journal GROUP BY path').pluck().all())
  return { columns: "iif(actor <> 'author' OR state = 'intent', 1, 0), *", counts: ([seq, always]) => always === 1 || newest.has(seq) }
}

async function markTable(db: Database.Database, table: string, into: Set<string>, isRowid: boolean): Promise<void> {
  if (!isRowid) {
    for (const row of db.prepare(`SELECT * FROM "${table}"`).raw().iterate() as Iterable<unknown[]>) for (const cell of row) if (typeof cell === 'string') mark(into, cell)
    return
  }
  const { columns, counts } = counting(db, table)
  const page = db.prepare(`SELECT rowid AS _rowid_, ${columns} FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT ?`).raw()
  for (let after = -1; ;) {
    const rows = page.all(after, rowsAtOnce) as unknown[][]
    for (const row of rows) if (counts(row)) for (const cell of row) if (typeof cell === 'string') mark(into, cell)
    const last = rows.at(-1)?.[0]
    if (rows.length < rowsAtOnce || typeof last !== 'number') return
    after = last
    await pause()
  }
}

/**
 * Every hash that anything names: all texts of both databases are read, whatever their table, so that one added tomorrow counts too
 * (history, journal, proposals, approvals, results, pictures), and the notes of runs and trash.
 */
async function markAll({ nbook, databases, present }: SweepOptions): Promise<Set<string>> {
  const needed = new Set(present)
  for (const db of databases) {
    const tables = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all() as { name: string; sql: string }[]
    for (const { name, sql } of tables) if (!without.has(name)) await markTable(db, name, needed, !/WITHOUT ROWID/iu.test(sql))
  }
  for (const folder of ['runs', 'trash']) {
    for (const entry of await readdir(join(nbook, folder), { recursive: true, withFileTypes: true }).catch(() => [])) {
      if (entry.isFile() && entry.name.endsWith('.json')) mark(needed, await readFile(join(entry.parentPath, entry.name), 'utf8').catch(() => ''))
    }
  }
  return needed
}

/** One blob: set aside when nothing names it, back when something does again, gone when it lay aside for a day. */
async function sweepOne(folder: string, name: string, needed: ReadonlySet<string>, options: Required<Pick<SweepOptions, 'now' | 'graceMs'>>, sweep: Sweep): Promise<void> {
  const isAside = name.endsWith(asideSuffix)
  const hash = isAside ? name.slice(0, -asideSuffix.length) : name
  const place = join(folder, name)
  sweep.blobs += 1
  if (needed.has(hash)) {
    sweep.needed += 1
    if (isAside && !existsSync(join(folder, hash))) {
      await rename(place, join(folder, hash))
      sweep.back += 1
    }
    return
  }
  const found = await stat(place)
  const age = options.now.getTime() - found.mtimeMs
  if (isAside && age > dayMs) {
    await unlink(place)
    sweep.removed += 1
    sweep.bytes += found.size
  } else if (!isAside && age > options.graceMs) {
    await utimes(place, options.now, options.now)
    await rename(place, join(folder, `${hash}${asideSuffix}`))
    sweep.aside += 1
  }
}

/**
 * Lets go of old contents that nothing names any more (06 §7): first set aside, deleted only when a sweep a day later still finds
 * them unneeded; until then reading one brings it back. What history, trash, journal, proposals, approvals and results name stays.
 */
export async function sweepBlobs(options: SweepOptions): Promise<Sweep> {
  const began = performance.now()
  const { graceMs = 14 * dayMs, budgetMs = 5_000, stopped = () => false } = options
  const sweep: Sweep = { blobs: 0, needed: 0, aside: 0, back: 0, removed: 0, bytes: 0, ms: 0, complete: false }
  const needed = await markAll(options)
  const root = join(options.nbook, 'blobs')
  const folders = (await readdir(root).catch(() => [])).filter((name) => /^[0-9a-f]{2}$/u.test(name))
  // Another folder first each day, so that a short budget reaches all of them in the end.
  const from = Math.floor(options.now.getTime() / dayMs) % Math.max(1, folders.length)
  for (const folder of [...folders.slice(from), ...folders.slice(0, from)]) {
    if (stopped() || performance.now() - began > budgetMs) return { ...sweep, ms: Math.round(performance.now() - began) }
    for (const name of await readdir(join(root, folder)).catch(() => [])) {
      if (/^[0-9a-f]{64}(\.aside)?$/u.test(name)) await sweepOne(join(root, folder), name, needed, { now: options.now, graceMs }, sweep).catch(() => undefined)
    }
    await pause()
  }
  return { ...sweep, ms: Math.round(performance.now() - began), complete: true }
}
