import { join } from 'node:path'
import { lstatSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { HeldFolder } from '../../project/held-folder'
import { compileGlob } from '../../project/paths/glob'
import { fileFilters } from './grep-request'
import { holdTree } from './held-tree'
import { nameReader } from './not-text'
import { isNeverListed, runRg } from './rg'
import { isControl, type SearchPlace } from './search-place'

/** Names relative to the folder, newest first, as many as are shown; `total` counts all. */
export interface Listed { names: string[]; total: number }
const MOST = 200
/** Two threads that walk folders cost more than they bring where core has one of two cores. */
const threads = availableParallelism() > 2 ? [] : ['--threads=1']

/** Files as ripgrep lists them that match a pattern of 06 §3. GLOB_INVALID. */
export async function listFiles(folder: HeldFolder, place: SearchPlace, pattern: string, signal: AbortSignal): Promise<Listed> {
  const glob = compileGlob(pattern)
  const found: { name: string; at: number }[] = []
  // Names are judged as they come: ripgrep is still looking for the next ones.
  const take = nameReader((name) => {
    if (glob.matches(name) && !isNeverListed(name) && place.show(join(place.path.real, name))) found.push({ name, at: changedAt(folder.at(name)) })
  })
  const filters = fileFilters({ glob: null, type: null, unrestricted: false }, isControl(place))
  const args = ['--files', '--null', '--no-config', '--no-messages', ...threads, ...filters, './']
  await runRg({ args, cwd: folder.at('.'), signal, onChunk: (chunk) => { take(chunk); return true } })
  found.sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1))
  const tree = holdTree(folder)
  try {
    // Asked for in path order, shown by age.
    const first = new Set(found.slice(0, MOST).map((one) => one.name).toSorted().filter((name) => tree.with(name, () => true) === true))
    return { names: found.slice(0, MOST).map((one) => one.name).filter((name) => first.has(name)), total: found.length }
  } finally {
    tree.close()
  }
}

function changedAt(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
