import type { Outcome } from '../../tools/lint/outcome-types'
import type { Finding } from '../../tools/lint/types'
import type { Case } from './cases'

export interface Row { readonly name: string; readonly kind: Case['kind'] | 'generated'; readonly verdict: 'green' | 'red' | 'skipped'; readonly stage: string | null; /** The exact text for the model. */ readonly text: string | null; readonly why: string | null; readonly ms: number | null }
export interface Report {
  readonly tool: string
  readonly hash: string
  readonly network: 'isolated' | 'not isolated' | 'declared'
  readonly rows: readonly Row[]
  readonly lint: readonly Finding[]
  readonly missing: readonly string[]
  /** No lint error, all cases green, and enough of each kind: approval is offered (08 §8). */
  readonly green: boolean
  readonly outcomes: readonly Outcome[]
}

/** The report for people; its last line counts. */
export function reportText({ tool, rows, lint, missing, network, green }: Report): string {
  const lines = rows.map((row) => {
    const head = `${row.verdict === 'green' ? '✓' : row.verdict === 'red' ? '✗' : '-'} ${row.kind}: ${row.name}${row.stage === null ? '' : ` (${row.stage}${row.ms === null ? '' : `, ${row.ms} ms`})`}`
    const shown = row.kind === 'generated' && row.verdict === 'green' ? [] : (row.text ?? '').split('\n').slice(0, 12).filter((line) => line !== '').map((line) => `    ${line.slice(0, 300)}`)
    return [head, ...(row.why === null ? [] : [`    ${row.why}`]), ...shown].join('\n')
  })
  const count = (verdict: Row['verdict']): number => rows.filter((row) => row.verdict === verdict).length
  const errors = lint.filter((one) => one.level === 'error').length
  const last = `${count('green')} green, ${count('red')} red, ${count('skipped')} skipped, ${errors} lint errors`
  return [...lines, ...lint.map((one) => `${one.level === 'error' ? '✗' : '!'} ${one.rule} ${one.pointer}: actual ${one.actual}; expected ${one.expected}; fix: ${one.fix}`), ...missing.map((text) => `✗ ${text}`), `network: ${network}`, green ? `[OK] ${tool}: ${last}` : `[FAIL] TESTS: ${tool}: ${last}`].join('\n')
}
