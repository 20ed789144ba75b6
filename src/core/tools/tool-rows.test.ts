import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { benchProfiles, openBench, type Bench } from '../../../test/tools/bench'
import { defineTool, eraseTool } from './define-tool'
import { diffDefinitions } from './schema-diff/diff-definition'
import type { Ran } from './types'

/** The rows of 08 §12 that no other test has, and where each row is tested. */
const patient = defineTool({
  name: 'patient', operation: 'test.patient', description: 'Waits. Use it in tests.', input: z.strictObject({}), risk: 'low', mutates: false, gate: 'none', result: 'content', needs: [],
  prepare: () => ({ plan: null, effects: [] }), run: () => new Promise<Ran<null>>((done) => { setTimeout(() => done({ value: null, changes: [] }), 12_000) }), say: () => 'done',
})
const profiles = benchProfiles()
const [main, leader] = [profiles.get('main'), profiles.get('leader.default')]
if (main !== undefined) profiles.set('main', { ...main, tools: [...main.tools, 'run_workflow'] })
if (leader !== undefined) profiles.set('leader.default', { ...leader, tools: [...leader.tools, 'patient'] })

let bench: Bench
beforeAll(async () => { bench = await openBench([{ name: 'neb', tools: [eraseTool(patient)] }], profiles) })
afterAll(() => bench.close())
afterEach(() => { vi.useRealTimers() })

describe('08 §12', () => {
  it('5: a key that another pack has is refused before anyone is asked', async () => {
    const result = await bench.call(bench.session({ profileKey: 'main' }), 'run_workflow', { script: 'return 1', wait: true })
    expect(result).toMatchObject({ status: 'fail', code: 'ROLE_FORBIDDEN', approval: null })
    expect(result.content).toContain('/wait: ')
    expect(bench.project.sessionsDb.prepare('SELECT count(*) FROM Approval').pluck().get()).toBe(0)
  })

  it('6: who may only read the world is not told how to write it', () => {
    const shown = (profileKey: string) => bench.pipeline.definitions(profileKey, 'root').find((one) => one.name === 'execute_world')?.description
    expect(shown('leader.default')).toContain('write(s:{time')
    expect(shown('reader')).not.toContain('write(s:{time')
  })

  it('15: heartbeats after 1 s, then each 5 s, and one end', async () => {
    const session = bench.session()
    const caller = bench.caller(session)
    const seen = (type: string) => bench.events.filter((event) => event.type === type && 'callId' in event && event.callId === caller.callId).length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const call = bench.pipeline.invoke(caller, 'patient', {})
    await vi.advanceTimersByTimeAsync(990)
    const beats: number[] = [seen('call.heartbeat')]
    for (const ms of [20, 4_980, 20, 4_980, 20]) {
      await vi.advanceTimersByTimeAsync(ms)
      beats.push(seen('call.heartbeat'))
    }
    expect(beats).toEqual([0, 1, 1, 2, 2, 3])
    expect(seen('call.end')).toBe(0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await call).toMatchObject({ status: 'ok', content: 'done' })
    expect([seen('call.heartbeat'), seen('call.end')]).toEqual([3, 1])
  })

  it('34, 35: a value less is breaking; so is a bound that widens beside a key that goes', () => {
    const closed = (properties: object) => ({ type: 'object', additionalProperties: false, required: [], properties })
    const cases = (before: object, after: object) => { const { verdict, changes } = diffDefinitions(before, after); return [verdict, ...changes.map((change) => change.case).sort()] }
    expect(cases(closed({ a: { enum: ['x', 'y'] } }), closed({ a: { enum: ['x'] } }))).toEqual(['breaking', 'enum-removed'])
    expect(cases(closed({ a: { type: 'integer', maximum: 50 }, b: { type: 'string' } }), closed({ a: { type: 'integer', maximum: 100 } }))).toEqual(['breaking', 'bound-widened', 'param-removed'])
  })

  const elsewhere: Readonly<Record<number, readonly [file: string, words: string]>> = {
    1: ['pipeline.test.ts', '{"path":5,"lines":5}'], 2: ['pipeline.test.ts', 'get_storey_tree'], 3: ['pipeline.test.ts', "toContain('not_declared')"], 4: ['pipeline.test.ts', 'request_user_input: role;'],
    7: ['packs/neb/node-report.test.ts', '12.7'], 8: ['../cli/cli.test.ts', "'--role', 'martian'"], 9: ['permission-examples.fixtures.ts', '[9, leader'], 10: ['permission-examples.fixtures.ts', '[8, leader'], 11: ['pipeline.test.ts', "['broken', '{}', 'fail', 'INTERNAL']"],
    12: ['pipeline.test.ts', 'cuts at a line end'], 13: ['pipeline.test.ts', 'RESULT_NOT_FOUND'], 14: ['../app/runs.test.ts', '08 §5, §12 14'],
    ...Object.fromEntries([16, 17, 28].map((row) => [row, ['../scripts/script-tools.test.ts', 'rows 16, 17, 28'] as const])),
    ...Object.fromEntries([18, 19, 29, 30].map((row) => [row, ['../scripts/script-tools.test.ts', 'rows 18, 19, 29, 30'] as const])),
    ...Object.fromEntries([20, 21].map((row) => [row, ['../scripts/script-tools.test.ts', 'rows 20, 21'] as const])),
    ...Object.fromEntries([22, 23, 24, 25, 26, 27].map((row) => [row, ['../scripts/script-tools.test.ts', 'rows 22-27'] as const])),
    31: ['../scripts/testing/tools-cli.test.ts', 'row 31'], 32: ['lint/lint.test.ts', '§12 row 32'], 33: ['every-tool.test.ts', '§12 row 33'], 36: ['variants.test.ts', '§12 36'],
  }
  it('every example has its test', () => {
    const here = new Set([5, 6, 15, 34, 35, ...Object.keys(elsewhere).map(Number)])
    expect(Array.from({ length: 36 }, (_, n) => n + 1).filter((row) => !here.has(row))).toEqual([])
    for (const [row, [file, words]] of Object.entries(elsewhere)) expect(readFileSync(join(import.meta.dirname, file), 'utf8'), `row ${row}`).toContain(words)
  })
})
