import { expect, it } from 'vitest'
import { checkStatements } from '../../../test/sql/check-statements'

/** The long run is hostile-statements.deep.ts. */
it('5,000 statements from a grammar: nothing changed, nothing of the bookkeeping shown, none past its deadline, no file made (T7)', { timeout: 300_000 }, async () => {
  const { codes, changed, leaked, late, files, slowestMs } = await checkStatements(5_000, 7, { deadlineMs: 500, writeDeadlineMs: 500, endlessEvery: 1_000 })
  process.stderr.write(`statements ${JSON.stringify(Object.fromEntries(codes))}, slowest ${Math.round(slowestMs)} ms\n`)
  expect({ changed, leaked, late }).toEqual({ changed: [], leaked: [], late: [] })
  expect(files.filter((name) => !name.startsWith('project.sqlite'))).toEqual([])
  for (const code of ['ok', 'SQL_KIND', 'SQL_MULTIPLE', 'SQL_TABLE', 'SQL_FUNCTION', 'SQL_READ_ONLY', 'SQL_ERROR', 'SQL_TIMEOUT']) expect(codes.get(code) ?? 0, code).toBeGreaterThan(0)
})
