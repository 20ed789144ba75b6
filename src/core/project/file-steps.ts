import { chmodSync, linkSync, renameSync, unlink, unlinkSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { fail, isFault } from '@shared/fault'
import { tempName, writeNew } from './atomic-write'
import { hashBytes } from './hash'
import { modeOfEqual, readHeld } from './safe-read'
import { inParallel } from './in-parallel'
import type { HeldFolder, HeldFolders } from './held-folder'
import { retrying, retryingSync, writeFailed } from './retry'
import type { SafePath } from './types'

/** One name that goes from one content to another; null = no file. Hashes are SHA-256. */
export interface Step { readonly path: SafePath; readonly before: string | null; readonly after: string | null; readonly bytes: Uint8Array | null; /** What stands there now, as it was looked at; null = no file. */ readonly old: Uint8Array | null; readonly mode: number | undefined; /** The file of the group whose mode that is, should it change meanwhile. */ readonly modeOf?: SafePath }

/** A step with its folder held and its new bytes waiting beside the target. */
interface Ready { step: Step; folder: HeldFolder; name: string; temp: string | null; spare: string | null; done: boolean }

/** A group of steps on its way to the disk: all temp files first, then `commit` renames them, then `close` (always). */
export interface ReadyGroup {
  /** Synchronous, so that nothing of this process comes between; STALE_READ, PATH_CHANGED, WRITE_FAILED: nothing has changed then. */
  commit(): void
  /** Takes a committed group back as far as spare names allow; the journal's copies do the rest. */
  takeBack(): void
  /** The shown paths it renamed or removed and has not taken back. */
  standing(): ReadonlySet<string>
  close(keepFolders: boolean): Promise<void>
}

/** So many temp files are on their way to the disk at once, or from it. */
const MOST_OPEN = 64

/** Holds every folder (making missing ones) in `folders` and writes every temp file (06 §6). WRITE_FAILED, PATH_CHANGED, STALE_READ. */
export async function readyGroup(steps: readonly Step[], folders: HeldFolders): Promise<ReadyGroup> {
  const ready: Ready[] = []
  const close = async (keepFolders: boolean): Promise<void> => {
    // The last name of an old text frees its place on the disk, which takes time: several at once, not on our own.
    await inParallel(ready.flatMap(({ folder, temp, spare }) => [temp, spare].flatMap((left) => (left === null ? [] : [folder.at(left)]))), (left) => new Promise<void>((done) => { unlink(left, () => done()) }), MOST_OPEN)
    if (!keepFolders) for (const folder of folders.made.toReversed()) await rmdir(folder).catch(() => undefined)
  }
  try {
    for (const step of steps) {
      const folder = (await folders.parentOf(step.path.real, step.bytes !== null)) ?? fail('STALE_READ', `"${step.path.shown}" is no longer there.`, { data: { path: step.path.shown, hash: null } })
      ready.push({ step, folder, name: basename(step.path.real), temp: null, spare: null, done: false })
    }
    await inParallel(ready, writeTempOf, MOST_OPEN)
  } catch (error) {
    await close(false)
    if (isFault(error)) throw error
    writeFailed(ready.at(-1)?.step.path.shown ?? steps[0]?.path.shown ?? '', error)
  }
  return { commit: () => commit(ready), takeBack: () => takeBack(ready), standing: () => new Set(ready.filter((one) => one.done).map((one) => one.step.path.shown)), close }
}

async function writeTempOf(one: Ready): Promise<void> {
  const { bytes, mode, path } = one.step
  if (bytes === null) return
  try {
    one.temp = await writeHeldTemp(one.folder, bytes, mode)
  } catch (error) {
    writeFailed(path.shown, error)
  }
}

async function writeHeldTemp(folder: HeldFolder, bytes: Uint8Array, mode: number | undefined): Promise<string> {
  const name = tempName()
  await retrying(() => writeNew(folder.at(name), bytes, mode))
  return name
}

/** Another writer's bytes are never overwritten: what stands there must still be what the step started from. Gives its mode; null: no file. */
function checkBefore(one: Ready): number | null {
  const shown = one.step.path.shown
  const mode = one.step.old === null ? null : modeOfEqual(one.folder, one.name, one.step.old)
  if (mode !== null) return mode
  const found = readHeld(one.folder, one.name, shown)
  const now = found === null ? null : hashBytes(found.bytes)
  if (now === one.step.before) return found?.mode ?? null
  const why = now === null ? 'is no longer there' : one.step.before === null ? 'exists meanwhile' : 'was changed meanwhile'
  return fail(one.step.before === null ? 'FILE_EXISTS' : 'STALE_READ', `"${shown}" ${why}; read it again.`, { data: { path: shown, hash: now } })
}

/** Whoever was let or kept from reading the old text meanwhile is so with the new one. */
function keepMode({ step, folder, temp }: Ready, modes: ReadonlyMap<string, number | null>): void {
  const now = step.modeOf === undefined ? null : (modes.get(step.modeOf.real) ?? null)
  if (temp !== null && now !== null && now !== step.mode) chmodSync(folder.at(temp), now & 0o7777)
}

function commit(ready: readonly Ready[]): void {
  const modes = new Map(ready.map((one) => [one.step.path.real, checkBefore(one)]))
  for (const one of ready) keepMode(one, modes)
  const folders = new Map(ready.map((each) => [each.folder, each]))
  for (const folder of folders.keys()) folder.check()
  let at = ready[0]
  try {
    for (const one of ready) keepSpare((at = one))
    for (const one of ready) replace((at = one))
    // A folder of many files goes to the disk once.
    for (const one of folders.values()) (at = one).folder.syncNow()
  } catch (error) {
    takeBack(ready)
    if (isFault(error)) throw error
    writeFailed(at?.step.path.shown ?? '', error)
  }
}

/** A second name for the old bytes, so that taking a group back needs no space on a full disk. */
function keepSpare(one: Ready): void {
  if (one.step.before === null) return
  const spare = tempName()
  try {
    linkSync(one.folder.at(one.name), one.folder.at(spare))
    one.spare = spare
  } catch {
    // A file system without hard links: the group is then taken back from the journal's copies at the next start.
    one.spare = null
  }
}

function replace(one: Ready): void {
  const temp = one.temp
  if (temp === null) retryingSync(() => unlinkSync(one.folder.at(one.name)))
  else retryingSync(() => renameSync(one.folder.at(temp), one.folder.at(one.name)))
  one.temp = null
  one.done = true
}

function takeBack(ready: readonly Ready[]): void {
  for (const one of ready.toReversed()) {
    if (!one.done) continue
    const spare = one.spare
    if (spare !== null) {
      renameSync(one.folder.at(spare), one.folder.at(one.name))
      one.spare = null
    } else if (one.step.before === null) unlinkSync(one.folder.at(one.name))
    else continue
    one.done = false
  }
}
