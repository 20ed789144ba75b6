import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { isCancelled, isFault } from '@shared/fault'
import { GlobalConfig } from '@shared/settings'
import { anthropicReply } from '../../../test/model-server/anthropic-reply'
import { startModelServer, stream, text, thinking, toolCall, type ModelServer, type Reply } from '../../../test/model-server/openai-server'
import type { Clock } from './clock'
import { createModelPort } from './model-port'
import type { ModelEvent, ModelRequest } from './types'
import { stopwatch } from '../../../test/stopwatch'

let server: ModelServer | null = null
afterEach(async () => { await server?.close(); server = null })

const request: ModelRequest = {
  messages: [{ role: 'system', text: 's' }, { role: 'user', text: '你好' }, { role: 'assistant', text: '', calls: [{ callId: 'a', tool: 'read', args: { path: 'x' } }] }, { role: 'tool', callId: 'a', tool: 'read', text: 'ok', failed: false }],
  tools: [{ name: 'read', description: 'd', inputSchema: { type: 'object', properties: {} } }], maxOutput: 100,
  hint: { profileKey: 'p', sessionId: 1, entryId: 'e', userText: '你好', assistantSteps: 0, granted: ['read'], locale: 'en' },
}

async function port(replies: (Reply | ((n: number) => Reply))[], more: { silenceMs?: number; kind?: string; spec?: object; timeoutMs?: number } = {}) {
  server = await startModelServer(replies)
  const waits: number[] = []
  let time = Date.parse('2026-11-29T00:00:00Z')
  const clock: Clock = { now: () => time, sleep: async (ms) => { waits.push(ms); time += ms } }
  const settings = GlobalConfig.parse({ models: { default: 'x/m', providers: { x: { kind: more.kind ?? 'openai-compatible', baseURL: server.url, key: 'keychain:x', timeoutMs: more.timeoutMs ?? 60_000, models: { m: { context: 1000, maxOutput: 100, price: { currency: 'CNY', per: 1_000_000, input: 2, cachedInput: 0.5, output: 8 }, ...more.spec } } } } } })
  const env = { now: () => new Date(time), id: (prefix: string) => prefix, random: () => 0, home: '/' }
  const made = createModelPort({ settings: () => settings, keys: () => ({ x: 'sk-secret-0123456789' }), env, clock, resourcesDir: join(process.cwd(), 'resources'), ...(more.silenceMs === undefined ? {} : { silenceMs: more.silenceMs }) })
  const play = async (signal = new AbortController().signal, seen: (event: ModelEvent) => void = () => undefined) => {
    const events: ModelEvent[] = []
    try {
      for await (const event of made.stream('x/m', request, signal)) { events.push(event); seen(event) }
    } catch (error) {
      return { events, fault: isFault(error) ? error.fault : null, cancelled: isCancelled(error), error }
    }
    return { events, fault: null, cancelled: false, error: null }
  }
  return { made, play, waits, server }
}
const joined = (events: ModelEvent[], type: 'text' | 'reasoning') => events.flatMap((event) => (event.type === type ? [event.text] : [])).join('')
const endOf = (events: ModelEvent[]) => events.find((event) => event.type === 'end')
const closed = (events: ModelEvent[]) => events.flatMap((event) => (event.type === 'call.closed' ? [[event.tool, event.rawArgs]] : []))
const usage = { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 40 } }

describe('a stream from an OpenAI-compatible server (04 §8)', () => {
  it('text, thinking, calls and usage, split anywhere, also inside characters', async () => {
    for (const every of [1, 2, 3, 7, 64]) {
      const { play } = await port([stream([thinking('想'), text('雪下'), text('了𠮷'), ...toolCall(0, 'c1', 'read', '{"path":"雪.md"}', 2), ...toolCall(1, 'c2', 'write', '{}')], { every, finish: 'tool_calls', usage })])
      const { events } = await play()
      expect([joined(events, 'reasoning'), joined(events, 'text'), closed(events)]).toEqual(['想', '雪下了𠮷', [['read', '{"path":"雪.md"}'], ['write', '{}']]])
      expect(endOf(events)).toMatchObject({ reason: 'calls', dropped: false, openCalls: [], usage: { input: 100, cachedInput: 40, output: 20 } })
      await server?.close()
    }
  })
  it('sends what the provider needs, and the key only as a header', async () => {
    const { play, server: made } = await port([stream([text('a')])], { spec: { parallelTools: false } })
    await play()
    expect(made.requests[0]?.headers.authorization).toBe('Bearer sk-secret-0123456789')
    expect(made.requests[0]?.body).toMatchObject({
      model: 'm', max_tokens: 100, stream: true, parallel_tool_calls: false, tools: [{ type: 'function', function: { name: 'read' } }],
      messages: [{ role: 'system' }, { role: 'user' }, { role: 'assistant', tool_calls: [{ id: 'a' }] }, { role: 'tool', tool_call_id: 'a', content: 'ok' }],
    })
  })
  it('a cut stream closes no call', async () => {
    const { play } = await port([stream([text('写'), ...toolCall(0, 'c1', 'read', '{}'), ...toolCall(1, 'c2', 'write', '{"content":"雪')], { cut: 'end' })])
    const { events } = await play()
    expect(closed(events)).toEqual([])
    expect(endOf(events)).toMatchObject({ dropped: true, openCalls: [{ tool: 'read' }, { callId: 'c2', tool: 'write', characters: 13 }] })
  })
  it('an output limit closes whole calls and leaves the last open', async () => {
    const { play } = await port([stream([...toolCall(0, 'c1', 'read', '{"a":1}'), ...toolCall(1, 'c2', 'write', '{"content":"雪')], { finish: 'length' })])
    const { events } = await play()
    expect(closed(events)).toEqual([['read', '{"a":1}']])
    expect(endOf(events)).toMatchObject({ reason: 'length', dropped: false, openCalls: [{ tool: 'write' }] })
  })
  it('closed but invalid arguments come as they are', async () => {
    const { play } = await port([stream(toolCall(0, 'c1', 'read', '{"a":1,}'), { finish: 'tool_calls' })])
    expect(closed((await play()).events)).toEqual([['read', '{"a":1,}']])
  })
  it('prices a call', async () => {
    const { made } = await port([])
    expect(made.price('x/m', { input: 100, cachedInput: 40, cacheWrite: 0, output: 20, reasoning: 0 })).toEqual({ cost: (60 * 2 + 40 * 0.5 + 20 * 8) / 1_000_000, currency: 'CNY' })
  })
})

describe('the retry table of 04 §8', () => {
  const ok = stream([text('好')])
  it.each<[string, Reply]>([
    ['408', { kind: 'status', status: 408 }], ['409', { kind: 'status', status: 409 }], ['425', { kind: 'status', status: 425 }], ['429', { kind: 'status', status: 429 }],
    ['500', { kind: 'status', status: 500 }], ['503', { kind: 'status', status: 503 }], ['529', { kind: 'status', status: 529 }], ['reset', { kind: 'reset' }],
    ['reset in the middle', stream([text('半'), text('句')], { cut: 'reset', every: 20, pauseMs: 1 })], ['HTML with 200', { kind: 'html' }], ['not JSON', stream([], { raw: 'data: <html>\n\n' })],
    ['an error in the stream', stream([text('半')], { raw: 'data: {"error":{"message":"overloaded, try again","type":"server_error"}}\n\n' })],
  ])('%s is tried again; the failed text is dropped', async (_, bad) => {
    const { play, waits } = await port([bad, bad, bad, ok])
    const { events } = await play()
    expect(events.filter((event) => event.type === 'retry').map((event) => event.attempt)).toEqual([1, 2, 3])
    expect(waits).toEqual([500, 1000, 2000])
    const kept = events.slice(events.findLastIndex((event) => event.type === 'retry'))
    expect(joined(kept, 'text')).toBe('好')
    expect(endOf(events)).toMatchObject({ retries: 3 })
  })
  it('90 s of silence is tried again, before and inside a reply', async () => {
    const { play, waits } = await port([{ kind: 'silence' }, { kind: 'silence', first: [text('半')] }, ok], { silenceMs: 1_200 })
    const { events } = await play()
    expect([waits.length, joined(events.slice(-2), 'text')]).toEqual([2, '好'])
  })
  it('slow but steady bytes are no silence', async () => {
    const { play } = await port([stream([text('一'), text('二'), text('三')], { every: 60, pauseMs: 100 })], { silenceMs: 900 })
    expect(joined((await play()).events, 'text')).toBe('一二三')
  })
  it('gives up after eight, waiting at most 30 s', async () => {
    const { play, waits, server: made } = await port([{ kind: 'status', status: 500 }])
    const { fault } = await play()
    expect([fault?.code, made.requests.length, waits]).toEqual(['PROVIDER_ERROR', 9, [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]])
  })
  it('Retry-After up to 120 s is obeyed', async () => {
    const { play, waits } = await port([{ kind: 'status', status: 429, headers: { 'retry-after': '7' } }, { kind: 'status', status: 429, headers: { 'retry-after': new Date(Date.parse('2026-11-29T00:00:07Z') + 90_000).toUTCString() } }, ok])
    await play()
    expect(waits).toEqual([7_000, 90_000])
  })
  it('LM-05 a longer one pauses with the time', async () => {
    const { play } = await port([{ kind: 'status', status: 429, headers: { 'retry-after': '3600' } }])
    expect((await play()).fault).toMatchObject({ code: 'RETRY_LATER', data: { until: '2026-11-29T01:00:00.000Z', seconds: 3600 } })
  })
  it.each([400, 401, 403, 404, 422])('%d is PROVIDER_ERROR once, without the key', async (status) => {
    const { play, server: made } = await port([{ kind: 'status', status, body: JSON.stringify({ error: { message: 'bad key sk-secret-0123456789' } }) }])
    const { fault } = await play()
    expect([fault?.code, made.requests.length, fault?.message]).toEqual(['PROVIDER_ERROR', 1, `HTTP ${status}: bad key •••`])
  })
  it('a redirect is not followed with the key', async () => {
    const { play, server: made } = await port([{ kind: 'status', status: 302, headers: { location: '/elsewhere' } }, ok])
    await play()
    expect(made.requests.map((one) => one.path).filter((path) => path === '/elsewhere')).toEqual([])
  })
  it('a stop reaches a silent provider at once', async () => {
    const { play } = await port([{ kind: 'silence', first: [text('半')] }])
    const control = new AbortController()
    let took = stopwatch()
    const { cancelled, events } = await play(control.signal, ({ type }) => {
      if (type !== 'text') return
      took = stopwatch()
      control.abort()
    })
    expect([cancelled, joined(events, 'text')]).toEqual([true, '半'])
    expect(took()).toBeLessThan(1_000)
  })
})

describe('choosing', () => {
  it('call, session, project, profile, default; an unknown one is refused', async () => {
    const { made } = await port([])
    expect([made.resolve({ session: 'demo/author', project: 'x/m' }), made.resolve({ session: null, profile: 'demo/author' }), made.resolve({})]).toEqual(['demo/author', 'demo/author', 'x/m'])
    expect(() => made.resolve({ session: 'x/other' })).toThrow(/MODEL_UNKNOWN/)
  })
  it('04 §8 what may be named for one call: the visible list; none: the default of the project, else of the app, alone', async () => {
    const { made } = await port([])
    expect([made.callable(), made.callable('demo/author')]).toEqual([['x/m'], ['demo/author']])
    expect(made.resolve({ call: 'demo/author', project: 'demo/author' })).toBe('demo/author')
    expect(() => made.resolve({ call: 'x/m', project: 'demo/author' })).toThrow(/MODEL_NOT_VISIBLE/)
    expect(() => made.resolve({ call: 'demo/author' })).toThrow(/MODEL_NOT_VISIBLE/)
  })
  it('the demo until a key is set; no key is said plainly', async () => {
    const settings = GlobalConfig.parse({ models: { providers: { x: { kind: 'openai', key: 'keychain:x', models: { m: { context: 1000, maxOutput: 100 } } } } } })
    const keys: Record<string, string> = {}
    const made = createModelPort({ settings: () => settings, keys: () => keys, env: { now: () => new Date(), id: (p) => p, random: () => 0, home: '/' }, resourcesDir: join(process.cwd(), 'resources') })
    expect(made.resolve({})).toBe('demo/author')
    await expect((async () => { for await (const _ of made.stream('x/m', request, new AbortController().signal)); })()).rejects.toThrow(/KEY_MISSING/)
    keys['x'] = 'k'
    expect(made.resolve({})).toBe('x/m')
  })
})

describe('Anthropic', () => {
  it('a stream in its own format, whole, cut, and at the output limit', async () => {
    const { play, server: made } = await port([stream([], { raw: anthropicReply(), every: 5 }), stream([], { raw: anthropicReply({ cut: true }) }), stream([], { raw: anthropicReply({ stop: 'max_tokens', args: '{"path":"雪' }) })], { kind: 'anthropic' })
    const whole = await play()
    expect([joined(whole.events, 'text'), closed(whole.events), endOf(whole.events)]).toMatchObject(['读一读', [['read', '{"path":"雪.md"}']], { reason: 'calls', usage: { input: 25, cachedInput: 5, output: 9 } }])
    expect(made.requests[0]?.headers['x-api-key']).toBe('sk-secret-0123456789')
    expect(made.requests[0]?.body['system']).toMatchObject([{ text: 's', cache_control: { type: 'ephemeral' } }])
    const cut = await play()
    expect([closed(cut.events), endOf(cut.events)]).toMatchObject([[], { dropped: true, openCalls: [{ tool: 'read' }] }])
    const limit = await play()
    expect([closed(limit.events), endOf(limit.events)]).toMatchObject([[], { reason: 'length', openCalls: [{ tool: 'read' }] }])
  })
})
