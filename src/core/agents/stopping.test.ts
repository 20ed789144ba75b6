import { describe, expect, it } from 'vitest'
import { systemClock } from '../models/clock'
import { call, end, openBench, say, scripted } from '../../../test/model-server/agent-bench'

const wait = (ms: number) => new Promise((resolve) => { setTimeout(resolve, ms) })

describe('stopping (04 §2, §8)', () => {
  it('A1 demo slow: the text grows, a stop ends it within 1 s, keeps the text and is no error', async () => {
    const bench = openBench({ clock: systemClock, demoSpeed: 1 })
    const { id } = bench.agents.create({ profileKey: 'leader.default' })
    await bench.agents.send(id, 'slow', 'prompt')
    await bench.until(() => bench.events.filter((event) => event.type === 'text.delta').length >= 5)
    expect(bench.agents.snapshot(id).streaming?.text.length).toBeGreaterThan(20)
    const began = performance.now()
    await bench.agents.cancel(id)
    expect(performance.now() - began).toBeLessThan(1_000)
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
    const began = performance.now()
    await bench.agents.cancel(id)
    expect(performance.now() - began).toBeLessThan(3_000)
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
    const began = performance.now()
    await bench.agents.cancel(id)
    expect(performance.now() - began).toBeLessThan(1_000)
    expect(bench.agents.get(id).status).toBe('idle')
  })
})
