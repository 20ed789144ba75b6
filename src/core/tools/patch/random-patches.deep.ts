import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../../test/tools/bench'
import { checkSpoiled, checkWhole } from '../../../../test/tools/check-patches'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(async () => { await bench.close() })

it('3,000 random patches come to what the plain model says, 1,000 spoiled ones change nothing', async () => {
  for (let seed = 10_000; seed < 13_000; seed += 1) await checkWhole(bench, seed)
  for (let seed = 20_000; seed < 21_000; seed += 1) await checkSpoiled(bench, seed)
  expect(bench.project.sessionsDb.prepare("SELECT count(*) FROM Journal WHERE state = 'intent'").pluck().get()).toBe(0)
})
