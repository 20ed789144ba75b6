import { expect, it } from 'vitest'
import { playMutated } from '../../../test/model-server/mutated-streams'

/** WENQU_STREAMS sets how many; 100,000 unless told. */
const count = Number(process.env['WENQU_STREAMS'] ?? 100_000)

it(`E3: ${count} mutated or cut streams`, async () => {
  for (let from = 1; from <= count; from += 2_000) {
    const seeds = Array.from({ length: Math.min(2_000, count - from + 1) }, (_, n) => 1_000_000 + from + n)
    const { ran } = await playMutated(seeds)
    expect(ran).toBeGreaterThan(0)
  }
}, 6 * 3_600_000)
