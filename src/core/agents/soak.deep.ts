import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { call, end, openBench, say, scripted } from '../../../test/model-server/agent-bench'

/** How long, in minutes: 30 for a claim of E7, 4 or more to look. */
const MINUTES = Number(process.env['WENQU_SOAK_MINUTES'] ?? 30)
const SESSIONS = 4
const STEPS = 6
/** 20 calls a minute in each conversation. */
const REPLY_MS = 3_000
const SAMPLE_MS = 15_000

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
const sample = () => { collect(); return { heap: process.memoryUsage().heapUsed, handles: process.getActiveResourcesInfo().length } }
const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

it(`E7: four sessions at once for ${MINUTES} minutes: memory, handles and the event loop stay level`, async () => {
  const steps = new Map<number, number>()
  let made = 0
  const model = scripted([async function* (request) {
    await new Promise<void>((resolve) => { setTimeout(resolve, REPLY_MS) })
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
  const warm = Date.now() + Math.min(5, MINUTES / 4) * 60_000
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
    }
  }
  const look = setInterval(() => { if (Date.now() > warm) samples.push(sample()) }, SAMPLE_MS)
  await Promise.all(ids.map(talk))
  clearInterval(look)
  delay.disable()
  const compactions = bench.project.sessionsDb.prepare<[], { n: number }>("SELECT count(*) AS n FROM Entry WHERE type = 'compaction'").get()?.n ?? 0
  // Conversations are summarised now and then, so one look says little: the middle of the first and of the last looks.
  const part = Math.max(1, Math.floor(samples.length / 5))
  const looks = (from: number, to?: number) => ({ heap: middle(samples.slice(from, to).map((one) => one.heap)), handles: middle(samples.slice(from, to).map((one) => one.handles)) })
  const first = looks(0, part)
  const last = looks(-part)
  const p99 = delay.percentile(99) / 1e6
  process.stderr.write(`${JSON.stringify({ minutes: MINUTES, steps: [...steps.values()], compactions, heapMb: [first.heap / 1e6, last.heap / 1e6], handles: [first.handles, last.handles], p99, usual })}\n`)
  expect(compactions, 'conversations are summarised on the way').toBeGreaterThan(0)
  expect(last.heap / first.heap, 'heap after / before').toBeLessThanOrEqual(1.1)
  expect(last.handles, 'open handles').toBeLessThanOrEqual(first.handles + 4)
  expect(p99, 'event loop p99 in ms').toBeLessThanOrEqual(Math.max(100, usual * 5))
  await bench.agents.close()
}, (MINUTES + 5) * 60_000)
