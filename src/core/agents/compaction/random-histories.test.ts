import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Entry } from '@shared/session'
import { end, openBench, result, say, scripted, type Bench } from '../../../../test/model-server/agent-bench'
import type { ModelRequest } from '../../models/types'
import { estimateMessage } from '../context/estimate'
import { limitsOf } from './limits'

interface Step { said: string; replies: { text: string; results: number[] }[] }
const letters = [...'雪夜长安北军旧案灯']
const text = (seed: number, length: number): string => `${seed}${(letters[seed % letters.length] ?? '字').repeat(length)}`
const steps = fc.array(fc.record({
  said: fc.tuple(fc.nat(8), fc.integer({ min: 1, max: 2_500 })).map(([seed, length]) => text(seed, length)),
  replies: fc.array(fc.record({ text: fc.tuple(fc.nat(8), fc.nat(900)).map(([seed, length]) => text(seed, length)), results: fc.array(fc.nat(3_000), { maxLength: 4 }) }), { maxLength: 4 }),
}), { minLength: 1, maxLength: 8 })

/** A history played through the real loop on the real store, in a small window. */
async function play(history: Step[], pack: 'nbook' | 'noeta'): Promise<{ bench: Bench; id: number; requests: ModelRequest[] }> {
  const queue = history.flatMap((step) => [...step.replies.map((reply) => ({ ...reply, last: false })), { text: '完', results: [], last: true }])
  let made = 0
  const sizes = new Map<string, number>()
  const model = scripted([(request) => {
    if (request.hint.entryId.startsWith('title-')) return [end()]
    if (request.hint.entryId.startsWith('summary-')) return [say('## 摘要\n写雪夜'), end()]
    const reply = queue.shift() ?? { text: '完', results: [], last: true }
    const calls = reply.last ? [] : (reply.results.length === 0 ? [0] : reply.results).map((size) => { const callId = `c${made++}`; sizes.set(callId, size); return { type: 'call.closed' as const, callId, tool: 'read', rawArgs: `{"n":${made}}` } })
    return [say(reply.text), ...calls, end()]
  }], { model: 'x/m', spec: { context: 16_000, maxOutput: 1_000 } })
  const bench = openBench({ model, tools: { read: (_args, caller) => result(caller.callId, 'read', text(made, sizes.get(caller.callId) ?? 0)) } })
  const id = bench.agents.create({ profileKey: pack === 'nbook' ? 'leader.default' : 'main' }).id
  for (const step of history) {
    await bench.agents.send(id, step.said, 'prompt')
    await bench.agents.whenQuiet(id)
    if (bench.agents.get(id).status !== 'idle') break
  }
  return { bench, id, requests: model.requests.filter((request) => request.hint.profileKey !== 'summarizer') }
}

function pairsHold(request: ModelRequest): void {
  const open = new Set<string>()
  for (const message of request.messages) {
    if (message.role === 'tool') { expect(open.delete(message.callId)).toBe(true); continue }
    expect(open.size, 'a call without its result').toBe(0)
    if (message.role === 'assistant') for (const one of message.calls) open.add(one.callId)
  }
  expect(open.size).toBe(0)
}

/** Every word of the newest `keep` tokens that the store holds is in the request, unless its result was cleared by name. */
function newestAreWhole(request: ModelRequest, entries: readonly Entry[], keep: number): void {
  const shown = request.messages.map((message) => message.text)
  let left = keep
  for (const entry of entries.toReversed()) {
    const payload = entry.payload as { role?: string; text?: string; result?: { content: string } }
    const words = payload.result?.content ?? payload.text ?? ''
    if (entry.type !== 'message' || words === '') continue
    left -= estimateMessage({ role: 'user', text: words })
    if (left < 0) return
    const cleared = payload.result !== undefined && shown.includes(`[cleared: read, ${[...words].length} chars; see RecallHistory]`)
    expect(cleared || shown.includes(words), `word for word: ${words.slice(0, 20)}`).toBe(true)
  }
}

describe('over random histories (04 §7)', () => {
  it.each(['nbook', 'noeta'] as const)('%s: every call keeps its result, the newest tokens stay word for word, originals stay in the store', async (pack) => {
    const limits = limitsOf({ pack }, { context: 16_000, maxOutput: 1_000 })
    let compacted = 0
    await fc.assert(fc.asyncProperty(steps, async (history) => {
      const { bench, id, requests } = await play(history, pack)
      for (const request of requests) pairsHold(request)
      const entries = bench.entries(id)
      compacted += entries.filter((entry) => entry.type === 'compaction').length
      const last = requests.at(-1)
      const before = entries.slice(0, entries.findLastIndex((entry) => entry.payload['role'] === 'assistant'))
      if (last !== undefined) newestAreWhole(last, before, limits.keep)
      const said = entries.flatMap((entry) => (entry.payload['role'] === 'user' ? [entry.payload['text']] : []))
      expect(said).toEqual(history.slice(0, said.length).map((step) => step.said))
      const calls = entries.flatMap((entry) => (entry.payload['role'] === 'assistant' ? (entry.payload['calls'] as { id: string }[]).map((call) => call.id) : []))
      const results = entries.flatMap((entry) => (entry.payload['role'] === 'toolResult' ? [String(entry.payload['callId'])] : []))
      expect(results).toEqual(calls)
      await bench.agents.close()
      bench.project.sessionsDb.close()
      bench.project.projectDb.close()
    }), { numRuns: 20, seed: 7 })
    expect(compacted, 'the histories reach the limit').toBeGreaterThan(4)
  })
})
