import { expect, it } from 'vitest'
import { checkStatements } from '../../../test/sql/check-statements'

const count = Number(process.env['WENQU_SQL_STATEMENTS'] ?? 200_000)

it(`${count} statements from a grammar, with the deadlines of the product (T7)`, { timeout: 7_200_000 }, async () => {
  const { codes, changed, leaked, late, files, slowestMs } = await checkStatements(count, 20_260_101, { endlessEvery: 4_000 })
  process.stderr.write(`statements ${JSON.stringify(Object.fromEntries(codes))}, slowest ${Math.round(slowestMs)} ms\n`)
  expect({ changed, leaked, late }).toEqual({ changed: [], leaked: [], late: [] })
  expect(files.filter((name) => !name.startsWith('project.sqlite'))).toEqual([])
  expect([...codes.values()].reduce((sum, n) => sum + n, 0)).toBe(count)
})
