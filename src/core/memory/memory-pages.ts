import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@shared/fault'
import { foldName } from '../project/paths/fold'
import { nearNames } from '../project/paths/near-names'
import { walkDown } from '../project/paths/walk'
import { errorCode } from '../project/retry'
import type { OpenedProject, SafePath, TextFile } from '../project/types'
import { checkPageName } from './page-name'

export type Scope = 'project' | 'global'
/** A page where it is, or would be. */
export interface Place { readonly scope: Scope; readonly name: string; readonly path: SafePath }

/** Pages of memory on disk (07 §4): `<project>/.nbook/memory/` and `~/.wenqu/memory/`, one Markdown file each. */
export interface MemoryPages {
  /** Where a page of that name stands in a scope. MEMORY_NAME, PATH_LINK_ESCAPE, PATH_COLLISION. */
  place(scope: Scope, name: string, inArchive?: boolean): Promise<Place>
  /** The page an agent means: the project's before the global one. MEMORY_UNKNOWN with near names. */
  find(name: string): Promise<Place>
  /** The same, or null when there is none in either scope. */
  look(name: string): Promise<Place | null>
  /** Every page's name and scope, by name; a name of both scopes stands once, as the project's. */
  list(): Promise<{ name: string; scope: Scope }[]>
  text(place: Place): Promise<TextFile>
}

export function createMemoryPages(project: OpenedProject): MemoryPages {
  const folders: Record<Scope, { root: string; inner: readonly string[] }> = {
    project: { root: project.dir, inner: ['.nbook', 'memory'] },
    global: { root: project.env.home, inner: ['memory'] },
  }
  const place = async (scope: Scope, name: string, inArchive = false): Promise<Place> => {
    const { root, inner } = folders[scope]
    const segments = [...inner, ...(inArchive ? ['archive'] : []), `${checkPageName(name)}.md`]
    return { scope, name, path: await placeOf(project, scope, root, segments) }
  }
  const namesIn = async (scope: Scope): Promise<string[]> => namesOf(join(folders[scope].root, ...folders[scope].inner))
  const look = async (name: string): Promise<Place | null> => {
    for (const scope of ['project', 'global'] as const) {
      const found = await place(scope, name)
      if (found.path.exists) return found
    }
    return null
  }
  const list = async (): Promise<{ name: string; scope: Scope }[]> => {
    const own = await namesIn('project')
    const global = (await namesIn('global')).filter((name) => !own.includes(name))
    return [...own.map((name) => ({ name, scope: 'project' as const })), ...global.map((name) => ({ name, scope: 'global' as const }))].sort((a, b) => (a.name < b.name ? -1 : 1))
  }
  return {
    place, look, list,
    find: async (name) => (await look(name)) ?? unknown(name, (await list()).map((one) => one.name)),
    text: ({ path }) => project.files.readText(path),
  }
}

/** A page is exactly where its name says: no link stands in for it or its folders, and no other spelling beside it. */
async function placeOf(project: OpenedProject, scope: Scope, root: string, segments: readonly string[]): Promise<SafePath> {
  // `~/.wenqu` is made with its first file.
  const real = await realpath(root).catch(() => root)
  const shown = scope === 'project' ? segments.join('/') : join(root, ...segments)
  const walked = walkDown(real, segments, shown)
  if (walked.segments.join('/') !== segments.join('/')) fail('PATH_LINK_ESCAPE', `"${shown}" goes through a link.`, { actual: shown })
  if (walked.target !== null && !walked.target.isFile()) fail('NOT_A_FILE', `"${shown}" is no file.`, { actual: shown })
  if (walked.target === null) await refuseTwin(join(real, ...segments.slice(0, -1)), segments.at(-1) ?? '', shown)
  return { shown, real: walked.real, exists: walked.target !== null, owner: scope === 'project' ? project.slug : null }
}

async function refuseTwin(folder: string, file: string, shown: string): Promise<void> {
  const twin = (await filesIn(folder)).find((name) => name !== file && foldName(name) === foldName(file))
  if (twin !== undefined) fail('PATH_COLLISION', `"${shown}" would stand beside "${twin}", which some systems take for the same name.`, { actual: shown, expected: twin })
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name)
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return []
    throw error
  }
}

/** Names of pages in a folder; what could not be one by its name is left out. */
async function namesOf(folder: string): Promise<string[]> {
  return (await filesIn(folder)).filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -3)).filter(isPageName).sort()
}

function isPageName(name: string): boolean {
  try {
    checkPageName(name)
    return true
  } catch {
    return false
  }
}

function unknown(name: string, names: readonly string[]): never {
  const near = nearNames(name, names)
  return fail('MEMORY_UNKNOWN', `there is no memory page "${name}".${near.length === 0 ? '' : ` Near: ${near.join(', ')}.`}`, { actual: name, fix: 'Use memory_search, or one of the names above.', data: { near } })
}
