import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fail } from '@shared/fault'
import { errorCode } from '../retry'
import { below, within } from './contain'
import { foldName } from './fold'
import { newMoment, type Moment } from './moment'
import { nearNames } from './near-names'
import { showPath } from './syntax'
import type { SafePath } from '../types'

/** Where a path ends on the disk: links resolved, `segments` below the root's real folder. */
export interface Walked { readonly real: string; readonly segments: readonly string[]; readonly target: Stats | null }

// Looked at without a trip through the thread pool: a path has many names, a patch many paths.
const look = (path: string, shown: string): Stats | null => {
  try {
    return lstatSync(path)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return null
    if (code === 'ENOTDIR') fail('NOT_A_FILE', `"${showPath(shown)}": a name before the last is a file, not a folder.`)
    fail('PATH_INVALID', `"${showPath(shown)}" cannot be looked at: ${code}.`)
  }
}

/**
 * Step 7: walks down from the root's real folder; a link must lead to something existing (PATH_LINK_DANGLING) inside the same
 * root (PATH_LINK_ESCAPE) and is replaced by what it leads to. Names before the last must be folders (NOT_A_FILE).
 */
export function walkDown(root: string, segments: readonly string[], shown: string, moment: Moment = newMoment()): Walked {
  const lookAt = (path: string): Stats | null => moment.look(path, (one) => look(one, shown))
  let here = root
  let linked = false
  let target = lookAt(root)
  for (let at = 0; at < segments.length; at += 1) {
    if (target !== null && !target.isDirectory()) fail('NOT_A_FILE', `"${showPath(shown)}": "${showPath(segments[at - 1] ?? '')}" is not a folder.`)
    here = within(here, segments.slice(at, at + 1))
    target = target === null ? null : lookAt(here)
    if (target?.isSymbolicLink() === true) {
      here = follow(here, root, shown)
      linked = true
      target = lookAt(here)
    }
  }
  return { real: here, target, segments: !linked ? segments : (below(root, here) ?? fail('PATH_LINK_ESCAPE', `"${showPath(shown)}" leads outside.`, { fix: 'Give a path that stays inside.' })) }
}

function follow(link: string, root: string, shown: string): string {
  let real: string
  try {
    real = realpathSync.native(link)
  } catch {
    fail('PATH_LINK_DANGLING', `"${showPath(shown)}" goes through a link that leads nowhere.`, { actual: shown })
  }
  if (below(root, real) === null) fail('PATH_LINK_ESCAPE', `"${showPath(shown)}" goes through a link that leads outside.`, { actual: shown, fix: 'Give a path that goes through no such link.' })
  return real
}

/** Step 8 for a target that exists: a regular file, a folder or either. NOT_A_FILE. */
export function checkKind(target: Stats, kind: 'file' | 'folder' | 'any', shown: string): void {
  const is = target.isFile() ? 'file' : target.isDirectory() ? 'folder' : 'special'
  if (is === kind || (kind === 'any' && is !== 'special')) return
  const named = is === 'file' ? 'is a file, not a folder' : is === 'folder' ? 'is a folder' : 'is neither a file nor a folder (a pipe, a socket or a device)'
  fail('NOT_A_FILE', `"${showPath(shown)}" ${named}.`, { actual: shown })
}

/** Step 8 for a missing target of a read. NOT_FOUND with up to three near names. */
export async function notFound(root: string, segments: readonly string[], shown: string): Promise<never> {
  let folder = root
  for (const segment of segments) {
    const names = await readdir(folder).catch((): string[] => [])
    if (names.includes(segment)) {
      folder = join(folder, segment)
      continue
    }
    const near = nearNames(segment, names.filter((name) => !name.startsWith('.')))
    const hint = near.length === 0 ? '' : ` Near: ${near.map(showPath).join(', ')}.`
    fail('NOT_FOUND', `"${showPath(shown)}" does not exist.${hint}`, { actual: shown, data: { near } })
  }
  fail('NOT_FOUND', `"${showPath(shown)}" does not exist.`, { actual: shown })
}

/**
 * Step 9: no sibling whose folded name is equal but spelled differently, at the first name that is missing. PATH_COLLISION; with
 * `tell` those of the last name are given back instead, by their real paths (`checkTwins`).
 */
export async function checkCollision(root: string, segments: readonly string[], shown: string, tell: boolean): Promise<string[]> {
  let folder = root
  for (const [at, segment] of segments.entries()) {
    const names = await readdir(folder).catch((): null => null)
    if (names === null) return []
    if (!names.includes(segment)) {
      const folded = foldName(segment)
      const twins = names.filter((name) => foldName(name) === folded).map((name) => join(folder, name))
      if (!(tell && at === segments.length - 1)) refuseTwins(twins, join(folder, segment), shown)
      return twins
    }
    folder = join(folder, segment)
  }
  return []
}

function refuseTwins(twins: readonly string[], real: string, shown: string): void {
  const twin = twins[0]
  if (twin !== undefined) fail('PATH_COLLISION', `"${showPath(basename(real))}" would stand beside "${showPath(basename(twin))}", which some systems take for the same name.`, { actual: shown, expected: basename(twin) })
}

/** Step 9 for a move to `to`, authorized with `twins: 'tell'`: what goes from there itself is no sibling. PATH_COLLISION. */
export function checkTwins(to: SafePath, from: Pick<SafePath, 'real'>): void {
  refuseTwins((to.twins ?? []).filter((twin) => twin !== from.real), to.real, to.shown)
}

/** Whether the disk finds one file under both paths because it folds names (macOS, Windows): the second is not a name of its own. */
export function isRespelled(path: string, as: string): boolean {
  if (foldName(basename(path)) !== foldName(basename(as))) return false
  const [one, other] = [path, as].map((each) => lstatSync(each, { bigint: true, throwIfNoEntry: false }))
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino && !readdirSync(dirname(as)).includes(basename(as))
}
