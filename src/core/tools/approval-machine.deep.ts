import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvalMachine } from '../../../test/tools/approval-machine'
import { openBench, type Bench } from '../../../test/tools/bench'

const machine = approvalMachine()
let bench: Bench
beforeAll(async () => {
  bench = await openBench([machine.pack])
  const get = bench.deps.profiles.get.bind(bench.deps.profiles)
  bench.deps.profiles.get = (key) => (key === 'leader.default' ? { ...get(key), tools: ['*', 'turn_cell'] } : get(key))
})
afterAll(async () => { await bench.close() })

it('20,000 random interleavings of requests, answers, edits, stops and restarts: what runs is what was shown, at most once (05 §6, T10)', async () => {
  const figures = await machine.run(bench, 20_000, 101)
  process.stderr.write(`${JSON.stringify(figures)}\n`)
  expect(figures.interleavings).toBe(20_000)
  for (const key of ['commits', 'stale', 'denied', 'expired', 'restarts', 'refused'] as const) expect(figures[key], key).toBeGreaterThan(1_000)
}, 1_200_000)
