import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileScripts } from '../src/core/sandbox/hostile-scripts-fixture'
import { createSandboxHost } from '../src/core/sandbox/host'
import { stopwatch } from '../test/stopwatch'

// Measured here, where test files run one at a time: beside others on two cores a second says nothing.
const deadlineMs = 400
const host = createSandboxHost({ deadlineMs })
// A script's time begins when a process is there for it.
beforeAll(async () => void (await host.health()))
afterAll(() => host.close())

test.each(hostileScripts)('SB ends %s within the deadline and a second', async (_what, code) => {
  const took = stopwatch()
  expect((await host.run(code)).ok).toBe(false)
  expect(took()).toBeLessThan(deadlineMs + 1_000)
  expect(await host.run('return 1 + 1')).toMatchObject({ ok: true, value: 2 })
})
