import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fail } from '@shared/fault'
import type { Entry } from '@shared/session'
import type { ModelSpec } from '@shared/settings'
import type { ModelEvent, ModelRequest } from '../../models/types'
import { askApproval, call, end, openBench, result, say, scripted, type Bench, type Script, type Tool } from '../../../../test/model-server/agent-bench'
import { limitsOf } from './limits'

const isSummary = (request: ModelRequest): boolean => request.hint.profileKey === 'summarizer' && request.hint.entryId.startsWith('summary-')
const isTitle = (request: ModelRequest): boolean => request.hint.entryId.startsWith('title-')
/** Replies of the conversation in order; summaries and titles have their own. */
function playing(replies: ModelEvent[][], summary: Script, spec: Partial<ModelSpec> = {}) {
  let n = 0
  return scripted([(request, at, signal) => {
    if (isTitle(request)) return [end()]
    if (isSummary(request)) return summary(request, at, signal)
    return replies[Math.min(n++, replies.length - 1)] ?? []
  }], { model: 'x/m', spec: { context: 32_768, maxOutput: 1_000, ...spec } })
}
const start = (bench: Bench, profileKey = 'leader.default') => bench.agents.create({ profileKey }).id
const talk = async (bench: Bench, text: string, id: number) => { await bench.agents.send(id, text, 'prompt'); await bench.agents.whenQuiet(id) }
const compactions = (bench: Bench, id: number): Entry[] => bench.entries(id).filter((entry) => entry.type === 'compaction')
const chars = (tokens: number, letter = '雪'): string => letter.repeat(Math.round(tokens / 0.7))
const asked = (model: { requests: ModelRequest[] }) => model.requests.filter((request) => !isSummary(request) && !isTitle(request))
const textsOf = (request: ModelRequest | undefined): string => JSON.stringify(request?.messages.slice(1))

describe('limits (04 §7)', () => {
  it('14.40 nbook: window 32,768 compacts above 19,661 and keeps 8,192', () => {
    const limits = limitsOf({ pack: 'nbook' }, { context: 32_768, maxOutput: 8_192 })
    expect([limits.isOver(19_660), limits.isOver(19_661), limits.keep, limits.clearFrom]).toEqual([false, true, 8_192, 16_384])
    expect(limitsOf({ pack: 'nbook' }, { context: 200_000, maxOutput: 8_192 })).toMatchObject({ at: 174_400, keep: 24_000 })
  })
  it('noeta: at window − maxOutput − 2,000, a third of it is kept', () => {
    const limits = limitsOf({ pack: 'noeta' }, { context: 65_536, maxOutput: 8_192 })
    expect([limits.isOver(55_343), limits.isOver(55_344), limits.keep]).toEqual([false, true, 18_448])
  })
  it.each([
    ['nbook', { reserve: 50_000 }, { at: 150_000, keep: 24_000 }],
    ['nbook', { reserve: 10_000, keep: 6_000 }, { at: 190_000, keep: 6_000 }],
    ['nbook', { reserve: 190_000, keep: 190_000 }, { at: 120_000, keep: 50_000 }],
    ['noeta', { reserve: 50_000 }, { at: 141_808, keep: 47_269 }],
    ['noeta', { keep: 6_000 }, { at: 189_808, keep: 6_000 }],
    ['noeta', { reserve: 190_000, keep: 190_000 }, { at: 50_000, keep: 16_666 }],
  ] as const)('04 §1 %s with compaction %o: its own figures, within the shares of the window', (pack, compaction, expected) => {
    expect(limitsOf({ pack, compaction }, { context: 200_000, maxOutput: 8_192 })).toMatchObject(expected)
  })
})

describe('compaction (04 §7)', () => {
  it('14.40: 20,000 tokens are summarised before the call, the newest 8,192 stay word for word, prohibitions too', async () => {
    const model = playing([[say('好'), end()]], () => [say('## 意图\n写雪夜'), end()])
    const bench = openBench({ model })
    const id = start(bench)
    await talk(bench, `不要杀死林霜。\n${chars(9_000, '甲')}`, id)
    await talk(bench, chars(3_000, '乙'), id)
    await talk(bench, chars(7_500, '丙'), id)
    const [made] = compactions(bench, id)
    expect(made?.payload).toMatchObject({ mechanical: false, summary: '## 意图\n写雪夜', rules: ['不要杀死林霜。'], counts: { entries: expect.any(Number), tokensBefore: expect.any(Number) } })
    const last = asked(model).at(-1)
    expect(textsOf(last)).toContain('不要杀死林霜。')
    expect(textsOf(last)).toContain(chars(7_500, '丙'))
    expect(textsOf(last)).toContain(chars(3_000, '乙'))
    expect(textsOf(last)).not.toContain('甲甲甲')
    expect(bench.lines(id).filter((line) => line.startsWith('user')), 'the originals stay').toHaveLength(3)
    await talk(bench, '再来', id)
    expect(compactions(bench, id), 'one is enough').toHaveLength(1)
  })
  it('04 §1: a profile’s own compaction is what its conversations follow', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'wq-compaction-'))
    mkdirSync(join(dir, 'home/profiles'), { recursive: true })
    const own = readFileSync(join(process.cwd(), 'resources/profiles/leader.default.md'), 'utf8').replace('pack: nbook', 'pack: nbook\ncompaction: {reserve: 4000, keep: 1000}')
    writeFileSync(join(dir, 'home/profiles/leader.default.md'), own)
    const model = playing([[say('好'), end()]], () => [say('短'), end()])
    const bench = openBench({ dir, model })
    const id = start(bench)
    for (const letter of ['甲', '乙', '丙']) await talk(bench, chars(7_000, letter), id)
    expect(compactions(bench, id), 'the pack alone would summarise above 19,661').toHaveLength(0)
    await talk(bench, chars(8_000, '丁'), id)
    expect(compactions(bench, id)).toHaveLength(1)
    expect(textsOf(asked(model).at(-1)), 'the pack alone would keep 8,192').not.toContain('丙丙丙')
  })
  it('what a real count says wins over the estimate', async () => {
    const counted = (input: number) => end({ usage: { input, cachedInput: 0, cacheWrite: 0, output: 5, reasoning: 0 } })
    const model = playing([[say('一'.repeat(100)), counted(9_000)], [say('二'.repeat(100)), counted(20_000)], [say('三'), counted(500)]], () => [say('短'), end()])
    const bench = openBench({ model })
    const id = start(bench)
    await talk(bench, chars(4_500), id)
    await talk(bench, chars(4_500), id)
    expect(compactions(bench, id)).toHaveLength(0)
    await talk(bench, 'c', id)
    expect(compactions(bench, id)).toHaveLength(1)
  })
  it('what stays while a request is made to fit is read once for it', async () => {
    let reads = 0
    const model = playing([[say('好'), end()]], () => [say('短'), end()])
    const bench = openBench({ model, tools: { memory_read: () => '雪' }, memory: { index: () => { reads += 1; return Promise.resolve([]) }, recall: () => Promise.resolve([]) } })
    const id = start(bench, 'main')
    for (const letter of ['甲', '乙', '丙', '丁']) await talk(bench, chars(9_000, letter), id)
    expect(compactions(bench, id).length).toBeGreaterThan(0)
    expect(reads).toBe(asked(model).length)
  })
  it('a second one goes on from the first and loses no prohibition', async () => {
    const model = playing([[say('好'), end()]], (request) => [say(`总 ${request.messages.at(-1)?.text.includes('The summary so far') === true ? 2 : 1}`), end()])
    const bench = openBench({ model })
    const id = start(bench)
    await talk(bench, `必须用第三人称。\n${chars(12_000, '甲')}`, id)
    for (const letter of ['乙', '丙', '丁', '戊']) await talk(bench, chars(8_500, letter), id)
    const made = compactions(bench, id)
    expect(made.length).toBeGreaterThanOrEqual(2)
    expect(made.at(-1)?.payload).toMatchObject({ summary: '总 2', rules: ['必须用第三人称。'] })
    expect(textsOf(asked(model).at(-1))).toContain('必须用第三人称。')
  })
  it('14.41 a summary that fails becomes a mechanical one and the run goes on', async () => {
    const model = playing([[call('c1', 'read', { path: '雪.md' }), end()], [say('好'), end()]], () => fail('PROVIDER_ERROR', 'HTTP 500 (tried 9 times)'))
    const bench = openBench({ model, tools: { read: () => chars(11_000) } })
    const id = start(bench)
    await talk(bench, `写雪夜\n${chars(1_000)}`, id)
    await talk(bench, chars(9_000), id)
    const [made] = compactions(bench, id)
    expect(made?.payload['mechanical']).toBe(true)
    expect(String(made?.payload['summary'])).toMatch(/## The author said\n- 写雪夜[\s\S]*## Calls\n- read 雪\.md → ok/)
    expect([bench.agents.get(id).status, bench.lines(id).at(-1)]).toEqual(['idle', 'assistant: 好'])
  })
  it('an empty summary is asked for again, then mechanical', async () => {
    let asks = 0
    const model = playing([[say('好'), end()]], () => { asks++; return [end()] })
    const bench = openBench({ model })
    const id = start(bench)
    for (const letter of ['甲', '乙', '丙']) await talk(bench, chars(8_500, letter), id)
    expect([asks, compactions(bench, id)[0]?.payload['mechanical']]).toEqual([3, true])
  })
  it('what is larger than the model of the summary is summarised in parts', async () => {
    const parts: number[] = []
    const model = playing([[say('好'.repeat(3_000)), end()]], (request) => { parts.push(request.messages.at(-1)?.text.length ?? 0); return [say('总'), end()] }, { context: 20_000 })
    const bench = openBench({ model })
    const id = start(bench)
    for (let n = 0; n < 9; n++) await talk(bench, chars(4_000, '甲'), id)
    expect(compactions(bench, id).length).toBeGreaterThan(0)
    expect(Math.max(...parts) * 0.7).toBeLessThan(20_000)
  })
  it('never between a call and its result, with many calls in a reply', async () => {
    const calls = Array.from({ length: 6 }, (_, n) => call(`c${n}`, 'read', { n }))
    const model = playing([[...calls, end()], [say('好'), end()]], () => [say('总'), end()])
    const bench = openBench({ model, tools: { read: (args) => `${String(args['n'])}${chars(3_500)}` } })
    const id = start(bench)
    await talk(bench, `先读\n${chars(2_000)}`, id)
    for (const request of model.requests) expectPairs(request)
    expect(bench.agents.get(id).status).toBe('idle')
  })
  it('the provider says too long: one forced compaction and retry; again too long: CONTEXT_OVERFLOW; the author goes on', async () => {
    let refuse = 1
    const model = scripted([(request) => {
      if (isTitle(request)) return [end()]
      if (isSummary(request)) return [say('总'), end()]
      return refuse-- > 0 ? fail('CONTEXT_TOO_LONG', 'HTTP 400: maximum context length is 8192 tokens') : [say('好'), end()]
    }], { model: 'x/m', spec: { context: 200_000, maxOutput: 1_000 } })
    const bench = openBench({ model })
    const id = start(bench)
    refuse = 0
    await talk(bench, chars(3_000, '甲'), id)
    refuse = 1
    await talk(bench, chars(3_000, '乙'), id)
    expect([compactions(bench, id).length, bench.lines(id).at(-1)]).toEqual([1, 'assistant: 好'])
    refuse = 2
    await talk(bench, '再来', id)
    expect(bench.agents.snapshot(id).pause).toMatchObject({ code: 'CONTEXT_OVERFLOW', text: expect.stringMatching(/\d+ tokens/) })
    await bench.agents.continue(id)
    await bench.agents.whenQuiet(id)
    expect(bench.lines(id).at(-1)).toBe('assistant: 好')
  })
  it('a summary as long as what it replaces: COMPACTION_STUCK', async () => {
    const model = playing([[say('好'), end()]], () => [say(chars(30_000, '长')), end()])
    const bench = openBench({ model })
    const id = start(bench)
    for (const letter of ['甲', '乙', '丙']) await talk(bench, chars(8_500, letter), id)
    expect(bench.agents.snapshot(id).pause?.code).toBe('COMPACTION_STUCK')
    expect(compactions(bench, id)).toHaveLength(0)
  })
  it('three within three turns of each other: COMPACTION_STUCK', async () => {
    const model = playing([[say('好'), end()]], () => [say(chars(11_000, '长')), end()])
    const bench = openBench({ model })
    const id = start(bench)
    for (const letter of ['甲', '乙', '丙', '丁', '戊', '己', '庚']) { if (bench.agents.get(id).status === 'idle') await talk(bench, chars(8_500, letter), id) }
    expect(bench.agents.snapshot(id).pause?.code).toBe('COMPACTION_STUCK')
    expect(compactions(bench, id)).toHaveLength(3)
  })
  it('a stop reaches a summary that is being made', async () => {
    const model = playing([[say('好'), end()]], async function* (_request, _n, signal) {
      await new Promise<void>((resolve) => { signal.addEventListener('abort', () => resolve(), { once: true }) })
      yield end({ dropped: true })
    })
    const bench = openBench({ model })
    const id = start(bench)
    await talk(bench, chars(9_500, '甲'), id)
    await bench.agents.send(id, chars(9_500, '乙'), 'prompt')
    await bench.until(() => model.requests.some(isSummary))
    await bench.agents.cancel(id)
    expect([bench.agents.get(id).status, compactions(bench, id).length]).toEqual(['idle', 0])
  })
  it('denials with their reasons and the message being answered survive', async () => {
    const denied: Tool = (_args, caller) => result(caller.callId, 'write', '[FAIL] DENIED_USER: 太长了。', { status: 'denied', code: 'DENIED_USER' })
    const model = playing([[call('w', 'write', { path: 'a.md' }), end()], [call('r', 'read', {}), end()], [call('r2', 'read', {}), end()], [say('好'), end()]], () => [say('总'), end()])
    const bench = openBench({ model, tools: { write: denied, read: () => chars(10_000) } })
    const id = start(bench)
    await talk(bench, '把第三章改短', id)
    const last = textsOf(asked(model).at(-1))
    expect(compactions(bench, id).length).toBeGreaterThan(0)
    expect(last).toContain('write: [FAIL] DENIED_USER: 太长了。')
    expect(last).toContain("# The author's message you are answering\\n把第三章改短")
  })
  it('a call that waits is never summarised away', async () => {
    const model = playing([[call('w', 'write', {}), end()], [say('好'), end()]], () => [say('总'), end()])
    const bench = openBench({ model, tools: { write: (_args, caller, self) => askApproval(self, caller, 'write') } })
    const id = start(bench)
    await talk(bench, chars(18_000), id)
    expect([bench.agents.get(id).status, compactions(bench, id).length]).toEqual(['waiting', 0])
    await bench.agents.settled(id, 'w', result('w', 'write', '[OK]'))
    await bench.agents.whenQuiet(id)
    for (const request of model.requests) expectPairs(request)
  })
  it('a fork goes on from the summary too', async () => {
    const model = playing([[say('好'), end()]], () => [say('总'), end()])
    const bench = openBench({ model })
    const id = start(bench)
    for (const letter of ['甲', '乙', '丙']) await talk(bench, chars(8_500, letter), id)
    const fork = bench.agents.fork(id, bench.agents.get(id).activeLeafId ?? '')
    await talk(bench, '还在吗', fork.id)
    expect(textsOf(asked(model).at(-1))).toContain('# Summary\\n总')
    expect(textsOf(asked(model).at(-1))).not.toContain('甲甲甲')
  })
  it('a restart goes on from the summary', async () => {
    const model = playing([[say('好'), end()]], () => [say('总'), end()])
    const bench = openBench({ model })
    const id = start(bench)
    for (const letter of ['甲', '乙', '丙']) await talk(bench, chars(8_500, letter), id)
    await bench.agents.close()
    const again = openBench({ dir: bench.dir, model })
    await talk(again, '还在吗', id)
    expect(textsOf(model.requests.at(-1))).toContain('# Summary\\n总')
    expect(textsOf(model.requests.at(-1))).not.toContain('甲甲甲')
  })
})

describe('clearing (04 §7)', () => {
  it('from half the window on, results older than the newest 5 and of 400 characters are cleared', async () => {
    let n = 0
    const model = playing([...Array.from({ length: 9 }, (_, at) => [call(`c${at}`, 'read', { at }), end()]), [say('好'), end()]], () => [say('总'), end()])
    const bench = openBench({ model, tools: { read: () => (n++ === 0 ? '短'.repeat(399) : '长'.repeat(3_600)) } })
    const id = start(bench)
    await talk(bench, '读', id)
    const tools = asked(model).at(-1)?.messages.filter((message) => message.role === 'tool').map((message) => message.text) ?? []
    expect(tools[0]).toBe('短'.repeat(399))
    expect(tools[1]).toBe('[cleared: read, 3600 chars; see RecallHistory]')
    expect(tools.slice(-5).every((text) => text === '长'.repeat(3_600))).toBe(true)
    const kept = bench.entries(id).flatMap((entry) => (entry.payload['role'] === 'toolResult' ? [(entry.payload['result'] as { content: string }).content.length] : []))
    expect(kept.filter((length) => length === 3_600), 'the originals stay').toHaveLength(8)
  })
})

function expectPairs(request: ModelRequest): void {
  const open = new Set<string>()
  for (const message of request.messages) {
    if (message.role === 'tool') { expect(open.delete(message.callId), `result of ${message.callId} after its call`).toBe(true); continue }
    expect([...open], 'every call has its result before anything else').toEqual([])
    if (message.role === 'assistant') for (const one of message.calls) open.add(one.callId)
  }
  expect([...open]).toEqual([])
}

