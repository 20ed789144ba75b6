import type { LintContext } from '../tools/lint/types'
import { goldenRuns } from './kept-copy'
import type { ScriptState } from './types'

/** What the author approved last of each tool, and how its calls were answered then (P4). */
export function releaseOf(home: string, states: readonly ScriptState[]): Pick<LintContext, 'released' | 'golden'> {
  const approved = states.filter((state) => state.approved !== null)
  return { released: new Map(approved.map((state) => [state.name, state.approved?.definition])), golden: new Map(approved.map((state) => [state.name, goldenRuns(home, state)])) }
}
