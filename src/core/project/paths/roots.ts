import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@shared/fault'
import { errorCode } from '../retry'
import { foldName } from './fold'
import { isSlug, showPath } from './syntax'

/** A project as paths see it: `dir` is canonical. */
export interface ProjectRoot { readonly slug: string; readonly dir: string }

/** All that authorization needs to know; `opened` are the projects this process holds. */
export interface PathWorld {
  readonly own: ProjectRoot
  /** The folder that holds the projects of `workspace/<slug>/…`. */
  readonly workspace: string
  /** `~/.wenqu`. */
  readonly home: string
  opened(): readonly ProjectRoot[]
}

/** The folder that owns a path. `owner` is null outside projects. */
export interface Root { readonly dir: string; readonly owner: string | null; readonly writable: boolean }

function lookAt(path: string): Stats | null {
  try {
    return lstatSync(path)
  } catch {
    return null
  }
}

/** What was looked at before, in one batch of paths. */
interface Seen { look(path: string, look: (path: string) => Stats | null): Stats | null }

/** A project's folder must be a real folder; `seen`: once for a batch of paths. PROJECT_ROOT_LINK, PROJECT_NOT_FOUND. */
export async function checkProjectRoot(dir: string, seen?: Seen): Promise<void> {
  const found = seen === undefined ? lookAt(dir) : seen.look(dir, lookAt)
  if (found?.isSymbolicLink() === true) fail('PROJECT_ROOT_LINK', `The project folder ${dir} is a link; open the folder it leads to.`)
  if (found?.isDirectory() !== true) fail('PROJECT_NOT_FOUND', `The project folder ${dir} is gone.`)
}

/** The opened project of `workspace/<slug>/…` (02 §3). PATH_INVALID, PATH_PROTECTED, PROJECT_NOT_FOUND, PROJECT_NOT_OPEN, PROJECT_ROOT_LINK, PROJECT_ROOT_CASE_COLLISION. */
export async function projectBySlug(world: PathWorld, slug: string, path: string): Promise<ProjectRoot> {
  if (['.nbook', '.git', '.noeta'].includes(foldName(slug))) fail('PATH_PROTECTED', `"${showPath(path)}" belongs to the app itself.`, { actual: path })
  if (!isSlug(slug)) fail('PATH_INVALID', `"${showPath(slug)}" is no project's folder name.`, { actual: path, expected: 'workspace/<project>/<path>' })
  if (slug === world.own.slug) return world.own
  const dir = join(world.workspace, slug)
  const open = world.opened().find((project) => project.dir === dir)
  if (open !== undefined) {
    await checkProjectRoot(dir)
    return open
  }
  const found = await lstat(dir).catch(() => null)
  if (found?.isSymbolicLink() === true) fail('PROJECT_ROOT_LINK', `The project folder ${slug} is a link.`)
  if (found === null || (await lstat(join(dir, 'project.yaml')).catch(() => null)) === null) fail('PROJECT_NOT_FOUND', `There is no project "${slug}" beside this one.`)
  const twins = (await readdir(world.workspace).catch(() => [])).filter((name) => foldName(name) === foldName(slug))
  if (twins.length > 1) fail('PROJECT_ROOT_CASE_COLLISION', `The folders ${twins.join(', ')} differ only in case; rename one.`)
  fail('PROJECT_NOT_OPEN', `The project "${slug}" is not open.`, { fix: 'The author opens it in the window first.' })
}

/** A root's real path, or null when it does not exist. */
export function realRoot(dir: string): string | null {
  try {
    return realpathSync.native(dir)
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null
    throw error
  }
}
