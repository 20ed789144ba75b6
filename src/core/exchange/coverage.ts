import { fail } from '@shared/fault'
import type { ImportPlan, ImportRow } from '@shared/import-plan'

export interface CoverageProof {
  ok: boolean
  /** Share of the text's characters that lie in exactly one row. */
  coverage: number
  problems: string[]
}

/** Checks that the rows lie end to end from 0 to the end of the very text the plan was made for. Import is refused otherwise. */
export function proveCoverage(plan: ImportPlan, text: string): CoverageProof {
  const proof = proveRows(plan.rows, text.length)
  const problems = [...proof.problems]
  if (plan.totalCharacters !== text.length) problems.push(`the plan is for ${plan.totalCharacters} characters, the text has ${text.length}`)
  if (new Set(plan.rows.map((row) => row.id)).size !== plan.rows.length) problems.push('two rows have one id')
  return { ...proof, ok: problems.length === 0 && proof.coverage === 1, problems }
}

/** Replaced characters are lost text: refused (`IMPORT_LOSSY`) unless the author accepted that in so many words. */
export function assertLossless({ notTaken, lossAccepted, encoding }: ImportPlan): void {
  const lost = notTaken.filter((one) => one.reason === 'invalid-bytes')
  if (lost.length === 0 || lossAccepted) return
  const where = lost.slice(0, 5).map(({ detail, characters }) => `${detail} (${characters})`)
  fail('IMPORT_LOSSY', `Some bytes are not valid ${encoding} and would be lost: ${where.join(', ')}${lost.length > 5 ? ', …' : ''}`, {
    actual: `${lost.reduce((sum, one) => sum + one.characters, 0)} unreadable characters`, expected: '0', fix: 'Choose another encoding, or accept the loss.',
  })
}

/** Adjacency and sum of rows over `[0, total)`. */
export function proveRows(rows: readonly ImportRow[], total: number): CoverageProof {
  const problems: string[] = []
  let covered = 0
  let cursor = 0
  for (const row of rows) {
    if (row.start !== cursor) problems.push(`${row.id} starts at ${row.start}, expected ${cursor}`)
    if (row.bodyStart < row.start || row.bodyStart > row.end) problems.push(`${row.id} has its text outside itself`)
    covered += Math.max(0, Math.min(row.end, total) - Math.max(row.start, cursor))
    cursor = Math.max(cursor, row.end)
  }
  if (cursor !== total) problems.push(`rows end at ${cursor}, the text at ${total}`)
  const coverage = total === 0 ? 1 : covered / total
  return { ok: problems.length === 0 && coverage === 1, coverage, problems }
}
