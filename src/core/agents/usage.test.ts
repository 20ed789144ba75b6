import { expect, it } from 'vitest'
import { openBench } from '../../../test/model-server/agent-bench'
import { UsageBook } from './usage'

type Row = [model: string, cost: number | null, currency: string | null]
const demo: Row = ['demo/author', 0, null]
const older: Row = ['demo/author', null, null]
const unpriced: Row = ['x/free', null, null]

it.each<[name: string, rows: Row[], cost: number | null, currency: string | null]>([
  ['nothing was asked', [], null, null],
  ['the demo alone costs nothing', [demo, demo], 0, null],
  ['so do its rows of older versions', [older], 0, null],
  ['a model without a price is unknown', [unpriced], null, null],
  ['and stays so beside the demo', [demo, unpriced], null, null],
  ['a price counts beside the demo', [demo, ['x/m', 0.5, 'CNY'], older], 0.5, 'CNY'],
  ['two currencies are not added', [['x/m', 0.5, 'CNY'], ['x/d', 0.5, 'USD'], demo], null, null],
])('04 §8 what a sum costs: %s', (_, rows, cost, currency) => {
  const bench = openBench()
  const { id } = bench.agents.create({ profileKey: 'leader.default' })
  const book = new UsageBook(bench.project)
  for (const [model, price, unit] of rows) book.add(id, { model, runId: null, input: 1, cachedInput: 0, cacheWrite: 0, output: 1, reasoning: 0, ms: 1, retries: 0, cost: price, currency: unit })
  expect([book.own(id), book.tree(id), book.whole(), book.today()]).toEqual(Array.from({ length: 4 }, () => expect.objectContaining({ input: rows.length, cost, currency }) as object))
})

it.each<[name: string, rows: Row[], real: boolean]>([['nothing', [], false], ['the demo alone', [demo, older], false], ['a model beside the demo', [['x/m', 0.5, 'CNY'], demo], true]])('what is shown whatever model is chosen now: %s', (_, rows, real) => {
  const bench = openBench()
  const { id } = bench.agents.create({ profileKey: 'leader.default' })
  for (const [model, price, unit] of rows) new UsageBook(bench.project).add(id, { model, runId: null, input: 1, cachedInput: 0, cacheWrite: 0, output: 1, reasoning: 0, ms: 1, retries: 0, cost: price, currency: unit })
  expect(bench.agents.snapshot(id).usage).toMatchObject({ real, total: { input: rows.length } })
})

it('04 §9 a reply of the demo says that it cost nothing', async () => {
  const bench = openBench()
  const { id } = bench.agents.create({ profileKey: 'leader.default' })
  await bench.agents.send(id, 'tour', 'prompt')
  await bench.agents.whenQuiet(id)
  expect(bench.agents.snapshot(id).usage.own).toMatchObject({ cost: 0, currency: null })
})
