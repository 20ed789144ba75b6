import { Cancelled, fail } from '@shared/fault'
import type { Change } from '@shared/tool-result'
import { bufferOf, oldTextOf, planChange, wordsOf, type Current, type Planned } from './file-group'
import { readyGroup, type ReadyGroup, type Step } from './file-steps'
import { splitFrontMatter } from './front-matter'
import { hashedAs, hashHandle, type Hashed } from './hash'
import { holdFolders, type HeldFolders } from './held-folder'
import { makeFolder, movePath, removeEmptyFolder } from './file-moves'
import { inParallel } from './in-parallel'
import { openedProjects } from './opened-registry'
import { withPaths } from './path-locks'
import { checkProjectRoot } from './paths/roots'
import { byOf, type ProjectContext } from './project-context'
import { recoverGroups, settleGroup } from './recover'
import { openSafely, readAtOnce, readWhole } from './safe-read'
import { decodeText } from './text-file'
import type { Applying, By, FileChange, KeptText, ProjectFiles, Reading, ReadyVersions, SafePath } from './types'
import { isFault } from '@shared/fault'

/** The only holder of write handles inside a project (06 §6): every text change of tools and window comes through here. */
export function createProjectFiles(context: ProjectContext): ProjectFiles {
  return {
    authorize: context.authorize,
    openRead: openSafely,
    readAtOnce,
    readText: async (path) => {
      const { bytes, hash } = await present(path)
      return decodeText(bytes, path.shown, hash)
    },
    readBytes: present,
    reading,
    hash: hashOf,
    apply: (changes, by, how) => applyChanges(context, changes, by, how),
    move: (from, to, by) => movePath(context, from, to, by),
    makeFolder: (path, by) => makeFolder(context, path, by),
    removeEmptyFolder: (path, by) => removeEmptyFolder(context, path, by),
    recover: () => recoverGroups(context),
  }
}

async function ifThere<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (isFault(error) && error.fault.code === 'NOT_FOUND') return null
    throw error
  }
}

/** The bytes of a file now, or null when there is none. One that was read for this change is not read again here: whoever writes it compares it just before (`checkBefore`). */
async function look(folders: HeldFolders, path: SafePath, known: readonly Hashed[]): Promise<Current | null> {
  const read = known.find((one) => one.file?.real === path.real)
  return read?.file === undefined ? lookInside(folders, path, known) : { ...read, bytes: bufferOf(read.bytes), mode: read.file.mode }
}

async function lookInside(folders: HeldFolders, path: SafePath, known: readonly Hashed[]): Promise<Current | null> {
  const found = await ifThere(() => readWhole(folders, path))
  if (found === null) return null
  const { hash, text } = hashedAs(found.bytes, known)
  return { ...found, hash, file: { real: path.real, mode: found.mode }, ...(text === undefined ? {} : { text }) }
}

function reading(): Reading {
  const folders = holdFolders()
  return {
    bytes: async (path) => (await look(folders, path, [])) ?? fail('NOT_FOUND', `"${path.shown}" does not exist.`, { actual: path.shown }),
    close: () => folders.close(),
  }
}

async function present(path: SafePath): Promise<{ bytes: Buffer; hash: string }> {
  const one = reading()
  try {
    return await one.bytes(path)
  } finally {
    await one.close()
  }
}

async function hashOf(path: SafePath): Promise<string | null> {
  return ifThere(async () => {
    const handle = await openSafely(path)
    try {
      return await hashHandle(handle)
    } finally {
      await handle.close()
    }
  })
}

/** Every place a group touches, and that each may be written: the project of a `workspace/…` path has its own lock. */
async function checkPlaces(context: ProjectContext, changes: readonly FileChange[]): Promise<string[]> {
  context.assertWritable()
  const places = changes.flatMap((change) => (change.moveTo === undefined ? [change.path] : [change.path, change.moveTo]))
  const roots = new Set<string>()
  for (const place of places) {
    if (place.owner === null) continue
    const owner = openedProjects().find((one) => one.slug === place.owner && place.real.startsWith(one.dir))
    if (place.owner !== context.slug) (owner ?? fail('PROJECT_NOT_OPEN', `The project "${place.owner}" is not open.`)).assertWritable()
    roots.add(place.owner === context.slug ? context.dir : (owner?.dir ?? context.dir))
  }
  for (const root of roots) await checkProjectRoot(root)
  const reals = places.map((place) => place.real)
  if (new Set(reals).size !== reals.length) fail('PATH_DUPLICATE', 'One file is named twice in the same change.')
  return reals
}

/** All or none (06 §6): plan against the disk, keep old bytes, note the intent, write temp files, rename, note the end, tell. */
async function applyChanges(context: ProjectContext, changes: readonly FileChange[], by: By, how: Applying = {}): Promise<Change[]> {
  const reals = await checkPlaces(context, changes)
  // What the author has typed comes first; when it changed the file, the base no longer fits (06 §6).
  if (byOf(by) === 'agent') await context.unsaved.flush(changes.flatMap((change) => [change.path.shown, ...(change.moveTo === undefined ? [] : [change.moveTo.shown])]))
  return withPaths(reals, async () => {
    const folders = holdFolders()
    try {
      return await applyHeld(context, folders, changes, by, how)
    } finally {
      await folders.close()
    }
  })
}

async function applyHeld(context: ProjectContext, folders: HeldFolders, changes: readonly FileChange[], by: By, how: Applying): Promise<Change[]> {
  const planned: Planned[] = []
  for (const change of changes) {
    const plan = await planChange(change, (path, known) => look(folders, path, known))
    if (plan !== null) planned.push(plan)
  }
  if (how.signal?.aborted === true) throw new Cancelled()
  if (planned.length > 0) await commitPlans(context, folders, planned, by, how)
  return planned.flatMap((plan) => plan.notices.map((notice) => ({ kind: 'file', target: notice.from === null ? notice.path.shown : `${notice.from.shown} -> ${notice.path.shown}`, before: notice.before, after: notice.after })))
}

async function commitPlans(context: ProjectContext, folders: HeldFolders, plans: readonly Planned[], by: By, how: Applying): Promise<void> {
  const steps = plans.flatMap((plan) => plan.steps)
  const entries = plans.flatMap((plan) => plan.entries)
  // The intent names the copies before they are made: a process that dies between leaves none that nobody knows of.
  const copies = plans.flatMap((plan) => plan.trash).map((one) => ({ ...one, id: context.env.id('tr') }))
  for (const entry of entries) if (entry.kind === 'delete') entry.movedTo = copies.find((one) => one.path.shown === entry.path)?.id ?? null
  // On its way to the disk together with the old contents and the intent: none of them changes a name.
  const writing = readyGroup(steps, folders)
  await underWay(writing)
  const { intent, versions } = await orDrop(writing, async () => {
    await keepOldBytes(context, plans)
    const versions = await readyVersions(context, plans, by)
    return { versions, intent: context.journal.beginBeside(entries, by) }
  })
  const ready = await orSettle(context, intent.group, writing, async () => {
    if (copies.length > 0) await intent.onDisk
    for (const { id, path, current } of copies) await context.trashStore.addCopy({ id, path: path.shown, bytes: current.bytes, hash: current.hash, words: wordsOf(path.shown, current.bytes), mode: current.mode & 0o7777 }, by)
    const ready = await writing
    await intent.onDisk
    await commitGroup(context, { intent: intent.group, ready, steps, versions, how })
    return ready
  })
  // What is left of the old texts goes while others are told of the new ones.
  const closed = ready.close(true)
  try {
    versions.tell()
    for (const plan of plans) tell(context, plan, by)
  } finally {
    await closed
  }
}

/** What comes before the renames of a group whose temp files are being written. */
async function orDrop<T>(writing: Promise<ReadyGroup>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await dropped(writing)
    throw error
  }
}

/** In the next turn every temp file is on its way to the disk: the processor is free meanwhile. A failure is told to whoever waits for the end. */
async function underWay(writing: Promise<ReadyGroup>): Promise<void> {
  writing.catch(() => undefined)
  await new Promise((done) => { setImmediate(done) })
}

const dropped = (writing: Promise<ReadyGroup>): Promise<void> => writing.then((ready) => ready.close(false), () => undefined)

async function orSettle<T>(context: ProjectContext, intent: string, writing: Promise<ReadyGroup>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await dropped(writing)
    const standing = await writing.then((ready) => ready.standing(), () => new Set<string>())
    await settleGroup(context, intent, standing).catch(() => undefined)
    throw error
  }
}

interface Group { readonly intent: string; readonly ready: ReadyGroup; readonly steps: readonly Step[]; readonly versions: ReadyVersions; readonly how: Applying }

/** The versions, the renames, and the end of the intent with them; else everything is as it was. */
async function commitGroup(context: ProjectContext, { intent, ready, steps, versions, how }: Group): Promise<void> {
  let committed = false
  try {
    if (how.signal?.aborted === true) throw new Cancelled()
    for (const step of steps) context.wrote(step.path.real, step.after)
    context.journal.finish(intent, () => {
      versions.note()
      ready.commit()
      committed = true
    }, how.endsWithCall)
  } catch (error) {
    try {
      if (committed) ready.takeBack()
      committed = false
      for (const step of steps) context.wrote(step.path.real, step.before)
    } finally {
      await ready.close(committed)
    }
    throw error
  }
}

/** Before-bytes are a blob before the write (06 §7); what is written is one too, as the base of a later merge. */
async function keepOldBytes(context: ProjectContext, plans: readonly Planned[]): Promise<void> {
  const kept = new Map(plans.flatMap((plan) => plan.steps).flatMap(({ old, before, bytes, after }) => [...(old === null || before === null ? [] : [[before, old] as const]), ...(bytes === null || after === null ? [] : [[after, bytes] as const])]))
  await inParallel([...kept], ([hash, bytes]) => context.blobs.put(bytes, hash))
}

const noVersions: ReadyVersions = { note: () => undefined, tell: () => undefined }

/** The texts before an agent's change, to be noted as versions with it; one that cannot be kept does not stop it. */
async function readyVersions(context: ProjectContext, plans: readonly Planned[], by: By): Promise<ReadyVersions> {
  if (byOf(by) !== 'agent') return noVersions
  try {
    return await context.history.readyAll(plans.flatMap((plan) => plan.notices).flatMap((notice) => (notice.path.owner === context.slug ? versionOf(notice) : [])), 'agent', by.actor)
  } catch {
    return noVersions
  }
}

function versionOf({ path, from, old }: Planned['notices'][number]): KeptText[] {
  const oldText = old === null ? null : oldTextOf(old, path)
  if (old === null || oldText === null) return []
  const { text } = splitFrontMatter(oldText)
  // A file that is nothing but its text was kept as it is.
  return [{ path: (from ?? path).shown, text, stored: old.bytes.length === Buffer.byteLength(text) ? old : null, fileHash: old.hash }]
}

/** History and events after the fact. */
function tell(context: ProjectContext, plan: Planned, by: By): void {
  for (const notice of plan.notices) {
    const { kind, path, from, after } = notice
    if (kind === 'move' && from !== null && from.owner === context.slug && path.owner === context.slug) context.history.moved(from.shown, path.shown)
    const emitAs = (emit: ProjectContext['emit'], shown: string): void => emit({ type: 'file.changed', path: shown, kind, hash: after, from: from?.shown ?? null, by: byOf(by) })
    emitAs(context.emit, path.shown)
    const prefix = `workspace/${path.owner ?? ''}/`
    if (path.owner !== null && path.owner !== context.slug && path.shown.startsWith(prefix)) {
      const owner = openedProjects().find((one) => one.slug === path.owner)
      owner?.wrote(path.real, after)
      if (owner !== undefined) emitAs(owner.emit, path.shown.slice(prefix.length))
    }
  }
  if (plan.trash.length > 0) context.emit({ type: 'trash.changed' })
}
