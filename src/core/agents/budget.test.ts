import { afterEach, describe, expect, it } from 'vitest'
import { isFault } from '@shared/fault'
import { Budgets } from '@shared/settings'
import { startModelServer, stream, text, type ModelServer } from '../../../test/model-server/openai-server'
import { openBench, type Bench } from '../../../test/model-server/agent-bench'
import { strictest } from './budget'

let server: ModelServer | null = null
afterEach(async () => { await server?.close(); server = null })

/** Two models of one server: one priced at 1 per token out, one without a price. */
async function bench(budgets: unknown, used = { prompt_tokens: 0, completion_tokens: 0 }): Promise<{ bench: Bench; server: ModelServer }> {
  server = await startModelServer([stream([text('好')], { usage: used })])
  const models = {
    priced: { context: 65_536, maxOutput: 5, price: { currency: 'CNY', per: 100, input: 0, output: 1 } },
    free: { context: 65_536, maxOutput: 5 },
    dollars: { context: 65_536, maxOutput: 5, price: { currency: 'USD', per: 100, input: 0, output: 1 } },
  }
  const config = { models: { default: 'x/priced', small: 'demo/author', visible: [{ model: 'x/free' }], providers: { x: { kind: 'openai-compatible', baseURL: server.url, key: 'keychain:x', models } } }, budgets }
  return { bench: openBench({ config, keys: { x: 'sk-secret-0123456789' }, tools: {} }), server }
}
const start = (it: Bench, more: object = {}) => it.agents.create({ profileKey: 'leader.default', ...more }).id
const talk = async (it: Bench, id: number) => { await it.agents.send(id, '好', 'prompt'); await it.agents.whenQuiet(id) }
const spend = (it: Bench, sessionId: number, cost: number | null, more: { at?: string; tokens?: number; currency?: string } = {}) => it.project.sessionsDb
  .prepare('INSERT INTO ModelUsage (id, sessionId, runId, at, model, input, cachedInput, cacheWrite, output, reasoning, ms, retries, cost, currency) VALUES (?, ?, NULL, ?, ?, ?, 0, 0, 0, 0, 1, 0, ?, ?)')
  .run(it.project.env.id('us'), sessionId, more.at ?? new Date().toISOString(), 'x/priced', more.tokens ?? 0, cost, cost === null ? null : more.currency ?? 'CNY')
const pauseOf = (it: Bench, id: number) => it.agents.snapshot(id).pause
const codeOf = async (work: () => unknown) => { try { await work(); return 'ok' } catch (error) { return isFault(error) ? error.fault.code : String(error) } }

describe('spend limits (04 §13)', () => {
  it('14.45 limit 1.00, spent 0.98, next 0.05: BUDGET, not sent; only the author goes on', async () => {
    const { bench: it, server: made } = await bench({ session: { cost: 1 } })
    const id = start(it)
    spend(it, id, 0.98)
    await talk(it, id)
    expect(made.requests).toHaveLength(0)
    expect([it.agents.get(id).status, pauseOf(it, id)]).toMatchObject(['waiting', { code: 'BUDGET', values: { scope: 'session', unit: 'CNY', spent: 0.98, limit: 1, next: 0.05 }, text: expect.stringContaining('0.98 of 1.00 CNY used, the next call may take 0.05') }])
    await it.agents.send(id, '等等', 'prompt')
    expect(made.requests).toHaveLength(0)
    await it.agents.continue(id)
    await it.agents.whenQuiet(id)
    expect(it.lines(id).slice(0, 2)).toEqual(['user: 好', 'assistant: 好'])
    expect(it.agents.get(id).status).toBe('idle')
  })
  it('exactly the limit is within it; a hair over is not', async () => {
    const { bench: it, server: made } = await bench({ session: { cost: 1 } })
    const fits = start(it)
    spend(it, fits, 0.95)
    await talk(it, fits)
    expect(made.requests).toHaveLength(1)
    const over = start(it)
    spend(it, over, 0.951)
    await talk(it, over)
    expect([made.requests.length, pauseOf(it, over)?.code]).toEqual([1, 'BUDGET'])
  })
  it('Continue allows as much again, then asks again', async () => {
    const { bench: it } = await bench({ session: { cost: 1 } }, { prompt_tokens: 0, completion_tokens: 60 })
    const id = start(it)
    spend(it, id, 0.98)
    await talk(it, id)
    await it.agents.continue(id)
    await it.agents.whenQuiet(id)
    expect(it.agents.get(id).status).toBe('idle')
    await talk(it, id)
    expect([it.agents.get(id).status, pauseOf(it, id)]).toEqual(['idle', null])
    await talk(it, id)
    expect(pauseOf(it, id)).toMatchObject({ code: 'BUDGET', values: { spent: expect.closeTo(2.18, 6) } })
  })
  it('what helpers use counts to the root, and the root to its helpers', async () => {
    const { bench: it } = await bench({ session: { cost: 1 } })
    const root = start(it)
    const child = start(it, { parentId: root, role: 'child' })
    spend(it, child, 0.98)
    await talk(it, root)
    expect(pauseOf(it, root)?.code).toBe('BUDGET')
    const other = start(it)
    await talk(it, other)
    expect(pauseOf(it, other), 'another conversation has its own').toBeNull()
  })
  it('per project and per day; yesterday does not count to today', async () => {
    const { bench: it } = await bench({ day: { cost: 1 } })
    const id = start(it)
    spend(it, id, 5, { at: new Date(Date.now() - 2 * 86_400_000).toISOString() })
    await talk(it, id)
    expect(pauseOf(it, id)).toBeNull()
    spend(it, start(it), 0.98)
    await talk(it, id)
    expect(pauseOf(it, id)).toMatchObject({ code: 'BUDGET', values: { scope: 'day' } })
    const { bench: whole } = await bench({ project: { cost: 1 } })
    spend(whole, start(whole), 0.98, { at: '2020-01-01T00:00:00.000Z' })
    const there = start(whole)
    await talk(whole, there)
    expect(pauseOf(whole, there)).toMatchObject({ values: { scope: 'project' } })
  })
  it('per run: a new message begins anew', async () => {
    const { bench: it } = await bench({ run: { cost: 0.5 } }, { prompt_tokens: 0, completion_tokens: 48 })
    const id = start(it)
    await talk(it, id)
    await talk(it, id)
    expect([it.agents.get(id).status, it.lines(id).length]).toEqual(['idle', 4])
  })
  it.each([['without a price', 'x/free'], ['priced in another currency', 'x/dollars']])('a model %s counts tokens', async (_, model) => {
    const { bench: it } = await bench({ session: { cost: 0.001, tokens: 5_000 } })
    const id = start(it, { model })
    await talk(it, id)
    expect(pauseOf(it, id), 'the limit of money is not its own').toBeNull()
    spend(it, id, null, { tokens: 4_900 })
    await talk(it, id)
    expect(pauseOf(it, id)).toMatchObject({ code: 'BUDGET', values: { unit: 'tokens', limit: 5_000 } })
  })
  it('a limit of tokens counts for a model with a price as well; with both, whichever is reached first asks', async () => {
    const { bench: it } = await bench({ session: { cost: 1, tokens: 5_000 } })
    const id = start(it)
    spend(it, id, 0.5, { tokens: 4_900 })
    await talk(it, id)
    expect(pauseOf(it, id)).toMatchObject({ code: 'BUDGET', values: { unit: 'tokens', spent: 4_900, limit: 5_000 } })
    const other = start(it)
    spend(it, other, 0.98)
    await talk(it, other)
    expect(pauseOf(it, other)).toMatchObject({ code: 'BUDGET', values: { unit: 'CNY' } })
  })
  it('a project may be stricter, never looser', () => {
    const own = Budgets.parse({ session: { cost: 2 }, day: { tokens: 10 } })
    expect(strictest(own, { session: { cost: 5, tokens: 7 }, day: { cost: 1, tokens: null } })).toEqual({ currency: 'CNY', run: { cost: null, tokens: null }, session: { cost: 2, tokens: 7 }, project: { cost: null, tokens: null }, day: { cost: 1, tokens: 10 } })
  })
})

describe('the model of a call (04 §8)', () => {
  it('is taken from the visible list, for that run alone', async () => {
    const { bench: it, server: made } = await bench({})
    const id = start(it)
    await it.agents.send(id, '好', 'prompt', 'x/free')
    await it.agents.whenQuiet(id)
    await talk(it, id)
    expect(made.requests.map((request) => request.body['model'])).toEqual(['free', 'priced'])
    expect(await codeOf(() => it.agents.send(id, '好', 'prompt', 'x/dollars'))).toBe('MODEL_NOT_VISIBLE')
    expect(await codeOf(() => it.agents.send(id, '好', 'prompt', 'x/none'))).toBe('MODEL_UNKNOWN')
  })
  it('with an empty list only the default may be named; sessions go before projects before profiles', async () => {
    const { bench: it } = await bench({})
    expect(it.models.resolve({ session: 'x/free', project: 'x/priced', profile: 'x/dollars' })).toBe('x/free')
    expect(it.models.resolve({ project: 'x/priced', profile: 'x/dollars' })).toBe('x/priced')
    expect(it.models.resolve({ profile: 'x/dollars' })).toBe('x/dollars')
    expect(() => it.models.resolve({ call: 'x/priced' })).toThrow(/cannot be chosen/)
  })
})
