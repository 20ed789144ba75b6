import { afterAll, beforeAll, expect, it } from 'vitest'
import { killAndRecover, killPoints, openRange, SCENES, type KillRange, type Scene } from '../../../test/faults/core-kills'

const POINTS = 2
let range: KillRange
beforeAll(async () => { range = await openRange() })
afterAll(() => range.close())

it.each(Object.keys(SCENES) as Scene[])('E2: core killed -9 in the middle of a %s: one result, nothing twice, told once', async (scene) => {
  const points = await killPoints(range, scene)
  const ends: string[] = []
  // Spread over the run; `npm run test:deep` takes every point.
  for (let n = 1; n <= POINTS; n++) ends.push(await killAndRecover(range, scene, Math.round((points * n) / (POINTS + 1))))
  expect(ends).not.toContain('not killed')
}, 300_000)
