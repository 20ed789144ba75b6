import { expect, it } from 'vitest'
import { playMutated } from '../../../test/model-server/mutated-streams'

it('E3: 1,000 mutated or cut streams: no crash, one result for each call, every session usable after', async () => {
  const seeds = Array.from({ length: 1_000 }, (_, n) => n + 1)
  const { retried, ran, ended } = await playMutated(seeds)
  process.stderr.write(`${JSON.stringify({ retried, ran, ended })}\n`)
  expect(retried, 'some streams are asked for again').toBeGreaterThan(100)
  expect(ran, 'some calls come through whole').toBeGreaterThan(100)
  // Only to end what hangs: a busy machine needs long for so many.
}, 3_600_000)
