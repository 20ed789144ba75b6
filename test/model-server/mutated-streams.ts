import { expect } from 'vitest'
import { anthropicReply } from './anthropic-reply'
import { openBench, type Bench } from './agent-bench'
import { startModelServer, stream, text, thinking, toolCall, type Reply } from './openai-server'

/** A small generator of numbers, so that a failing stream can be played again by its seed. */
export function numbers(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0
    return Math.floor(((state >>> 0) / 2 ** 32) * below)
  }
}

const sse = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`
const openai = (chunks: unknown[], finish: string): Buffer => Buffer.from(`${chunks.map(sse).join('')}${sse({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: {}, finish_reason: finish }] })}${sse({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage: { prompt_tokens: 90, completion_tokens: 12, total_tokens: 102 } })}data: [DONE]\n\n`)
const event = (type: string, more: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
const anthropicOk = [
  event('message_start', { message: { id: 'msg_2', type: 'message', role: 'assistant', model: 'claude', content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 20, output_tokens: 1 } } }),
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }), event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: '好' } }), event('content_block_stop', { index: 0 }),
  event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } }), event('message_stop', {}),
].join('')

const whole: Record<'openai' | 'anthropic', Buffer[]> = {
  openai: [
    openai([thinking('先想'), text('雪下'), text('了𠮷'), ...toolCall(0, 'c1', 'read', '{"path":"雪.md"}', 3)], 'tool_calls'),
    openai([text('写'), ...toolCall(0, 'c1', 'write', '{"path":"a.md","content":"一𠮷二"}', 4), ...toolCall(1, 'c2', 'read', '{"a":{"b":[1,"二"]}}', 2)], 'tool_calls'),
    openai([text('只有话，没有别的。'), text('完')], 'stop'),
    openai([...toolCall(0, 'c1', 'write', '{"content":"很长很长')], 'length'),
  ],
  anthropic: [Buffer.from(anthropicReply()), Buffer.from(anthropicReply({ stop: 'max_tokens', args: '{"path":"雪' })), Buffer.from(anthropicOk)],
}

/** One change of the bytes, sometimes up to three: cut, flipped, dropped, doubled, junk put in, pieces moved. */
export function mutate(bytes: Buffer, next: (below: number) => number): Buffer {
  let made = bytes
  for (let n = 1 + (next(3) === 0 ? next(3) : 0); n > 0; n--) {
    const a = next(made.length + 1)
    const b = Math.min(made.length, a + 1 + next(60))
    switch (next(8)) {
      case 0: case 1: made = made.subarray(0, a); break
      case 2: { const copy = Buffer.from(made); if (a < copy.length) copy[a] = next(256); made = copy; break }
      case 3: made = Buffer.concat([made.subarray(0, a), made.subarray(b)]); break
      case 4: made = Buffer.concat([made.subarray(0, b), made.subarray(a, b), made.subarray(b)]); break
      case 5: made = Buffer.concat([made.subarray(0, a), Buffer.from(['\n\n', 'data: {}\n\n', '\0', '<html>', 'data: null\n\n', 'data: [DONE]\n\n', '{"error":{"message":"x"}}', '\ud83d\ude00'][next(8)] ?? ''), made.subarray(a)]); break
      case 6: made = Buffer.concat([made.subarray(b), made.subarray(0, b)]); break
      default: { const pieces = made.toString('latin1').split('\n\n'); const at = next(pieces.length); const [taken = ''] = pieces.splice(at, 1); pieces.splice(next(pieces.length + 1), 0, taken); made = Buffer.from(pieces.join('\n\n'), 'latin1') }
    }
  }
  return made
}

/** Pairs, one result for each call, nothing open, no inner error. */
function expectWhole(bench: Bench, id: number, seed: number): void {
  const entries = bench.entries(id)
  const calls = entries.flatMap((entry) => (entry.payload['role'] === 'assistant' ? (entry.payload['calls'] as { id: string }[]).map((call) => call.id) : []))
  const results = entries.flatMap((entry) => (entry.payload['role'] === 'toolResult' ? [String(entry.payload['callId'])] : []))
  expect([seed, results], 'each call has its one result').toEqual([seed, calls])
  expect(new Set(calls).size, `ids of seed ${seed}`).toBe(calls.length)
  const inner = bench.events.filter((one) => one.type === 'run.ended' && one.code === 'INTERNAL')
  expect([seed, inner], 'no inner error').toEqual([seed, []])
}

/** Plays mutated or cut streams through a loopback server, one session each; afterwards every session must still work (04 §8). */
export async function playMutated(seeds: readonly number[]): Promise<{ retried: number; ran: number; ended: Record<string, number> }> {
  let bad: Reply[] = []
  const ok = (): Reply => (server.requests.at(-1)?.path.includes('/messages') === true ? stream([], { raw: anthropicOk, cut: 'end' }) : stream([text('好')]))
  const server = await startModelServer([() => bad.shift() ?? ok()])
  const models = { m: { context: 65_536, maxOutput: 200 } }
  const providers = { o: { kind: 'openai-compatible', baseURL: server.url, key: 'keychain:x', models }, a: { kind: 'anthropic', baseURL: server.url, key: 'keychain:x', models } }
  const bench = openBench({ config: { models: { default: 'o/m', small: 'demo/author', providers } }, keys: { x: 'sk-secret-0123456789' }, tools: { read: () => '雪', write: () => '[OK] written' } })
  const ended: Record<string, number> = {}
  let retried = 0
  try {
    for (const seed of seeds) {
      const next = numbers(seed)
      const kind = next(3) === 0 ? 'anthropic' : 'openai'
      const make = (): Reply => stream([], { raw: mutate(whole[kind][next(whole[kind].length)] ?? Buffer.alloc(0), next), cut: next(4) === 0 ? 'reset' : 'end', ...(next(3) === 0 ? { every: 1 + next(40) } : {}) })
      bad = Array.from({ length: 1 + next(3) }, make)
      const id = bench.agents.create({ profileKey: 'leader.default', model: kind === 'openai' ? 'o/m' : 'a/m' }).id
      await bench.agents.send(id, `第 ${seed} 次`, 'prompt')
      await bench.agents.whenQuiet(id)
      expectWhole(bench, id, seed)
      const how = bench.events.findLast((one) => one.type === 'run.ended')
      const name = how?.type === 'run.ended' ? how.code ?? how.how : 'none'
      ended[name] = (ended[name] ?? 0) + 1
      bad = []
      // Most runs end with the sound reply that came after; the others are asked once more.
      if (bench.lines(id).at(-1) !== 'assistant: 好' || bench.agents.get(id).status !== 'idle') {
        if (bench.agents.get(id).status === 'waiting') await bench.agents.continue(id)
        else await bench.agents.send(id, '再来', 'prompt')
        await bench.agents.whenQuiet(id)
        expectWhole(bench, id, seed)
      }
      expect([seed, bench.agents.get(id).status, bench.lines(id).at(-1)], 'usable afterwards').toEqual([seed, 'idle', 'assistant: 好'])
      retried += bench.events.filter((one) => one.type === 'run.retry').length
      bench.events.length = 0
      server.requests.length = 1
    }
    return { retried, ran: bench.ran.length, ended }
  } finally {
    await bench.agents.close()
    await server.close()
  }
}
