import { lstatSync } from 'node:fs'
import { lstat, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fail, isFault } from '@shared/fault'
import { renameHeld, renameInGroup } from './file-moves'
import { splitFrontMatter } from './front-matter'
import { holdFolder, holdParent } from './held-folder'
import type { JournalEntry } from './journal'
import { keepManifest } from './keep-manifest'
import { filesBelow, isProseName, measureTree, type Measured } from './measure'
import { withPaths } from './path-locks'
import { checkProjectRoot } from './paths/roots'
import { isAlive, ownProcess } from './process-identity'
import { byOf, type ProjectContext } from './project-context'
import { asTrashItem, nameOf, newMeta, type TrashMeta } from './trash-store'
import type { By, SafePath, Trash } from './types'

const previewLength = 4_000

/** Files and folders that were deleted (06 §7, 09 §10). `recover` ends what a crash left half moved. */
export function createTrash(context: ProjectContext): Trash & { recover(): Promise<void> } {
  const { trashStore } = context
  return {
    put: (paths, by) => putPaths(context, paths, by),
    list: () => trashStore.items().map(asTrashItem),
    preview: async (id) => preview(context, trashStore.meta(id)),
    restore: async (id) => restore(context, trashStore.meta(id)),
    purge: (ids) => purge(context, ids),
    recover: () => recoverTrash(context),
  }
}

async function putPaths(context: ProjectContext, paths: readonly SafePath[], by: By): Promise<ReturnType<typeof asTrashItem>> {
  context.assertWritable()
  await checkProjectRoot(context.dir)
  const first = paths[0] ?? fail('ARGS_INVALID', 'Nothing to delete.')
  for (const path of paths) keepManifest(path)
  return withPaths(paths.map((path) => path.real), async () => {
    const measured = await Promise.all(paths.map((path) => measureTree(path.real).catch(() => fail('NOT_FOUND', `"${path.shown}" does not exist.`, { actual: path.shown }))))
    const isFolder = paths.length > 1 || (await lstat(first.real)).isDirectory()
    const all = measured.flat()
    const meta = newMeta(context.env, by, {
      kind: isFolder ? 'folder' : 'file', name: nameOf(first.shown), path: first.shown, hash: isFolder ? null : (all[0]?.hash ?? null),
      words: all.reduce((sum, one) => sum + one.words, 0), bytes: all.reduce((sum, one) => sum + one.bytes, 0), state: 'moving',
      paths: paths.map((path, at) => ({ path: path.shown, content: paths.length === 1 ? 'content' : `content-${at}` })),
    })
    moving.add(meta.id)
    try {
      await context.trashStore.create(meta)
      await moveIntoItem(context, meta, paths, measured, by)
    } catch (error) {
      await putBackMoving(context, meta)
      throw error
    } finally {
      moving.delete(meta.id)
    }
    for (const path of paths) context.emit({ type: 'file.changed', path: path.shown, kind: 'delete', hash: null, from: null, by: byOf(by) })
    context.emit({ type: 'trash.changed' })
    return asTrashItem(meta)
  })
}

const below = (path: string, more: string): string => (more === '' ? path : `${path}/${more}`)

async function moveIntoItem(context: ProjectContext, meta: TrashMeta, paths: readonly SafePath[], measured: readonly Measured[][], by: By): Promise<void> {
  const item = await holdFolder(context.trashStore.place(meta.id))
  try {
    for (const [at, path] of paths.entries()) {
      const files = measured[at] ?? []
      const entries = files.map((file): JournalEntry => ({ path: below(path.shown, file.path), kind: 'delete', movedTo: meta.id, before: file.hash, after: null, sizeBefore: file.bytes, sizeAfter: null }))
      const source = (await holdParent(path.real, false)) ?? fail('NOT_FOUND', `"${path.shown}" does not exist.`)
      try {
        for (const file of files) context.wrote(below(path.real, file.path), null)
        renameInGroup(context, entries, by, () => renameHeld({ folder: source.folder, name: basename(path.real) }, { folder: item, name: meta.paths[at]?.content ?? 'content' }, { from: path.shown, to: path.shown }))
      } finally {
        await source.folder.close()
      }
    }
  } finally {
    await item.close()
  }
  await context.trashStore.write({ ...meta, state: 'done' })
}

/** A deletion that stopped half-way: what was moved goes back to its place. */
async function putBackMoving(context: ProjectContext, meta: TrashMeta): Promise<void> {
  for (const part of meta.paths) if (isThere(join(context.trashStore.place(meta.id), part.content))) await putPart(context, meta, part)
  await context.trashStore.remove(meta.id)
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Items this process is moving files into right now, whichever opening of the project began them. */
const moving = new Set<string>()

/** An item between its note and its content looks empty: only one whose process is gone may be ended. */
function isBeingMade({ id, state, owner }: TrashMeta): boolean {
  if (state !== 'moving' || owner === undefined) return false
  const own = owner.pid === ownProcess.pid && owner.startTime === ownProcess.startTime
  return own ? moving.has(id) : isAlive(owner.pid, owner.startTime)
}

async function recoverTrash(context: ProjectContext): Promise<void> {
  await context.trashStore.removeLeft()
  for (const meta of context.trashStore.metas()) {
    if (isBeingMade(meta)) continue
    const inItem = meta.paths.filter((part) => isThere(join(context.trashStore.place(meta.id), part.content)))
    if (inItem.length === 0) await context.trashStore.remove(meta.id)
    else if (meta.state === 'moving' && inItem.length === meta.paths.length) await context.trashStore.write({ ...meta, state: 'done' })
    else if (meta.state === 'moving') await putBackMoving(context, meta)
  }
}

async function restore(context: ProjectContext, meta: TrashMeta): Promise<{ restoredTo: string; renamed: boolean }> {
  context.assertWritable()
  await checkProjectRoot(context.dir)
  const places: string[] = []
  const parts = meta.paths.filter((part) => isThere(join(context.trashStore.place(meta.id), part.content)))
  for (const part of parts) places.push(await putPart(context, meta, part))
  await context.trashStore.remove(meta.id)
  context.emit({ type: 'trash.changed' })
  // Beside another file of its name it is no undoing: the author still sees that its place was taken.
  if (parts.every((part, at) => part.path === places[at]) && context.journal.broughtBack(meta.id)) context.emit({ type: 'inbox.changed' })
  const first = places[0] ?? fail('NOT_FOUND', `The item "${meta.name}" is empty.`)
  return { restoredTo: first, renamed: first !== meta.path }
}

/** Moves one part of an item to its place, or the nearest; gives where it is now. */
async function putPart(context: ProjectContext, meta: TrashMeta, part: { path: string; content: string }): Promise<string> {
  const target = await freePlace(context, part.path)
  return withPaths([target.real], async () => {
    const item = await holdFolder(context.trashStore.place(meta.id))
    const parent = (await holdParent(target.real, true)) ?? fail('PATH_CHANGED', `"${target.shown}" cannot be reached.`)
    try {
      const files = await measureTree(join(context.trashStore.place(meta.id), part.content))
      const entries = files.map((file): JournalEntry => ({ path: below(target.shown, file.path), kind: 'create', movedTo: null, before: null, after: file.hash, sizeBefore: null, sizeAfter: file.bytes }))
      for (const file of files) context.wrote(below(target.real, file.path), file.hash)
      renameInGroup(context, entries, { actor: 'restore', sessionId: null, callId: null }, () => renameHeld({ folder: item, name: part.content }, { folder: parent.folder, name: basename(target.real) }, { from: meta.name, to: target.shown }))
      context.emit({ type: 'file.changed', path: target.shown, kind: 'create', hash: files.length === 1 && files[0]?.path === '' ? files[0].hash : null, from: null, by: 'author' })
    } finally {
      await item.close()
      await parent.folder.close()
    }
    return target.shown
  })
}

/** The old place; ` (restored)` before the extension when its name is taken; a folder above when its folder is no folder any more (09 §10). */
async function freePlace(context: ProjectContext, path: string): Promise<SafePath> {
  const name = nameOf(path)
  for (let folder = path.split('/').slice(0, -1); ; folder = folder.slice(0, -1)) {
    for (let n = 0; n < 100; n += 1) {
      const wanted = [...folder, n === 0 ? name : withSuffix(name, n === 1 ? ' (restored)' : ` (restored ${n})`)].join('/')
      const found = await tryPlace(context, wanted)
      if (found === 'taken') continue
      if (found === 'blocked') break
      return found
    }
    if (folder.length === 0) fail('FILE_EXISTS', `No free place was found for "${path}".`)
  }
}

async function tryPlace(context: ProjectContext, path: string): Promise<SafePath | 'taken' | 'blocked'> {
  try {
    const place = await context.authorize(path, { use: 'create', kind: 'any' })
    return place.exists ? 'taken' : place
  } catch (error) {
    if (!isFault(error)) throw error
    return error.fault.code === 'PATH_COLLISION' ? 'taken' : 'blocked'
  }
}

export function withSuffix(name: string, suffix: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)}${suffix}${name.slice(dot)}` : `${name}${suffix}`
}

/** The start of a text as one reads it: without what stands above it for the program. */
const startOf = (whole: string): string => splitFrontMatter(whole.replace(/^\uFEFF/, '')).text.replace(/^(?:[ \t]*\r?\n)+/u, '').slice(0, previewLength).toWellFormed()

async function preview(context: ProjectContext, meta: TrashMeta): Promise<{ text: string; holds: string[] }> {
  const holds: string[] = []
  let text = ''
  for (const part of meta.paths) {
    const real = join(context.trashStore.place(meta.id), part.content)
    const isFolder = await stat(real).then((found) => found.isDirectory(), () => false)
    const files = isFolder ? await filesBelow(real) : ['']
    if (isFolder) holds.push(...files.map((file) => below(part.path, file)))
    const shown = files.find((file) => isProseName(below(part.path, file)))
    if (text === '' && shown !== undefined) text = startOf(await readFile(join(real, shown), 'utf8').catch(() => ''))
  }
  return { text, holds }
}

/** Physical deletion, the author's alone (09 §10). Unknown ids are not counted. */
async function purge(context: ProjectContext, ids: readonly string[]): Promise<number> {
  context.assertWritable()
  const known = new Set(context.trashStore.metas().map((meta) => meta.id))
  const chosen = [...new Set(ids)].filter((id) => known.has(id))
  for (const id of chosen) await context.trashStore.remove(id)
  if (chosen.length > 0) context.emit({ type: 'trash.changed' })
  return chosen.length
}
