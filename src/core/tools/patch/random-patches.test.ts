import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openBench, type Bench } from '../../../../test/tools/bench'
import { checkFault, checkSpoiled, checkWhole } from '../../../../test/tools/check-patches'

const faults = vi.hoisted(() => {
  let left = 0
  let hit = false
  return {
    arm: (step: number) => { left = step; hit = false },
    disarm: () => { left = 0; return hit },
    step: () => {
      if (left === 0) return
      left -= 1
      if (left > 0) return
      hit = true
      throw Object.assign(new Error('EIO: broken disk'), { code: 'EIO' })
    },
  }
})
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  const breaking = <A extends unknown[], R>(act: (...args: A) => R) => (...args: A): R => { faults.step(); return act(...args) }
  const made = { ...real, renameSync: breaking(real.renameSync), linkSync: breaking(real.linkSync), unlinkSync: breaking(real.unlinkSync) }
  return { ...made, default: made }
})

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(async () => { await bench.close() })

describe('random patches against a plain model (06 §5)', () => {
  it('come to what they say', async () => { for (let seed = 1; seed <= 60; seed += 1) await checkWhole(bench, seed) }, 120_000)
  it('change nothing when one line is wrong', async () => { for (let seed = 1_001; seed <= 1_040; seed += 1) await checkSpoiled(bench, seed) }, 120_000)
  it('happen whole or not at all when a step on the disk fails', async () => {
    let failed = 0
    for (let seed = 2_001; seed <= 2_060; seed += 1) failed += (await checkFault(bench, seed, faults)) ? 1 : 0
    expect(failed).toBeGreaterThan(15)
  }, 120_000)
})
