import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { benchProfiles, openBench, type Bench, type SessionOptions } from '../../../test/tools/bench'
import { readSettings, type RawSettings } from './decide-settings'
import { defineTool, eraseTool } from './define-tool'
import { createPipeline } from './pipeline'
import type { Pipeline } from './types'

/** 05 §1: every setting, its values strictest first and its default. */
const ladders: readonly (readonly [setting: string, key: keyof RawSettings, values: readonly string[], fallback: string])[] = [
  ['work mode', 'workMode', ['discuss', 'plan', 'normal'], 'normal'],
  ['permission mode', 'permissionMode', ['default', 'acceptEdits', 'bypassPermissions'], 'default'],
  ['write mode', 'writeMode', ['dry_run', 'apply'], 'dry_run'],
  ['approvals', 'approvals', ['strict', 'author'], 'author'],
  ['trust', 'trust', ['untrusted', 'trusted'], 'untrusted'],
]
const valueOf = (key: keyof RawSettings, chain: readonly RawSettings[]): string => {
  const found = readSettings(chain)
  if ('verdict' in found) return `${found.verdict} ${found.code}`
  return key === 'trust' ? (found.trusted ? 'trusted' : 'untrusted') : String(found[key as Exclude<keyof RawSettings, 'trust' | 'unreadable'>])
}

describe('05 §1', () => {
  it.each(ladders)('%s', (_setting, key, values, fallback) => {
    for (const missing of [{}, { [key]: undefined }, { [key]: null }]) expect(valueOf(key, [missing])).toBe(fallback)
    for (const value of values) expect(valueOf(key, [{ [key]: value }])).toBe(value)
    for (const wrong of ['', 'NORMAL', `${values[0] ?? ''} `, 7, true, [], {}]) expect([wrong, valueOf(key, [{ [key]: wrong }])]).toEqual([wrong, 'deny SETTING_INVALID'])
    for (const [at, strict] of values.entries()) for (const loose of values.slice(at)) expect([valueOf(key, [{ [key]: strict }, { [key]: loose }]), valueOf(key, [{ [key]: loose }, { [key]: strict }])]).toEqual([strict, strict])
  })
  it('what cannot be read denies, whoever above has it', () => { expect(valueOf('workMode', [{}, { unreadable: 'line 3' }])).toBe('deny SETTING_INVALID') })
})

/** 05 §2 by real calls: the codes of each step that no other row of the tests has, and that an earlier step goes first. */
const low = (name: string, more: object = {}) => eraseTool(defineTool({
  name, operation: 'test.any', description: 'Does something. Use in tests.', input: z.strictObject({ n: z.int().min(1).describe('How many of them.') }), risk: 'low', mutates: false, gate: 'none', result: 'content', needs: [],
  prepare: ({ n }) => ({ plan: n, effects: [] }), run: (n) => ({ value: n, changes: [] }), say: (n) => String(n), ...more,
}))
const profiles = benchProfiles()
const leader = profiles.get('leader.default')
if (leader !== undefined) {
  profiles.set('stepper', { ...leader, key: 'stepper', tools: ['*', 'one', 'old_one', 'request_user_input', 'switch_mode'] })
  profiles.set('low', { ...leader, key: 'low', gates: { ...leader.gates, maxRisk: 'low' } })
  profiles.set('nobash', { ...leader, key: 'nobash', gates: { ...leader.gates, deny: ['get_agent', 'write:secret/**'] } })
}
let bench: Bench
let pipeline: Pipeline
beforeAll(async () => {
  bench = await openBench([{ name: 'neb', tools: [low('one')] }], profiles)
  pipeline = createPipeline({ ...bench.deps, tombstones: [{ name: 'old_one', since: '2', use: 'one' }] })
})
afterAll(() => bench.close())
const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

describe('05 §2', () => {
  it.each<[step: string, tool: string, args: unknown, session: SessionOptions, status: string, code: string, words: string]>([
    ['0 JSON', 'one', '{"n":', {}, 'fail', 'ARGS_JSON', ''], ['0 JSON', 'one', '{"n":1]', {}, 'fail', 'ARGS_JSON', ''], ['0 before 1', 'nothing', '{"n":1]', {}, 'fail', 'ARGS_JSON', ''],
    ['1 unknown', 'on', { n: 1 }, {}, 'fail', 'TOOL_UNKNOWN', 'Nearest: '], ['1 retired', 'old_one', { n: 1 }, {}, 'fail', 'TOOL_RETIRED', 'use one'],
    ['1 not declared', 'one', { n: 1 }, { profileKey: 'writer' }, 'denied', 'TOOL_NOT_GRANTED', 'not_declared'], ['1 role', 'request_user_input', {}, { role: 'child' }, 'denied', 'TOOL_NOT_GRANTED', 'role'], ['1 denied', 'get_agent', {}, { profileKey: 'nobash' }, 'denied', 'TOOL_NOT_GRANTED', 'denied'],
    ['1 before 4', 'one', { m: 1 }, { profileKey: 'writer' }, 'denied', 'TOOL_NOT_GRANTED', ''],
    ['2 the profile cannot be used', 'one', { n: 1 }, { profileKey: 'gone' }, 'denied', 'IDENTITY_UNKNOWN', 'gone'],
    ['3 above the most risk', 'write', { path: 'x.md', content: 'x' }, { profileKey: 'low' }, 'denied', 'DENIED_POLICY', 'at most low'], ['3 tool and path', 'write', { path: 'secret/x.md', content: 'x' }, { profileKey: 'nobash' }, 'denied', 'DENIED_POLICY', 'secret'], ['3 before 4', 'write', {}, { profileKey: 'low' }, 'denied', 'DENIED_POLICY', ''],
    ['4 schema', 'one', { n: 0, m: 1 }, {}, 'fail', 'ARGS_INVALID', '2 problems'], ['4 before 5', 'write', { path: '../x', content: 'x' }, { workMode: 'discuss' }, 'fail', 'PATH_OUTSIDE', ''],
    ['5 discuss', 'write', { path: 'x.md', content: 'x' }, { workMode: 'discuss' }, 'needs_approval', 'MODE_DISCUSS', ''], ['5 plan', 'write', { path: 'x.md', content: 'x' }, { workMode: 'plan' }, 'needs_approval', 'MODE_PLAN', ''],
    ['8 always', 'switch_mode', { targetMode: 'plan' }, {}, 'needs_approval', 'ALWAYS', ''], ['9 none: it runs', 'one', { n: 1 }, {}, 'ok', '', ''],
  ])('%s: %s %j', async (_step, tool, args, options, status, code, words) => {
    const done = await pipeline.invoke(bench.caller(bench.session({ profileKey: 'stepper', ...options })), tool, args)
    expect([done.status, done.code ?? '']).toEqual([status, code])
    expect(text(done.content)).toContain(words)
  })

  it('0: a call that is over gives its result again, whatever else became of it', async () => {
    const caller = bench.caller(bench.session({ profileKey: 'stepper' }))
    const first = await pipeline.invoke(caller, 'one', { n: 5 })
    expect(await pipeline.invoke(caller, 'nothing', '{')).toEqual(first)
  })

  it('2: an archived session and one that nobody knows; before the deny rules', async () => {
    const session = bench.session({ profileKey: 'low' })
    bench.project.sessionsDb.prepare("UPDATE Session SET status = 'archived' WHERE id = ?").run(session)
    expect(await pipeline.invoke(bench.caller(session), 'write', { path: 'x.md', content: 'x' })).toMatchObject({ status: 'denied', code: 'AGENT_ARCHIVED' })
    expect(await pipeline.invoke(bench.caller(99_999, { profileKey: 'stepper' }), 'one', { n: 1 })).toMatchObject({ status: 'denied', code: 'IDENTITY_UNKNOWN' })
  })

  it('2: settings that cannot be read, or hold what nobody knows', async () => {
    bench.config.error = 'line 3'
    expect(await pipeline.invoke(bench.caller(bench.session({ profileKey: 'stepper' })), 'one', { n: 1 })).toMatchObject({ status: 'denied', code: 'SETTING_INVALID' })
    bench.config.error = null
    bench.config.approvals = 'lax'
    expect(await pipeline.invoke(bench.caller(bench.session({ profileKey: 'stepper' })), 'one', { n: 1 })).toMatchObject({ status: 'denied', code: 'SETTING_INVALID' })
    delete bench.config.approvals
  })

  it('nothing that was refused or asked changed anything', async () => {
    expect(await bench.call(bench.session(), 'read', { path: 'x.md' })).toMatchObject({ code: 'NOT_FOUND' })
  })
})
