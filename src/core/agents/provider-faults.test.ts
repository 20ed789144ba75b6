import { afterEach, describe, expect, it } from 'vitest'
import { startModelServer, stream, text, thinking, toolCall, type ModelServer, type Reply } from '../../../test/model-server/openai-server'
import { openBench, type Bench } from '../../../test/model-server/agent-bench'

let server: ModelServer | null = null
afterEach(async () => { await server?.close(); server = null })

async function session(replies: (Reply | ((n: number) => Reply))[], more: { silenceMs?: number } = {}): Promise<{ bench: Bench; id: number; server: ModelServer }> {
  server = await startModelServer(replies)
  const models = { m: { context: 65_536, maxOutput: 100, price: { currency: 'CNY', per: 1_000_000, input: 2, cachedInput: 0.5, output: 8 } } }
  const config = { models: { default: 'x/m', providers: { x: { kind: 'openai-compatible', baseURL: server.url, key: 'keychain:x', models } } } }
  const bench = openBench({ config, keys: { x: 'sk-secret-0123456789' }, tools: { read: () => '雪', write: () => '[OK] written' }, ...more })
  return { bench, id: bench.agents.create({ profileKey: 'leader.default' }).id, server }
}
const talk = async (bench: Bench, id: number, said = '写一章') => { await bench.agents.send(id, said, 'prompt'); await bench.agents.whenQuiet(id) }
const ended = (bench: Bench) => bench.events.find((event) => event.type === 'run.ended')
const ok = stream([text('好')], { usage: { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 40 } } })

describe('A4: a whole session through the real provider package', () => {
  it('several calls in one reply, results, the last word, usage and cost', async () => {
    const calls = [...toolCall(0, 'c1', 'read', '{"path":"雪.md"}', 3), ...toolCall(1, 'c2', 'write', '{"path":"a.md","content":"一𠮷二"}', 2)]
    const { bench, id, server: made } = await session([stream([thinking('先读'), text('我'), text('看看'), ...calls], { every: 2, finish: 'tool_calls' }), ok])
    await talk(bench, id)
    expect(bench.lines(id)).toEqual(['user: 写一章', 'assistant: 我看看', 'read ok', 'write ok', 'assistant: 好'])
    expect(bench.ran).toEqual([{ tool: 'read', args: { path: '雪.md' } }, { tool: 'write', args: { path: 'a.md', content: '一𠮷二' } }])
    expect(made.requests[1]?.body['messages']).toMatchObject([{ role: 'system' }, { role: 'user' }, { role: 'user' }, { role: 'user' }, { role: 'assistant', reasoning_content: '先读', tool_calls: [{ id: 'c1' }, { id: 'c2' }] }, { role: 'tool', tool_call_id: 'c1' }, { role: 'tool', tool_call_id: 'c2' }])
    expect(bench.agents.snapshot(id).usage.own).toMatchObject({ input: 100, cachedInput: 40, output: 20, cost: (60 * 2 + 40 * 0.5 + 20 * 8) / 1_000_000, currency: 'CNY' })
    expect(bench.agents.usage().days).toHaveLength(1)
  })
  it('14.38 429 three times, then ok: three run.retry, one message', async () => {
    const { bench, id } = await session([...Array.from({ length: 3 }, (): Reply => ({ kind: 'status', status: 429 })), ok])
    await talk(bench, id)
    expect(bench.events.filter((event) => event.type === 'run.retry')).toHaveLength(3)
    expect(bench.lines(id)).toEqual(['user: 写一章', 'assistant: 好'])
  })
  it('14.39 401: PROVIDER_ERROR once, the message kept, no key anywhere', async () => {
    const { bench, id, server: made } = await session([{ kind: 'status', status: 401, body: '{"error":{"message":"wrong key sk-secret-0123456789"}}' }])
    await talk(bench, id)
    expect([made.requests.length, ended(bench)]).toMatchObject([1, { how: 'error', code: 'PROVIDER_ERROR' }])
    expect(bench.lines(id)).toEqual(['user: 写一章', 'assistant error: '])
    const everything = JSON.stringify([bench.events, bench.project.sessionsDb.prepare('SELECT payload FROM Entry').all()])
    expect(everything).not.toContain('sk-secret')
    expect(bench.agents.get(id).status).toBe('idle')
  })
  it('LM-05 Retry-After of an hour pauses with the time; the author goes on', async () => {
    const { bench, id } = await session([{ kind: 'status', status: 429, headers: { 'retry-after': '3600' } }, ok])
    await talk(bench, id)
    const { pause, session: shown } = bench.agents.snapshot(id)
    expect([shown.status, pause?.code, pause?.text]).toMatchObject(['waiting', 'RETRY_LATER', expect.stringMatching(/wait until 20\d\d-/)])
    expect(pause?.values).toEqual({ until: expect.stringMatching(/^20\d\d-/), seconds: 3_600 })
    await bench.agents.continue(id)
    await bench.agents.whenQuiet(id)
    expect(bench.lines(id).at(-1)).toBe('assistant: 好')
  })
  it('14.36 cut in the middle of a call: nothing run, a note, the next turn works', async () => {
    const { bench, id, server: made } = await session([stream([text('写'), ...toolCall(0, 'c1', 'write', '{"path":"a.md","content":"雪下了一')], { cut: 'end' }), ok])
    await talk(bench, id)
    expect([bench.lines(id), bench.ran]).toEqual([['user: 写一章', 'assistant interrupted: 写', 'assistant: 好'], []])
    expect(JSON.stringify(made.requests[1]?.body)).toMatch(/ARGS_TRUNCATED: your reply was cut inside the call of write after \d+ characters/)
  })
  it('LM-02 the socket is closed after every number of bytes: no partial call runs, the history stays valid', async () => {
    const chunks = [text('雪'), ...toolCall(0, 'c1', 'write', '{"path":"雪.md"}', 4)]
    const whole = Buffer.from(chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''))
    const inside = [whole.indexOf('雪') + 1, whole.lastIndexOf('雪') + 2]
    for (const at of [1, ...inside, ...chunks.map((_, n) => Math.floor((whole.length * (n + 1)) / chunks.length))]) {
      const { bench, id } = await session([stream([], { raw: whole.subarray(0, at), cut: 'end' }), ok])
      await talk(bench, id)
      expect(bench.ran).toEqual([])
      expect(bench.lines(id).at(-1)).toBe('assistant: 好')
      expect(bench.agents.get(id).status).toBe('idle')
      await server?.close()
    }
  })
  it('14.37 invalid JSON arguments come back to the model and are not run', async () => {
    const { bench, id, server: made } = await session([stream(toolCall(0, 'c1', 'write', '{"a":1,}'), { finish: 'tool_calls' }), ok])
    await talk(bench, id)
    expect([bench.lines(id), bench.ran]).toEqual([['user: 写一章', 'assistant: ', 'write ARGS_JSON', 'assistant: 好'], []])
    expect(JSON.stringify(made.requests[1]?.body)).toContain('ARGS_JSON')
  })
  it('the output limit: whole calls run, the cut one is named', async () => {
    const { bench, id, server: made } = await session([stream([...toolCall(0, 'c1', 'read', '{"path":"a"}'), ...toolCall(1, 'c2', 'write', '{"path":"a.md","content":"雪')], { finish: 'length' }), ok])
    await talk(bench, id)
    expect(bench.ran.map((one) => one.tool)).toEqual(['read'])
    expect(JSON.stringify(made.requests[1]?.body)).toContain('inside the call of write')
  })
  it.each<[string, Reply]>([['HTML with 200', { kind: 'html' }], ['a reset', { kind: 'reset' }], ['silence', { kind: 'silence', first: [text('半')] }]])('%s is tried again; the branch holds the second alone', async (_, bad) => {
    // Only silence needs a short watch; on a busy machine it would cut the other answers too.
    const { bench, id } = await session([bad, ok], bad.kind === 'silence' ? { silenceMs: 2_000 } : {})
    await talk(bench, id)
    expect([bench.lines(id), bench.events.filter((event) => event.type === 'run.retry').length]).toEqual([['user: 写一章', 'assistant: 好'], 1])
  })
  it('too long, says the service of a short message: it is said to be the service that says so, in its words', async () => {
    const body = '{"error":{"message":"This model\'s maximum context length is 8192 tokens","code":"context_length_exceeded"}}'
    const { bench, id } = await session([{ kind: 'status', status: 400, body }])
    await talk(bench, id)
    expect(bench.agents.snapshot(id).pause).toMatchObject({ code: 'CONTEXT_OVERFLOW', text: expect.stringContaining('maximum context length is 8192 tokens') })
  })
  it('far too long for the model: nothing is sent, and it is said with the numbers', async () => {
    const { bench, id, server: made } = await session([ok])
    await talk(bench, id, '雪'.repeat(260_000))
    expect([made.requests.length, bench.agents.snapshot(id).pause]).toMatchObject([0, { code: 'CONTEXT_OVERFLOW', text: expect.stringContaining('Nothing was sent'), values: { context: 65_536 } }])
  })
  it('LM-07 thinking only, three times: PROVIDER_EMPTY', async () => {
    const { bench, id, server: made } = await session([stream([thinking('嗯')], { usage: { prompt_tokens: 100, completion_tokens: 20 } })])
    await talk(bench, id)
    expect([made.requests.length, ended(bench)]).toMatchObject([3, { how: 'error', code: 'PROVIDER_EMPTY' }])
    expect(bench.entries(id).at(-1)?.payload['used']).toMatchObject({ calls: 3, estimated: false, input: 300, output: 60 })
  })
  it('titles: the summarizer names the session after its first run', async () => {
    const report = JSON.stringify({ result: 'x', data: { title: '雪夜第一章', summary: '写了开头' } })
    const { bench, id } = await session([ok, stream(toolCall(0, 't1', 'report_result', report), { finish: 'tool_calls' }), ok])
    await talk(bench, id)
    expect(bench.agents.get(id)).toMatchObject({ title: '写一章', titleSource: 'placeholder' })
    await bench.until(() => bench.agents.get(id).titleSource === 'auto')
    expect(bench.agents.get(id).title).toBe('雪夜第一章')
    bench.agents.rename(id, '我的标题')
    await talk(bench, id)
    expect(bench.agents.get(id).title).toBe('我的标题')
  })
})
