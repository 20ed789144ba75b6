import { fail } from '@shared/fault'
import { foldName } from './fold'
import { compileGlob } from './glob'
import { below, within } from './contain'
import { isAbsolutePath, isSystemPath, placePath, type Placed } from './address'
import { checkHome, checkProtected } from './protected'
import { newMoment } from './moment'
import type { PathWorld } from './roots'
import { checkCharacters, showPath } from './syntax'
import { checkCollision, checkKind, notFound, walkDown } from './walk'
import type { PathRules, SafePath } from '../types'

/**
 * The ten steps of 06 §1.2 in order; the first failure is the answer, before any byte is read or created.
 * Relative paths belong to `world.own`. The result holds for the moment only: using it checks again (06 "Use equals check").
 */
export async function authorizePath(world: PathWorld, path: string, rules: PathRules): Promise<SafePath> {
  checkCharacters(path)
  const placed = await placePath(world, path, rules)
  const writing = rules.use !== 'read'
  checkProtected(placed.segments, writing, path)
  const moment = rules.moment ?? newMoment()
  const homes = new Set([world.home, moment.real(world.home) ?? world.home])
  const asked = within(placed.root.dir, placed.segments)
  checkOwnHome(homes, asked, placed, writing, path)
  if (writing && !placed.root.writable) fail('PATH_READ_ONLY', `"${showPath(path)}" lies in a folder that may only be read.`, { actual: path })
  const root = moment.real(placed.root.dir) ?? fail('NOT_FOUND', `The folder ${showPath(placed.root.dir)} does not exist.`)
  // A root that may be written is kept by its real path: if that now leads elsewhere, it was replaced by a link.
  if (placed.root.writable && foldName(root) !== foldName(placed.root.dir)) fail('PATH_LINK_ESCAPE', `The folder ${showPath(placed.root.dir)} was replaced by a link.`, { actual: path })
  const walked = walkDown(root, placed.segments, path, moment)
  if (isSystemPath(below('/', walked.real) ?? [])) fail('PATH_OUTSIDE', `"${showPath(path)}" leads to the system's own files.`)
  // What no link led elsewhere was looked at above.
  if (walked.segments !== placed.segments) checkProtected(walked.segments, writing, path)
  if (walked.real !== asked) checkOwnHome(homes, walked.real, placed, writing, path)
  if (walked.target !== null) checkKind(walked.target, rules.kind ?? 'file', path)
  else if (!writing && rules.missingOk !== true) await notFound(root, walked.segments, path)
  if (writing && walked.segments.length === 0) fail('NOT_A_FILE', `"${showPath(path)}" is the top folder itself.`)
  const twins = writing && walked.target === null ? await checkCollision(root, walked.segments, path, rules.twins === 'tell') : []
  const shown = placed.shownPrefix + walked.segments.join('/')
  if (writing) checkGlobs(shown, rules.writeGlobs, path)
  return { shown: shown === '' ? '.' : shown, real: walked.real, exists: walked.target !== null, owner: placed.root.owner, ...(twins.length === 0 ? {} : { twins }) }
}

/** Step 5 for `~/.wenqu`, except for projects that live below it (the default folder under WENQU_HOME). */
function checkOwnHome(homes: ReadonlySet<string>, absolute: string, placed: Placed, writing: boolean, path: string): void {
  for (const home of homes) {
    const inHome = below(home, absolute)
    if (inHome === null) continue
    const projectInside = placed.root.owner !== null && below(home, placed.root.dir) !== null
    if (!projectInside) checkHome(inHome, writing, path)
  }
}

/** Step 10: the profile's writeGlobs on the canonical path. PATH_NOT_ALLOWED. */
export function checkGlobs(shown: string, globs: readonly string[] | undefined, path: string): void {
  if (globs === undefined) return
  const admits = (pattern: string): boolean => {
    try {
      return compileGlob(pattern).matches(shown)
    } catch {
      return false
    }
  }
  if (!isAbsolutePath(shown) && globs.some(admits)) return
  fail('PATH_NOT_ALLOWED', `"${showPath(path)}" is not among the files this agent may write: ${globs.join(', ') || '(none)'}.`, { actual: shown, expected: globs.join(', ') })
}
