import type Database from 'better-sqlite3'
import { fail } from '@shared/fault'
import { all, one } from './prepared'
import type { Problem } from './problems'
import type { DecisionRow } from './rows'

type Checked = Pick<DecisionRow, 'id' | 'status' | 'decision' | 'motivation' | 'risk' | 'note' | 'supersededById'>

/** Does the chain of successors that starts at `from` reach `self`? */
function leadsBack(db: Database.Database, self: number, from: number): boolean {
  const seen = new Set<number>()
  for (let at: number | null = from; at !== null && !seen.has(at);) {
    if (at === self) return true
    seen.add(at)
    at = one<{ next: number | null }>(db, 'SELECT supersededById AS next FROM StoryDecision WHERE id = ?', at)?.next ?? null
  }
  return false
}

function supersedeProblem(db: Database.Database, row: Checked): string | null {
  const by = row.supersededById
  if (by === null) return 'missing; a superseded decision names its successor.'
  if (by === row.id) return 'is the decision itself; name another one.'
  if (one(db, 'SELECT 1 FROM StoryDecision WHERE id = ?', by) === undefined) return `there is no decision ${by}.`
  return leadsBack(db, row.id, by) ? `decision ${by} is itself superseded, in the end, by this one.` : null
}

const lacking = (row: Checked, keys: readonly ('decision' | 'motivation' | 'risk' | 'note')[]): Problem[] =>
  keys.filter((key) => row[key] === null || row[key] === '').map((key) => ({ pointer: `/${key}`, message: `missing; a ${row.status} decision needs it.` }))

/** Rule 1 of 02 §7 on one merged row: every field that is missing or impossible. */
export function decisionProblems(db: Database.Database, row: Checked): Problem[] {
  if (row.status === 'decided') return lacking(row, ['decision', 'motivation', 'risk'])
  if (row.status === 'dropped') return lacking(row, ['note'])
  if (row.status !== 'superseded') return []
  const problem = supersedeProblem(db, row)
  return problem === null ? [] : [{ pointer: '/supersededById', message: problem }]
}

/** DECISION_INCOMPLETE naming each field. */
export function refuseIncomplete(problems: readonly Problem[], label: string): void {
  const first = problems[0]
  if (!first) return
  const fields = problems.map((p) => p.pointer.slice(1)).join(', ')
  fail('DECISION_INCOMPLETE', `${label} cannot stand like that: ${fields}.`, { pointer: first.pointer, problems: [...problems], fix: 'Give these fields in the same call.' })
}

/**
 * Every broken invariant of 02 §7 in the whole story, whoever wrote it: for undo, for SQL writes and for tests. The rules of
 * references and enums are kept by the tables and the field checks.
 */
export function storyViolations(db: Database.Database): Problem[] {
  const decisions = all<Checked>(db, 'SELECT id, status, decision, motivation, risk, note, supersededById FROM StoryDecision')
  return decisions.flatMap((row) => {
    const stray = row.status !== 'superseded' && row.supersededById !== null ? [{ pointer: '/supersededById', message: `not for a decision that is ${row.status}.` }] : []
    return [...decisionProblems(db, row), ...stray].map(({ pointer, message }) => ({ pointer: `/decision/${row.id}${pointer}`, message }))
  })
}
