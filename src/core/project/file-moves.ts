import { lstatSync, renameSync, rmdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fail, isFault } from '@shared/fault'
import { below } from './paths/contain'
import { checkProjectRoot } from './paths/roots'
import { checkTwins, isRespelled } from './paths/walk'
import { holdOrMake, holdParent, type HeldFolder } from './held-folder'
import type { JournalEntry } from './journal'
import { keepManifest } from './keep-manifest'
import { measureTree } from './measure'
import { withPaths } from './path-locks'
import { byOf, type ProjectContext } from './project-context'
import { errorCode, retryingSync, writeFailed } from './retry'
import type { By, SafePath } from './types'

const exists = (folder: HeldFolder, name: string): boolean => lstatSync(folder.at(name), { throwIfNoEntry: false }) !== undefined

/** Renames through two held folders; nothing is replaced. FILE_EXISTS, NOT_FOUND, PATH_CHANGED. */
export function renameHeld(from: { folder: HeldFolder; name: string }, to: { folder: HeldFolder; name: string }, shown: { from: string; to: string }): void {
  from.folder.check()
  to.folder.check()
  if (!exists(from.folder, from.name)) fail('NOT_FOUND', `"${shown.from}" does not exist.`, { actual: shown.from })
  const respelled = isRespelled(from.folder.at(from.name), to.folder.at(to.name))
  if (exists(to.folder, to.name) && !respelled) fail('FILE_EXISTS', `"${shown.to}" exists already.`, { actual: shown.to })
  retryingSync(() => renameSync(from.folder.at(from.name), to.folder.at(to.name)))
  to.folder.syncNow()
  from.folder.syncNow()
}

/** The author's rename of a file or folder: one rename on the disk, one row per file in the journal, history along. */
export async function movePath(context: ProjectContext, from: SafePath, to: SafePath, by: By): Promise<void> {
  context.assertWritable()
  if (from.owner !== context.slug || to.owner !== context.slug) fail('PATH_OUTSIDE', 'Files are moved inside one project only.')
  const inside = below(from.real, to.real)
  if (inside !== null && inside.length > 0) fail('ARGS_INVALID', `"${from.shown}" cannot be moved into itself.`)
  checkTwins(to, from)
  keepManifest(from)
  await checkProjectRoot(context.dir)
  await withPaths([from.real, to.real], async () => {
    const files = await measureTree(from.real).catch(() => fail('NOT_FOUND', `"${from.shown}" does not exist.`, { actual: from.shown }))
    const entries = files.map(({ path, hash, bytes }): JournalEntry => ({ path: join(from.shown, path), kind: 'move', movedTo: join(to.shown, path), before: hash, after: hash, sizeBefore: bytes, sizeAfter: bytes }))
    const source = (await holdParent(from.real, false)) ?? fail('NOT_FOUND', `"${from.shown}" does not exist.`)
    try {
      const target = (await holdParent(to.real, true)) ?? fail('PATH_CHANGED', `"${to.shown}" cannot be reached.`)
      try {
        for (const { path, hash } of files) noteMove(context, join(from.real, path), join(to.real, path), hash)
        renameInGroup(context, entries, by, () => renameHeld({ folder: source.folder, name: basename(from.real) }, { folder: target.folder, name: basename(to.real) }, { from: from.shown, to: to.shown }))
      } finally {
        await target.folder.close()
      }
    } finally {
      await source.folder.close()
    }
    context.history.moved(from.shown, to.shown)
    context.emit({ type: 'file.changed', path: to.shown, kind: 'move', hash: files.length === 1 && files[0]?.path === '' ? files[0].hash : null, from: from.shown, by: byOf(by) })
  })
}

const join = (path: string, more: string): string => (more === '' ? path : `${path}/${more}`)

function noteMove(context: ProjectContext, from: string, to: string, hash: string): void {
  context.wrote(from, null)
  context.wrote(to, hash)
}

/** One rename under one journal group. WRITE_FAILED. */
export function renameInGroup(context: ProjectContext, entries: readonly JournalEntry[], by: By, rename: () => void): void {
  const group = context.journal.begin(entries, by)
  try {
    context.journal.finish(group, rename)
  } catch (error) {
    context.journal.undo(group)
    if (isFault(error)) throw error
    writeFailed(entries[0]?.path ?? '', error)
  }
}

/** Makes a folder and its missing parents (06 §4). */
export async function makeFolder(context: ProjectContext, path: SafePath, by: By): Promise<void> {
  context.assertWritable()
  if (path.owner === context.slug) await checkProjectRoot(context.dir)
  const parent = (await holdParent(path.real, true)) ?? fail('PATH_CHANGED', `"${path.shown}" cannot be reached.`)
  const real = parent.folder.real
  await parent.folder.close()
  const { folder, made } = await holdOrMake(real, [basename(path.real)]).catch((error: unknown) => (isFault(error) ? Promise.reject(error) : writeFailed(path.shown, error)))
  await folder.close()
  if (made.length > 0) context.emit({ type: 'file.changed', path: path.shown, kind: 'create', hash: null, from: null, by: byOf(by) })
}

/** Takes an empty folder away; one that holds anything stays, and one that is gone is no error. */
export async function removeEmptyFolder(context: ProjectContext, path: SafePath, by: By): Promise<void> {
  context.assertWritable()
  const parent = await holdParent(path.real, false)
  if (parent === null) return
  try {
    parent.folder.check()
    rmdirSync(parent.folder.at(basename(path.real)))
    context.emit({ type: 'file.changed', path: path.shown, kind: 'delete', hash: null, from: null, by: byOf(by) })
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(errorCode(error))) throw error
  } finally {
    await parent.folder.close()
  }
}
