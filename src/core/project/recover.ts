import { isFault } from '@shared/fault'
import { readyGroup, type Step } from './file-steps'
import { hashBytes } from './hash'
import { holdFolders } from './held-folder'
import type { JournalRow } from './journal'
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

interface Passage { path: string; before: string | null; after: string | null; now: string | null; place: SafePath | null }

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
export function expand(rows: readonly JournalRow[]): { path: string; before: string | null; after: string | null }[] {
  const out = new Map<string, { path: string; before: string | null; after: string | null }>()
  for (const row of rows) {
    if (row.kind !== 'move' || row.movedTo === null) {
      out.set(row.path, { path: row.path, before: row.before, after: row.after })
      continue
    }
    out.set(row.path, { path: row.path, before: row.before, after: null })
    out.set(row.movedTo, { path: row.movedTo, before: out.get(row.movedTo)?.before ?? null, after: row.after })
  }
  return [...out.values()]
}

async function look(context: ProjectContext, one: { path: string; before: string | null; after: string | null }): Promise<Passage> {
  try {
    const absolute = one.path.startsWith('/') || /^[A-Za-z]:\//.test(one.path)
    const place = await context.authorize(one.path, { use: 'write', ...(absolute ? { writeRoots: [one.path.slice(0, one.path.lastIndexOf('/'))] } : {}) })
    return { ...one, place, now: await hashNow(place) }
  } catch (error) {
    if (!isFault(error)) throw error
    return { ...one, place: null, now: null }
  }
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
