import { describe, expect, it } from 'vitest'
import { systemClock } from '../models/clock'
import { SessionStore } from './session-store'
import { call, end, openBench, say, scripted } from '../../../test/model-server/agent-bench'
import { stopwatch } from '../../../test/stopwatch'

const wait = (ms: number) => new Promise((resolve) => { setTimeout(resolve, ms) })

describe('stopping (04 §2, §8)', () => {
  it('A1 demo slow: the text grows, a stop ends it within 1 s, keeps the text and is no error', async () => {
    const bench = openBench({ clock: systemClock, demoSpeed: 1 })
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await bench.agents.send(id, 'slow', 'prompt')
    await bench.until(() => bench.events.filter((event) => event.type === 'text.delta').length >= 5)
    expect(bench.agents.snapshot(id).streaming?.text.length).toBeGreaterThan(20)
    const took = stopwatch()
    await bench.agents.cancel(id)
    expect(took()).toBeLessThan(1_000)
    expect(bench.lines(id)[1]).toMatch(/^assistant partial: 长安的雪/)
    expect(bench.agents.get(id).status).toBe('idle')
    expect(bench.events.find((event) => event.type === 'run.ended')).toMatchObject({ how: 'aborted', code: null })
  })
  it('keeps the text on disk each second while it comes', async () => {
    const bench = openBench({ model: scripted([async function* () { yield say('一'); await wait(1_100); yield say('二'); await wait(50); yield end() }]) })
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await bench.agents.send(id, '写', 'prompt')
    const draft = () => bench.project.sessionsDb.prepare('SELECT payload FROM Entry WHERE seq = -1').get() as { payload: string } | undefined
    await bench.until(() => draft() !== undefined)
    expect(JSON.parse(draft()?.payload ?? '')).toMatchObject({ kind: 'draft', text: '一二' })
    await bench.agents.whenQuiet(id)
    expect([draft(), bench.lines(id)]).toEqual([undefined, ['user: 写', 'assistant: 一二']])
  })
  it('the model sees where it was stopped', async () => {
    const model = scripted([async function* (_request, _n, signal) { yield say('半句'); while (!signal.aborted) await wait(5) }, [say('好'), end()]])
    const bench = openBench({ model })
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await bench.agents.send(id, '写', 'prompt')
    await bench.until(() => bench.agents.snapshot(id).streaming?.text === '半句')
    await bench.agents.cancel(id)
    await bench.agents.send(id, '接着', 'prompt')
    await bench.agents.whenQuiet(id)
    expect(model.requests[1]?.messages.slice(-2).map((message) => message.text)).toEqual(['半句\n[stopped by the author]', '接着'])
  })
  it('a tool that does not stop is left behind, fenced; later calls are CANCELLED; steers come back', async () => {
    const model = scripted([[call('c1', 'bash', {}), call('c2', 'write', {}), end()]])
    const bench = openBench({ model, tools: { bash: () => wait(60_000).then(() => 'late'), write: () => 'x' } })
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await bench.agents.send(id, '做', 'prompt')
    await bench.until(() => bench.ran.length === 1)
    await bench.agents.send(id, '快点', 'steer')
    await bench.agents.send(id, '以后', 'followup')
    expect(bench.agents.snapshot(id).openCalls).toMatchObject([{ callId: 'c1', state: 'running' }])
    const took = stopwatch()
    await bench.agents.cancel(id)
    expect(took()).toBeLessThan(3_000)
    expect(bench.lines(id).slice(2)).toEqual(['bash CANCELLED', 'write CANCELLED'])
    expect(bench.agents.snapshot(id).queue.map((item) => item.text)).toEqual(['以后'])
    expect(bench.events.findLast((event) => event.type === 'queue.changed')).toMatchObject({ returned: [{ text: '快点' }] })
  })
  it('stops a retry that waits', async () => {
    const config = { models: { default: 'x/m', providers: { x: { kind: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1', models: { m: { context: 1000, maxOutput: 100 } } } } } }
    const bench = openBench({ config, clock: systemClock })
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await bench.agents.send(id, '写', 'prompt')
    await bench.until(() => bench.events.some((event) => event.type === 'run.retry'))
    const took = stopwatch()
    await bench.agents.cancel(id)
    expect(took()).toBeLessThan(1_000)
    expect(bench.agents.get(id).status).toBe('idle')
  })
})

describe('closing the app', () => {
  it('leaves the run for the next start, with the text so far', async () => {
    const bench = openBench({ model: scripted([async function* (_request, _n, signal) { yield say('半句'); while (!signal.aborted) await wait(5) }]) })
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await bench.agents.send(id, '写', 'prompt')
    await bench.until(() => bench.agents.snapshot(id).streaming?.text === '半句')
    await bench.agents.close()
    expect(bench.agents.get(id).status).toBe('running')
    const again = openBench({ dir: bench.dir, model: scripted([[say('好'), end()]]) })
    await again.agents.recover()
    await again.agents.whenQuiet(id)
    expect(again.lines(id)).toEqual(['user: 写', 'assistant: 好'])
  })
  it('a call that was running is judged by what it left', async () => {
    const bench = openBench({ model: scripted([[call('c1', 'bash', {}), end()]]), tools: { bash: (_args, caller) => new Promise((_, reject) => { caller.signal.addEventListener('abort', () => reject(new DOMException('x', 'AbortError'))) }) } })
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await bench.agents.send(id, '做', 'prompt')
    await bench.until(() => bench.ran.length === 1)
    await bench.agents.close()
    const again = openBench({ dir: bench.dir, model: scripted([[say('好'), end()]]) })
    await again.agents.recover()
    expect([again.lines(id).at(-1), again.agents.get(id).status]).toEqual(['bash OUTCOME_UNKNOWN', 'interrupted'])
  })
})

describe('two processes on one project', () => {
  it('see each other\'s entries in the right order', async () => {
    const bench = openBench({ model: scripted([[say('一'), end()]]) })
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await bench.agents.send(id, 'a', 'prompt')
    await bench.agents.whenQuiet(id)
    const other = openBench({ dir: bench.dir, model: scripted([[say('二'), end()]]) })
    await other.agents.send(id, 'b', 'prompt')
    await other.agents.whenQuiet(id)
    expect(bench.lines(id)).toEqual(['user: a', 'assistant: 一', 'user: b', 'assistant: 二'])
    await bench.agents.send(id, 'c', 'prompt')
    await bench.agents.whenQuiet(id)
    expect([bench.lines(id), other.lines(id)].map((lines) => lines.slice(2))).toEqual([0, 1].map(() => ['user: b', 'assistant: 二', 'user: c', 'assistant: 一']))
  })
})

describe('the fence (04 §3)', () => {
  it('an older run cannot write any more', async () => {
    const bench = openBench({ model: scripted([[say('好'), end()]]) })
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    const store = new SessionStore(bench.project)
    const { epoch: old } = store.nextEpoch(id, 'run_1')
    store.nextEpoch(id, 'run_2')
    expect(() => store.append(id, { type: 'message', origin: 'model', payload: { role: 'user', text: 'x' } }, old)).toThrow(/RUN_FENCED/)
    expect(() => store.saveDraft(id, old, { runId: 'run_1', text: 'x', reasoning: '', model: 'm' })).toThrow(/RUN_FENCED/)
    expect(bench.entries(id)).toEqual([])
  })
})
