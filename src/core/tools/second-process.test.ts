import Database from 'better-sqlite3'
import fc from 'fast-check'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { benchProfiles, openBench, type Bench } from '../../../test/tools/bench'
import { createCallLog } from './call-log'
import { hashOf } from './canonical'
import { defineTool, eraseTool } from './define-tool'
import { createSessionFacts } from './session-facts'

/** `wenqu call` works beside the window on the same files: what it changed counts at the next call here. */
const shown = defineTool({
  name: 'shown', operation: 'test.shown', description: 'Says the settings. Use it in tests.', input: z.strictObject({}), risk: 'low', mutates: false, gate: 'none', result: 'content', needs: [],
  prepare: (_, __, { settings }) => ({ plan: settings.trusted, effects: [] }),
  run: (planned, _, { settings: { workMode, permissionMode, trusted } }) => ({ value: [workMode, permissionMode, planned, trusted].join(' '), changes: [] }), say: String,
})
const acts = defineTool({
  name: 'acts', operation: 'test.acts', description: 'Does nothing, as an action. Use it in tests.', input: z.strictObject({ b: z.string().optional().describe('Any text at all.'), a: z.number().optional().describe('Any number at all.') }), risk: 'low', mutates: true, gate: 'mode', result: 'action', needs: [],
  prepare: (_, __, { startedAt }) => ({ plan: startedAt, effects: [] }), run: (plan, _, { startedAt }) => ({ value: `${plan === startedAt}`, changes: [], details: { startedAt } }), say: (value) => value,
})
const profiles = benchProfiles()
const leader = profiles.get('leader.default')
if (leader !== undefined) profiles.set('leader.default', { ...leader, tools: ['shown', 'acts'] })

let bench: Bench
/** The other process's own connection. */
let other: Database.Database
beforeAll(async () => {
  bench = await openBench([{ name: 'neb', tools: [eraseTool(shown), eraseTool(acts)] }], profiles)
  other = new Database(join(bench.dir, '.nbook', 'sessions.sqlite'))
})
afterAll(async () => {
  other.close()
  await bench.close()
})

const said = async (session: number): Promise<string> => (await bench.call(session, 'shown', {})).content

describe('what another process changed', () => {
  it('counts at the next call: modes, status, profile, trust', async () => {
    const session = bench.session()
    expect(await said(session)).toBe('normal default false false')
    other.prepare("UPDATE Session SET workMode = 'plan' WHERE id = ?").run(session)
    expect(await said(session)).toBe('plan default false false')
    expect(await bench.call(session, 'acts', {})).toMatchObject({ status: 'needs_approval', code: 'MODE_PLAN' })
    other.prepare("UPDATE Session SET workMode = 'normal', permissionMode = 'bypassPermissions' WHERE id = ?").run(session)
    expect(await said(session)).toBe('normal bypassPermissions false false')
    expect(await bench.call(session, 'acts', {})).toMatchObject({ status: 'ok' })
    trust([bench.project.dir])
    expect(await said(session)).toBe('normal bypassPermissions true true')
    trust([])
    expect(await said(session)).toBe('normal bypassPermissions false false')
    other.prepare("UPDATE Session SET status = 'archived' WHERE id = ?").run(session)
    expect(await bench.call(session, 'shown', {})).toMatchObject({ status: 'denied', code: 'AGENT_ARCHIVED' })
  })

  it('counts for a session above, too', async () => {
    const above = bench.session()
    const below = bench.session({ parentId: above, role: 'child' })
    expect(await said(below)).toBe('normal default false false')
    other.prepare("UPDATE Session SET workMode = 'discuss' WHERE id = ?").run(above)
    expect(await said(below)).toBe('discuss default false false')
    other.prepare('UPDATE Session SET detached = 1 WHERE id = ?').run(below)
    expect(await said(below)).toBe('normal default false false')
  })

  it('a call that it finished gives its result and is not run', async () => {
    const caller = bench.caller(bench.session())
    const result = { id: caller.callId, tool: 'acts', status: 'ok', code: null, content: 'from there', details: {}, changes: [], approval: null, ms: 1, truncated: null }
    other.prepare("INSERT INTO Call (sessionId, callId, tool, args, argsHash, state, result, requestedAt) VALUES (?, ?, 'acts', '{}', '', 'finished', ?, '')").run(caller.sessionId, caller.callId, JSON.stringify(result))
    expect(await bench.pipeline.invoke(caller, 'acts', {})).toEqual(result)
  })

  /** As a process of its own would: another file in its place. */
  function trust(trusted: string[]): void {
    const home = bench.project.env.home
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'trust.next'), JSON.stringify({ trusted }))
    renameSync(join(home, 'trust.next'), join(home, 'trust.json'))
  }
})

it('one look finds what two would, whatever the other process wrote', () => {
  const db = bench.project.sessionsDb
  const facts = createSessionFacts(db)
  const calls = createCallLog(db, bench.project.env)
  const ids = [bench.session(), bench.session(), bench.session()]
  const id = fc.constantFrom(...ids)
  const callId = fc.constantFrom('a', 'b')
  const step = fc.oneof(
    fc.record({ id, set: fc.constantFrom("workMode = 'plan'", "workMode = 'normal'", "status = 'archived'", "title = '雪'", 'detached = 1', 'detached = 0', "frozen = '{}'", 'parentId = NULL') }).map(({ id, set }) => () => { other.prepare(`UPDATE Session SET ${set} WHERE id = ?`).run(id) }),
    fc.record({ id, above: fc.constantFrom(...ids) }).map(({ id, above }) => () => { other.prepare('UPDATE Session SET parentId = ? WHERE id = ?').run(above < id ? above : null, id) }),
    fc.record({ id, callId, state: fc.constantFrom('started', 'waiting', 'finished'), content: fc.string() }).map(({ id, callId, state, content }) => () => {
      other.prepare("INSERT INTO Call (sessionId, callId, tool, args, argsHash, state, result, requestedAt) VALUES (?, ?, 't', '{}', '', ?, ?, '') ON CONFLICT DO UPDATE SET state = excluded.state, result = excluded.result").run(id, callId, state, state === 'finished' ? JSON.stringify({ content }) : null)
    }),
    fc.record({ id, callId }).map(({ id, callId }) => () => { other.prepare('DELETE FROM Call WHERE sessionId = ? AND callId = ?').run(id, callId) }),
  )
  fc.assert(fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
    for (const change of steps) {
      change()
      for (const session of [...ids, 999_999]) for (const call of ['a', 'b', 'none']) {
        const { chain, result } = facts.begin(session, call)
        expect(result === null ? null : JSON.parse(result)).toEqual(calls.finished(session, call))
        expect(chain.map((one) => ({ ...one, result: null }))).toEqual(facts.chain(session).map((one) => ({ ...one, result: null })))
      }
    }
  }), { numRuns: 30 })
})

it('a call outlives its session', () => {
  const session = bench.session()
  other.prepare("INSERT INTO Call (sessionId, callId, tool, args, argsHash, state, result, requestedAt) VALUES (?, 'kept', 't', '{}', '', 'finished', '{}', '')").run(session)
  other.prepare('DELETE FROM Session WHERE id = ?').run(session)
  expect(createSessionFacts(bench.project.sessionsDb).begin(session, 'kept')).toEqual({ chain: [], result: '{}' })
})

it('a row holds the hash of what was sent in its order, the stages, and the times of its steps; all of a call see one start', async () => {
  const caller = bench.caller(bench.session())
  const result = await bench.pipeline.invoke(caller, 'acts', { b: 'x', a: 1 })
  expect(result).toMatchObject({ status: 'ok', content: '[OK] true' })
  const row = bench.project.sessionsDb.prepare<[string], Record<string, string | null>>('SELECT * FROM Call WHERE callId = ?').get(caller.callId)
  expect(row).toMatchObject({ state: 'finished', verdict: 'allow', code: null, args: '{"b":"x","a":1}', argsHash: hashOf({ a: 1, b: 'x' }), result: JSON.stringify(result) })
  expect(Object.keys(JSON.parse(row?.['stages'] ?? '{}') as object)).toEqual(['parse', 'admit', 'arguments', 'prepare', 'decide', 'run'])
  const times = [String(result.details['startedAt']), row?.['requestedAt'], row?.['startedAt'], row?.['finishedAt']].map((at) => Date.parse(at ?? ''))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

it('a call after its project was closed says so', async () => {
  const closed = await openBench()
  const caller = closed.caller(closed.session())
  await closed.project.close()
  expect(await closed.pipeline.invoke(caller, 'read', { path: 'a.md' })).toMatchObject({ status: 'denied', code: 'PROJECT_NOT_OPEN' })
  await closed.close()
})
