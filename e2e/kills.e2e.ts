import { expect, test } from 'vitest'
import { runKills } from './kills/run-kills'

test('A7 core killed at random moments of writes: nothing acknowledged is lost (15 of the 200 of test:deep)', async () => {
  const { acknowledged } = await runKills(15)
  expect(acknowledged).toBeGreaterThanOrEqual(15)
}, 120_000)
