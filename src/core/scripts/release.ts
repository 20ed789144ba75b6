import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalDir } from '../project/real-path'
import type { Env } from '../project/types'
import type { LintContext, Use } from '../tools/lint/types'
import { caseUses } from '../tools/lint/uses'
import { goldenRuns } from './kept-copy'
import { loggedCalls } from './logged-calls'
import { openToolTrust } from './tool-trust'
import { taughtTexts } from './taught-texts'
import type { ScriptState } from './types'

/** What the author approved last of each tool, how its calls were answered then, what logged ones came to, and what calls it: its cases, skills, workflows (P4). */
export function releaseOf(env: Env, states: readonly ScriptState[], projectDir: string | null): Pick<LintContext, 'released' | 'golden' | 'logged' | 'uses' | 'texts'> {
  const approved = states.filter((state) => state.approved !== null)
  return {
    released: new Map(approved.map((state) => [state.name, state.approved?.definition])), golden: new Map(approved.map((state) => [state.name, goldenRuns(env.home, state)])),
    logged: (tool) => loggedCalls(env, tool, projectDir), uses: states.flatMap(usesOf), texts: taughtTexts(env.home, projectDir),
  }
}

function usesOf({ dir, name, spec }: ScriptState): Use[] {
  const file = join(dir, 'tests', 'cases.json')
  return spec === null || !existsSync(file) ? [] : caseUses(readFileSync(file, 'utf8'), name, `${name}/tests/cases.json`)
}

/** Tools the author once approved whose folder is gone, and whose name no other took over (P4-3). */
export function goneTools(env: Env, states: readonly ScriptState[], projectDir: string | null): string[] {
  const here = projectDir === null ? null : canonicalDir(projectDir)
  const there = new Set(states.flatMap(({ name, spec }) => [name, ...(spec?.aliases ?? [])]))
  return openToolTrust(env).list().filter(({ layer, project, name }) => (layer === 'global' || project === here) && !there.has(name)).map(({ name }) => name)
}
