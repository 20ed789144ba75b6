import { isAbsolute } from 'node:path'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@shared/fault'
import { below, segmentsOf } from './contain'
import { checkProjectRoot, projectBySlug, type PathWorld, type Root } from './roots'
import { checkPortable, normalise, showPath } from './syntax'
import type { PathRules } from '../types'

/** A path after steps 2-4: the root that owns it and the segments below that root. */
export interface Placed { readonly root: Root; readonly segments: readonly string[]; readonly shownPrefix: string }

export const isAbsolutePath = (path: string): boolean => path.startsWith('/') || (process.platform === 'win32' && /^[A-Za-z]:\//.test(path) && isAbsolute(path))

/** Steps 2-4 of 06 §1.2: which root a path belongs to. Reads the disk only to tell whether projects and the own-slug folder exist. */
export async function placePath(world: PathWorld, path: string, rules: PathRules): Promise<Placed> {
  if (isAbsolutePath(path)) return placeAbsolute(world, path, rules)
  const named = path.split('/').filter((segment) => segment !== '')
  if (named[0] === 'workspace') return placeInWorkspace(world, named, path)
  if (named[0] === world.own.slug && named.length > 1 && (await lstat(join(world.own.dir, world.own.slug)).catch(() => null)) === null) {
    fail('PATH_OWN_SLUG', `Paths start inside the project: drop "${world.own.slug}/".`, { actual: path, fix: `Use ${showPath(named.slice(1).join('/'))}.` })
  }
  const segments = normalise(path, false)
  checkPortable(segments, path)
  await checkProjectRoot(world.own.dir, rules.moment)
  return { root: { dir: world.own.dir, owner: world.own.slug, writable: true }, segments, shownPrefix: '' }
}

async function placeInWorkspace(world: PathWorld, named: readonly string[], path: string): Promise<Placed> {
  const slug = named[1]
  if (slug === undefined || named.length < 3) fail('PATH_INVALID', `"${showPath(path)}" names no file of a project.`, { expected: 'workspace/<project>/<path>', actual: path })
  const project = await projectBySlug(world, slug, path)
  const segments = normalise(named.slice(2).join('/'), false)
  checkPortable(segments, path)
  await checkProjectRoot(project.dir)
  return { root: { dir: project.dir, owner: project.slug, writable: true }, segments, shownPrefix: project.slug === world.own.slug ? '' : `workspace/${project.slug}/` }
}

/** Never reachable, whatever the roots say (06 §1.1). */
const system = new Set(['proc', 'sys', 'dev'])
export const isSystemPath = (segments: readonly string[]): boolean => process.platform !== 'win32' && system.has(segments[0] ?? '')

async function placeAbsolute(world: PathWorld, path: string, rules: PathRules): Promise<Placed> {
  const all = normalise(path, true)
  const absolute = (path.startsWith('/') ? '/' : '') + all.join('/')
  const outside = (): never => fail('PATH_OUTSIDE', `"${showPath(path)}" lies outside the project.`, { actual: path, ...(rules.use === 'read' ? {} : wayOut(absolute)) })
  if (isSystemPath(all)) fail('PATH_OUTSIDE', `"${showPath(path)}" belongs to the system.`, { actual: path })
  const own = below(world.own.dir, absolute)
  if (own !== null) {
    checkPortable(own, path)
    await checkProjectRoot(world.own.dir)
    return { root: { dir: world.own.dir, owner: world.own.slug, writable: true }, segments: own, shownPrefix: '' }
  }
  const found = longest(rules.writeRoots ?? [], absolute) ?? longest(rules.readRoots ?? [], absolute)
  if (found === null) return outside()
  checkPortable(found.segments, path)
  const writable = longest(rules.writeRoots ?? [], absolute) !== null
  return { root: { dir: found.dir, owner: null, writable }, segments: found.segments, shownPrefix: found.dir.endsWith('/') ? found.dir : `${found.dir}/` }
}

/** A folder outside is the author's to grant, never the model's; the window offers it beside the refusal. */
const wayOut = (absolute: string) => ({ fix: 'Write inside the project, or ask the author to let this conversation write in that folder.', data: { outside: absolute } })

/** The innermost of some absolute folders that holds the path; relative entries are no root (06 §1.1). */
function longest(roots: readonly string[], absolute: string): { dir: string; segments: string[] } | null {
  let best: { dir: string; segments: string[] } | null = null
  for (const root of roots) {
    const dir = root.length > 1 ? root.replace(/\/+$/, '') : root
    const segments = isAbsolute(dir) && segmentsOf(dir).every((part) => part !== '..' && part !== '.') ? below(dir, absolute) : null
    if (segments !== null && (best === null || segments.length < best.segments.length)) best = { dir, segments }
  }
  return best
}
