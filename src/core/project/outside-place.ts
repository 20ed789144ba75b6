import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fail } from '@shared/fault'
import { readManifest } from './manifest'
import { below, segmentsOf } from './paths/contain'
import { checkProtected } from './paths/protected'
import { canonicalDir } from './real-path'
import { defaultFolder } from './recent'
import type { Env } from './types'

/**
 * Whether the author may have something written to `real` (absolute, links followed) that leaves a novel: not into the app's own folders and
 * not into a novel, this one or another; the folder where novels are kept is neither, wherever it lies. `shown` is as the author named it.
 * PATH_PROTECTED, EXPORT_FOLDER.
 */
export function checkLeaves(real: string, shown: string, env: Env): void {
  checkProtected(segmentsOf(real), true, shown)
  const novel = novelAround(real)
  if (novel !== null) fail('EXPORT_FOLDER', `${shown} lies inside the novel ${novel}, where only chapters, lore and what belongs to it are kept.`, { pointer: '/file', actual: shown, fix: `Choose a place outside it, such as ${dirname(novel)}.` })
  if (below(canonicalDir(defaultFolder(env)), real) !== null) return
  for (const home of new Set([env.home, join(homedir(), '.wenqu')])) {
    if (below(canonicalDir(home), real) !== null) fail('PATH_PROTECTED', `${shown} lies in the app's own folder ${home}, where its settings and what you trust are kept.`, { pointer: '/file', actual: shown, fix: 'Choose a place outside it.' })
  }
}

/** The nearest folder at or above a place that is a novel. */
function novelAround(place: string): string | null {
  for (let here = place; ; here = dirname(here)) {
    if (isNovel(here)) return here
    if (dirname(here) === here) return null
  }
}

/** A folder with a `.nbook`, whatever became of its `project.yaml`; or with a `project.yaml` of ours, as a copy without its history has it. */
function isNovel(dir: string): boolean {
  if (statSync(join(dir, '.nbook'), { throwIfNoEntry: false })?.isDirectory() === true) return true
  try {
    return readManifest(dir).kind === 'novel'
  } catch {
    return false
  }
}
