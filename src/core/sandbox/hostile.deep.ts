import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { hostileScripts } from './hostile-scripts-fixture'
import { hostileBodies } from './hostile-bodies-fixture'
import { createSandboxHost } from './host'
import type { WorldPort } from './types'

const deadlineMs = 300
const runs = 2_000
const host = createSandboxHost({ deadlineMs })
afterAll(() => host.close())

const descriptors = (): number => readdirSync('/proc/self/fd').length
/** Processes that this one started and that still live. */
const children = (): number => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).length

it(`core outlives ${runs} hostile scripts; each ends in time, none leaves a process or a descriptor`, { timeout: 3_600_000 }, async () => {
  const bodies = [...hostileScripts.map(([, code]) => code), ...hostileBodies]
  const port = (): WorldPort => ({ write: true, now: 0, seed: 1, call: ({ args }) => (args.includes('__proto__') ? { ok: false, ref: 0, code: 'VALUE_INVALID', message: 'no' } : { ok: true, json: '{"sliceId":"1","issues":[]}' }) })
  expect(await host.run('return 1')).toMatchObject({ ok: true })
  const [before, processes] = [descriptors(), children()]
  let late = 0
  for (let i = 0; i < runs; i += 1) {
    const code = mutated(bodies[i % bodies.length] ?? '', i)
    // A script's time begins when a process is there for it.
    await host.health()
    const started = performance.now()
    await host.run(code, { world: port() })
    if (performance.now() - started > deadlineMs + 1_000) late += 1
    expect(({} as { admin?: unknown }).admin).toBeUndefined()
  }
  expect(await host.run('return [typeof kept, Object.keys({}).length, JSON.stringify([1])]')).toMatchObject({ ok: true, value: ['undefined', 0, '[1]'] })
  expect(late, 'runs that ended later than a second after their deadline').toBe(0)
  expect(descriptors() - before).toBeLessThanOrEqual(20)
  expect(children() - processes).toBeLessThanOrEqual(2)
})

/** The same trick in another dress, alike at every run of the test. */
function mutated(code: string, i: number): string {
  switch (Math.floor(i / 80) % 5) {
    case 0: return code
    case 1: return `globalThis.kept = ${i}; Object.prototype.admin = true\n${code}`
    case 2: return `await (async () => { ${code} })()`
    case 3: return `try { ${code} } finally { world.time.now() }`
    default: return `return eval(${JSON.stringify(`(() => { ${code.includes('await') ? 'while (1);' : code} })()`)})`
  }
}
