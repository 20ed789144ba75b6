import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../test/tools/bench'
import { checkLiveSwap } from '../../../test/tools/live-swap'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(async () => { await bench.close() })

it('a process that swaps folders and files for links gets nothing read or written outside (06 "Use equals check")', async () => {
  const { swaps, ok, refused } = await checkLiveSwap(bench, 4_000)
  process.stderr.write(`swaps ${swaps}, calls that passed ${ok}, refused ${JSON.stringify(Object.fromEntries(refused))}\n`)
  expect(swaps).toBeGreaterThan(100)
  expect(ok).toBeGreaterThan(10)
}, 60_000)
