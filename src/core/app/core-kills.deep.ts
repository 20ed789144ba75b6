import { afterAll, beforeAll, expect, it } from 'vitest'
import { killAndRecover, killPoints, openRange, SCENES, type KillRange, type Scene } from '../../../test/faults/core-kills'

let range: KillRange
beforeAll(async () => { range = await openRange() })
afterAll(() => range.close())

it.each(Object.keys(SCENES) as Scene[])('E2: core killed -9 at every statement of a %s that writes to a database', async (scene) => {
  const points = await killPoints(range, scene)
  const ends: Record<string, number> = {}
  for (let n = 1; n <= points; n++) { const end = await killAndRecover(range, scene, n); ends[end] = (ends[end] ?? 0) + 1 }
  process.stderr.write(`${scene}: ${points} points ${JSON.stringify(ends)}\n`)
  // The last ones may fall behind the end of a run that had fewer.
  expect(ends['not killed'] ?? 0).toBeLessThanOrEqual(points / 10)
}, 3_600_000)
