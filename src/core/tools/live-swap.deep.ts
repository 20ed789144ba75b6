import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../test/tools/bench'
import { checkLiveSwap } from '../../../test/tools/live-swap'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(async () => { await bench.close() })

it('10,000 reads and writes while links are swapped', async () => {
  const { swaps, calls, ok, refused } = await checkLiveSwap(bench, 60_000, 10_000)
  process.stderr.write(`swaps ${swaps}, calls ${calls}, passed ${ok}, refused ${JSON.stringify(Object.fromEntries(refused))}\n`)
  expect(calls).toBeGreaterThanOrEqual(10_000)
  expect(swaps).toBeGreaterThan(5_000)
}, 1_200_000)
