import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { call, end, openBench, say, scripted } from '../../../test/model-server/agent-bench'

/** How long, in minutes: 30 for a claim of E7, less to look. */
const MINUTES = Number(process.env['WENQU_SOAK_MINUTES'] ?? 30)
const SESSIONS = 4
const STEPS = 6

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
const heap = (): number => { collect(); return process.memoryUsage().heapUsed }

it(`E7: four sessions at once for ${MINUTES} minutes: memory, handles and the event loop stay level`, async () => {
  const steps = new Map<number, number>()
  let made = 0
  const model = scripted([async function* (request) {
    // A reply takes a moment, so that the four really overlap.
    await new Promise<void>((resolve) => { setTimeout(resolve, 5) })
    if (request.hint.profileKey === 'summarizer') { yield say('## 摘要\n接着写'); yield end(); return }
    const step = (steps.get(request.hint.sessionId) ?? 0) + 1
    steps.set(request.hint.sessionId, step)
    yield say(`第 ${step} 步，雪下了一夜。`)
    if (step % STEPS !== 0) yield call(`c${made++}`, 'read', { step })
    yield end()
  }], { spec: { context: 32_768, maxOutput: 1_000 } })
  const bench = openBench({ model, tools: { read: () => '长安的雪。'.repeat(400) } })
  const ids = Array.from({ length: SESSIONS }, () => bench.agents.create({ profileKey: 'leader.default' }).id)
  // What a process that does nothing sees on this machine: a busy one delays everybody.
  const idle = monitorEventLoopDelay({ resolution: 10 })
  idle.enable()
  await new Promise<void>((resolve) => { setTimeout(resolve, 5_000) })
  idle.disable()
  const usual = idle.percentile(99) / 1e6
  const until = Date.now() + MINUTES * 60_000
  const warm = Date.now() + MINUTES * 15_000
  const samples: { heap: number; handles: number }[] = []
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const talk = async (id: number): Promise<void> => {
    for (let n = 0; Date.now() < until; n++) {
      await bench.agents.send(id, `写第 ${n} 段。${'雪夜长安。'.repeat(300)}`, 'prompt')
      await bench.agents.whenQuiet(id)
      if (bench.agents.get(id).status === 'waiting') await bench.agents.continue(id).then(() => bench.agents.whenQuiet(id))
      bench.events.length = 0
      bench.ran.length = 0
      model.requests.length = 0
      if (id === ids[0] && Date.now() > warm && n % 20 === 0) samples.push({ heap: heap(), handles: process.getActiveResourcesInfo().length })
    }
  }
  await Promise.all(ids.map(talk))
  delay.disable()
  const last = { heap: heap(), handles: process.getActiveResourcesInfo().length }
  const compactions = bench.project.sessionsDb.prepare<[], { n: number }>("SELECT count(*) AS n FROM Entry WHERE type = 'compaction'").get()?.n ?? 0
  const first = samples[0] ?? last
  const p99 = delay.percentile(99) / 1e6
  process.stderr.write(`${JSON.stringify({ minutes: MINUTES, steps: [...steps.values()], compactions, heapMb: [first.heap / 1e6, last.heap / 1e6], handles: [first.handles, last.handles], p99, usual })}\n`)
  expect(compactions, 'conversations are summarised on the way').toBeGreaterThan(0)
  expect(last.heap / first.heap, 'heap after / before').toBeLessThanOrEqual(1.25)
  expect(last.handles, 'open handles').toBeLessThanOrEqual(first.handles + 4)
  expect(p99, 'event loop p99 in ms').toBeLessThanOrEqual(Math.max(100, usual * 5))
  await bench.agents.close()
}, (MINUTES + 5) * 60_000)
