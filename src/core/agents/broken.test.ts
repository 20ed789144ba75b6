import { afterEach, describe, expect, it } from 'vitest'
import type { Clock } from '../models/clock'
import { openBench, type Bench } from '../../../test/model-server/agent-bench'
import { startModelServer, stream, text, toolCall, type ModelServer, type Reply } from '../../../test/model-server/openai-server'

let server: ModelServer | null = null
afterEach(async () => { await server?.close(); server = null })

async function talk(replies: readonly Reply[], clock?: Clock): Promise<{ bench: Bench; id: number }> {
  server = await startModelServer(replies)
  const providers = { x: { kind: 'openai-compatible', baseURL: server.url, key: 'keychain:x', models: { m: { context: 65_536, maxOutput: 100 } } } }
  const bench = openBench({ config: { models: { default: 'x/m', small: 'demo/author', providers } }, keys: { x: 'sk-secret-0123456789' }, tools: { write: () => '[OK]' }, ...(clock === undefined ? {} : { clock }) })
  const { id } = bench.agents.create({ profileKey: 'leader.default' })
  await bench.agents.send(id, '写', 'prompt')
  return { bench, id }
}
const replies = (bench: Bench, id: number) => bench.entries(id).filter((entry) => entry.payload['role'] === 'assistant')
/** Every version of a reply in turn, as the author would page through them. */
function versions(bench: Bench, id: number): string[] {
  return (replies(bench, id)[0]?.branch?.siblings ?? []).map((one) => { bench.agents.switchBranch(id, one); return String(replies(bench, id)[0]?.payload['text']) })
}
const broken = (said: string, cut: 'end' | 'reset' = 'reset') => stream([text(said)], { cut, every: 4_000, pauseMs: 5 })
const ok = stream([text('好')])
const booked = (bench: Bench) => bench.project.sessionsDb.prepare('SELECT input, output FROM ModelUsage ORDER BY rowid').all() as { input: number; output: number }[]

describe('a reply that breaks off (04 §8)', () => {
  it('asked for again, its answer is the reply; what had been written stands beside it, with the cause', async () => {
    const { bench, id } = await talk([broken('雪落在灯上'), ok])
    await bench.agents.whenQuiet(id)
    expect(bench.lines(id)).toEqual(['user: 写', 'assistant: 好'])
    expect(replies(bench, id)[0]).toMatchObject({ branch: { index: 2, total: 2 }, payload: { askedAgain: { times: 1, why: expect.stringContaining('connection') } } })
    expect(JSON.stringify(server?.requests[1]?.body)).not.toContain('雪落在灯上')
    expect(versions(bench, id)).toEqual(['雪落在灯上', '好'])
    // The request was read though nobody counted it: our estimate, and told as one.
    expect(booked(bench)[0]).toEqual({ input: expect.any(Number), output: 4 })
    expect(booked(bench)[0]?.input).toBeGreaterThan(100)
    // Whoever shows the sum is told of each.
    expect(bench.events.filter((event) => event.type === 'usage.changed')).toEqual([{ type: 'usage.changed', sessionId: id }, { type: 'usage.changed', sessionId: id }])
    expect(replies(bench, id)[0]?.payload['used']).toMatchObject({ calls: 2, estimated: true })
  })
  it('what broke off stays in the snapshot until something new comes, and is not mixed with it', async () => {
    let goOn: () => void = () => undefined
    const waiting: Clock = { now: () => Date.now(), sleep: () => new Promise((resolve) => { goOn = resolve }) }
    const { bench, id } = await talk([broken('雪落在灯上'), { kind: 'silence', first: [text('风')] }], waiting)
    await bench.until(() => bench.agents.snapshot(id).retry !== null)
    goOn()
    await bench.until(() => bench.agents.snapshot(id).retry === null)
    expect(bench.agents.snapshot(id).streaming?.text).toBe('风')
    await bench.agents.cancel(id)
  })
  it('several times: each version once, what only begins another is that one', async () => {
    const { bench, id } = await talk([broken('雪落'), broken('雪落在灯上'), broken('风来'), broken('雪落'), ok])
    await bench.agents.whenQuiet(id)
    expect(versions(bench, id)).toEqual(['雪落在灯上', '风来', '好'])
  })
  it('stopped while it waits to ask again: what was written is the reply', async () => {
    const waiting: Clock = { now: () => Date.now(), sleep: (_ms, signal) => new Promise((_, no) => { signal.addEventListener('abort', () => no(new DOMException('stopped', 'AbortError')), { once: true }) }) }
    const { bench, id } = await talk([broken('雪落在灯上')], waiting)
    await bench.until(() => bench.events.some((event) => event.type === 'run.retry'))
    // A window that was not there when it was told.
    const { retry, streaming } = bench.agents.snapshot(id)
    expect([retry, streaming?.text]).toEqual([{ attempt: 1, waitMs: expect.any(Number), why: expect.stringContaining('connection') }, '雪落在灯上'])
    expect(retry?.waitMs).toBeGreaterThan(0)
    await bench.agents.cancel(id)
    expect(bench.agents.snapshot(id)).toMatchObject({ retry: null, streaming: null })
    expect([bench.lines(id), bench.agents.get(id).status]).toEqual([['user: 写', 'assistant partial: 雪落在灯上'], 'idle'])
    expect([booked(bench).length, replies(bench, id)[0]?.payload['used']]).toMatchObject([1, { calls: 1, estimated: true }])
  })
  it('never answered: what was written stays above the error', async () => {
    const { bench, id } = await talk([broken('雪落在灯上'), { kind: 'status', status: 401 }])
    await bench.agents.whenQuiet(id)
    expect(bench.lines(id)).toEqual(['user: 写', 'assistant interrupted: 雪落在灯上', 'assistant error: '])
  })
  it('a stream that ends early five times: one reply, the longest, and a pause that says why', async () => {
    const { bench, id } = await talk([broken('雪', 'end'), broken('雪落在灯上', 'end'), broken('风来', 'end'), broken('雪落在灯上', 'end'), broken('雪落', 'end'), ok])
    await bench.agents.whenQuiet(id)
    expect([server?.requests.length, bench.lines(id)]).toEqual([5, ['user: 写', 'assistant interrupted: 雪落在灯上']])
    expect(bench.agents.snapshot(id).pause).toMatchObject({ code: 'PROVIDER_FAILING', text: expect.stringContaining('ended before'), values: { count: 5 } })
    expect(replies(bench, id)[0]?.branch?.total).toBe(2)
    await bench.agents.continue(id)
    await bench.agents.whenQuiet(id)
    expect(bench.lines(id)).toEqual(['user: 写', 'assistant interrupted: 雪落在灯上', 'assistant: 好'])
  })
  it.each<[string, Reply]>([['no JSON', stream([], { raw: '%%% not json {{{' })], ['nothing', stream([], { cut: 'end' })]])('an answer of %s is tried again and keeps no empty reply', async (_, bad) => {
    const { bench, id } = await talk([bad])
    await bench.agents.whenQuiet(id)
    expect([server?.requests.length, bench.lines(id)]).toEqual([9, ['user: 写', 'assistant error: ']])
    expect(bench.project.sessionsDb.prepare("SELECT count(*) AS n FROM Entry WHERE json_extract(payload, '$.status') = 'interrupted'").get()).toEqual({ n: 0 })
  })
  it('cut inside a call with no words before it, again and again: no empty reply is kept, and it pauses', async () => {
    const { bench, id } = await talk([stream(toolCall(0, 'c', 'write', '{"path":"a.md","content":"雪'), { cut: 'end' })])
    await bench.agents.whenQuiet(id)
    expect([server?.requests.length, bench.lines(id), bench.agents.snapshot(id).pause?.code]).toEqual([5, ['user: 写'], 'PROVIDER_FAILING'])
  })
})
