import { basename, dirname, resolve } from 'node:path'
import { isFault } from '@shared/fault'
import type { Env } from '../project/types'
import { canonicalJson } from '../tools/canonical'
import type { Outcome } from '../tools/lint/outcome-types'
import type { Replays } from '../tools/schema-diff/diff-replies'
import { lookAtFolder, readFolder } from './folder-content'
import { goldenRuns } from './kept-copy'
import { lastTest } from './testing/last-test'
import { openToolTrust } from './tool-trust'

/** How the test calls of two definitions were answered: of a tool's folder by the last test of what stands there, of the former definition also by what was kept when the author approved it. */
export function replaysOf(env: Pick<Env, 'home'>, before: { file: string; definition: unknown }, after: string): Replays {
  const tested = testedIn(env.home, before.file)
  return { before: tested.length > 0 ? tested : approvedAs(env, before.definition, after), after: testedIn(env.home, after) }
}

function placeOf(file: string): { dir: string; name: string } | null {
  const dir = dirname(resolve(file))
  return basename(file) === 'tool.json' ? { dir, name: basename(dir) } : null
}

function testedIn(home: string, file: string): readonly Outcome[] {
  const place = placeOf(file)
  if (place === null) return []
  try {
    return lastTest(home, { ...place, hash: readFolder(place.dir, lookAtFolder(place.dir, place.name)).hash })?.outcomes ?? []
  } catch (error) {
    // A folder that is none of a tool was never tested.
    if (isFault(error)) return []
    throw error
  }
}

function approvedAs(env: Pick<Env, 'home'>, definition: unknown, file: string): readonly Outcome[] {
  const place = placeOf(file)
  const row = openToolTrust(env).list().find((one) => one.name === place?.name && canonicalJson(one.definition) === canonicalJson(definition))
  return place === null || row === undefined ? [] : goldenRuns(env.home, { ...place, approved: row })
}
