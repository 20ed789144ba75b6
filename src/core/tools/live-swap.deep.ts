import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../test/tools/bench'
import { checkLiveSwap } from '../../../test/tools/live-swap'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(async () => { await bench.close() })

it('two minutes of swapped links', async () => {
  const { swaps, ok, refused } = await checkLiveSwap(bench, 120_000)
  process.stderr.write(`swaps ${swaps}, calls that passed ${ok}, refused ${JSON.stringify(Object.fromEntries(refused))}\n`)
  expect(swaps).toBeGreaterThan(10_000)
})
