import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isFault } from '@shared/fault'
import { readyGroup, type Step } from './file-steps'
import { hashBytes } from './hash'
import { holdFolders } from './held-folder'
import type { JournalRow } from './journal'
import { below } from './paths/contain'
import { foldName } from './paths/fold'
import type { ProjectContext } from './project-context'
import { openSafely } from './safe-read'
import type { SafePath } from './types'

/** Ends the groups of processes that died between intent and end: all new or all old (06 §6). */
export async function recoverGroups(context: ProjectContext): Promise<void> {
  for (const { group, rows } of context.journal.abandoned()) await endAbandoned(context, group, rows)
}

/** Takes back a group of this process whose commit failed. `standing`: the names it renamed and could not rename back; all others may be somebody else's by now. */
export async function settleGroup(context: ProjectContext, group: string, standing: ReadonlySet<string>): Promise<void> {
  const rows = context.journal.rowsOf(group)
  await undoGroup(context, group, rows, await passagesOf(context, rows, (path) => standing.has(path)))
}

/** A name that a group took from one content to another; `respelled`: it and the other name of its move differ only in case or composition. */
interface Turn { path: string; before: string | null; after: string | null; respelled: boolean }
interface Passage extends Turn { now: string | null; place: SafePath | null }

async function endAbandoned(context: ProjectContext, group: string, rows: readonly JournalRow[]): Promise<void> {
  // A name that another group brought to this content meanwhile: the dead one would have been refused there, so it renamed nothing.
  if (expand(rows).some(({ path, before, after }) => context.journal.madeByOther(group, path, before, after))) return undoGroup(context, group, rows, [])
  const passages = await passagesOf(context, rows, () => true)
  if (passages.some((one) => one.place === null && one.path.startsWith('workspace/'))) return
  if (passages.every((one) => one.now === one.after)) return context.journal.finish(group, () => undefined)
  await undoGroup(context, group, rows, passages)
}

const passagesOf = (context: ProjectContext, rows: readonly JournalRow[], which: (path: string) => boolean): Promise<Passage[]> =>
  Promise.all(expand(rows).filter(({ path }) => which(path)).map((one) => look(context, one)))

async function undoGroup(context: ProjectContext, group: string, rows: readonly JournalRow[], passages: readonly Passage[]): Promise<void> {
  for (const one of passages) if (one.now === one.after && one.now !== one.before) await putBack(context, one)
  for (const row of rows) if (row.kind === 'delete' && row.movedTo !== null) await context.trashStore.remove(row.movedTo).catch(() => undefined)
  context.journal.undo(group)
}

/** The rows of a group as passages of single names: a move is two, and what it replaced belongs to its second. */
export function expand(rows: readonly JournalRow[]): Turn[] {
  const out = new Map<string, Turn>()
  for (const row of rows) {
    if (row.kind !== 'move' || row.movedTo === null) {
      out.set(row.path, { path: row.path, before: row.before, after: row.after, respelled: false })
      continue
    }
    const respelled = foldName(row.path) === foldName(row.movedTo)
    out.set(row.path, { path: row.path, before: row.before, after: null, respelled })
    out.set(row.movedTo, { path: row.movedTo, before: out.get(row.movedTo)?.before ?? null, after: row.after, respelled })
  }
  return [...out.values()]
}

async function look(context: ProjectContext, one: Turn): Promise<Passage> {
  try {
    const absolute = one.path.startsWith('/') || /^[A-Za-z]:\//.test(one.path)
    const place = await context.authorize(one.path, { use: 'write', twins: 'tell', ...(absolute ? { writeRoots: [one.path.slice(0, one.path.lastIndexOf('/'))] } : {}) })
    const now = await hashNow(place)
    return { ...one, place, now: now !== null && one.respelled && !isSpelledSo(context.dir, place) ? null : now }
  } catch (error) {
    if (!isFault(error)) throw error
    return { ...one, place: null, now: null }
  }
}

/** A disk that folds names finds a file under another spelling of its path, too: that is not this name. */
function isSpelledSo(dir: string, { real }: SafePath): boolean {
  const segments = below(dir, real) ?? []
  return segments.every((segment, at) => readdirSync(join(dir, ...segments.slice(0, at))).includes(segment))
}

async function hashNow(place: SafePath): Promise<string | null> {
  try {
    const handle = await openSafely(place)
    try {
      return hashBytes(await handle.readFile())
    } finally {
      await handle.close()
    }
  } catch {
    return null
  }
}

/** Takes one name back to what it was; a text that somebody changed since is left alone. */
async function putBack(context: ProjectContext, one: Passage): Promise<void> {
  if (one.place === null) return
  const bytes = one.before === null ? null : await context.blobs.get(one.before)
  if (one.before !== null && bytes === null) return
  const step: Step = { path: one.place, before: one.now, after: one.before, bytes, old: null, mode: undefined }
  const folders = holdFolders()
  try {
    const ready = await readyGroup([step], folders)
    try {
      context.wrote(one.place.real, one.before)
      ready.commit()
    } finally {
      await ready.close(true)
    }
  } finally {
    await folders.close()
  }
}
