import { lintOutcomes } from '../tools/lint/rules-outcomes'
import type { Outcome } from '../tools/lint/outcome-types'
import type { Finding, LintTarget } from '../tools/lint/types'
import { scriptTarget } from '../scripts/script-target'
import { lastTest } from '../scripts/testing/last-test'
import type { ScriptState } from '../scripts/types'

/** The script tools as the lint sees them, the runs of their last test, and what the rules on runs say of those. */
export async function scriptTargets(states: readonly ScriptState[], home: string): Promise<{ targets: LintTarget[]; runs: Map<string, readonly Outcome[]>; found: Finding[] }> {
  const targets: LintTarget[] = []
  const runs = new Map<string, readonly Outcome[]>()
  const found: Finding[] = []
  for (const state of states) {
    if (state.spec === null) continue
    const target = await scriptTarget(state, state.spec)
    targets.push(target)
    const outcomes = lastTest(home, state)?.outcomes ?? []
    runs.set(state.name, outcomes)
    found.push(...lintOutcomes(target, outcomes))
  }
  return { targets, runs, found }
}
