import { lintOutcomes } from '../tools/lint/rules-outcomes'
import type { Finding, LintTarget } from '../tools/lint/types'
import { scriptTarget } from '../scripts/script-target'
import { lastTest } from '../scripts/testing/last-test'
import type { ScriptState } from '../scripts/types'

/** The definitions that the author approved last, for P4-1. */
export const releasedOf = (states: readonly ScriptState[]): Map<string, unknown> => new Map(states.flatMap((one) => (one.approved === null ? [] : [[one.name, one.approved.definition] as const])))

/** The script tools as the lint sees them, and what the rules on runs say of their last test. */
export async function scriptTargets(states: readonly ScriptState[], home: string): Promise<{ targets: LintTarget[]; runs: Finding[] }> {
  const targets: LintTarget[] = []
  const runs: Finding[] = []
  for (const state of states) {
    if (state.spec === null) continue
    const target = await scriptTarget(state, state.spec)
    targets.push(target)
    runs.push(...lintOutcomes(target, lastTest(home, state)?.outcomes ?? []))
  }
  return { targets, runs }
}
