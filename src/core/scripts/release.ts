import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LintContext, Use } from '../tools/lint/types'
import { caseUses } from '../tools/lint/uses'
import { goldenRuns } from './kept-copy'
import type { ScriptState } from './types'

/** What the author approved last of each tool, how its calls were answered then, and the keys its cases use (P4). */
export function releaseOf(home: string, states: readonly ScriptState[]): Pick<LintContext, 'released' | 'golden' | 'uses'> {
  const approved = states.filter((state) => state.approved !== null)
  return { released: new Map(approved.map((state) => [state.name, state.approved?.definition])), golden: new Map(approved.map((state) => [state.name, goldenRuns(home, state)])), uses: states.flatMap(usesOf) }
}

function usesOf({ dir, name, spec }: ScriptState): Use[] {
  const file = join(dir, 'tests', 'cases.json')
  return spec === null || !existsSync(file) ? [] : caseUses(readFileSync(file, 'utf8'), name, `${name}/tests/cases.json`)
}
