import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openBench, type Bench } from '../../../test/tools/bench'
import { defineTool, eraseTool } from './define-tool'
import type { ToolResult } from '@shared/tool-result'
import type { Ran } from './types'

const size = z.strictObject({ lines: z.int().min(0).describe('How many lines of ten characters.') })
const big = defineTool({
  name: 'big', operation: 'test.big', description: 'Gives a long text. Use in tests.', input: size, risk: 'low', mutates: false, gate: 'none', result: 'content', needs: [],
  prepare: ({ lines }) => ({ plan: lines, effects: [] }), run: (lines) => ({ value: lines, changes: [] }), say: (lines) => Array.from({ length: lines }, (_, n) => String(n + 1).padStart(9, '0')).join('\n'),
})
const broken = defineTool({
  name: 'broken', operation: 'test.broken', description: 'Throws a defect. Use in tests.', input: z.strictObject({}), risk: 'low', mutates: false, gate: 'none', result: 'content', needs: [],
  prepare: () => ({ plan: null, effects: [] }), run: (): never => { throw new TypeError('secret inside') }, say: () => '',
})
const slow = defineTool({
  name: 'slow', operation: 'test.slow', description: 'Waits until it is stopped. Use in tests.', input: z.strictObject({ ms: z.int().describe('How long it waits.') }), risk: 'low', mutates: false, gate: 'none', result: 'content', caps: { timeoutMs: 1_500 }, needs: [],
  prepare: ({ ms }) => ({ plan: ms, effects: [] }),
  run: (ms, _services, { signal }) => new Promise<Ran<number>>((resolve, reject) => {
    const timer = setTimeout(() => resolve({ value: ms, changes: [] }), ms)
    signal.addEventListener('abort', () => { clearTimeout(timer); reject(new DOMException('stopped', 'AbortError')) })
  }),
  say: () => 'done',
})
let stopping = new AbortController()
const halting = defineTool({
  name: 'halting', operation: 'test.halting', description: 'Stops its own caller before it waits. Use in tests.', input: z.strictObject({}), risk: 'low', mutates: false, gate: 'none', result: 'content', needs: [],
  prepare: () => ({ plan: null, effects: [] }), say: () => 'done',
  run: (_plan, _services, { signal }) => {
    stopping.abort()
    return new Promise<Ran<null>>((_resolve, reject) => { signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError'))) })
  },
})
const echo = defineTool({
  name: 'echo', operation: 'test.echo', description: 'Says a text again. Use in tests.', input: z.strictObject({ text: z.string().describe('What it says again.') }), risk: 'low', mutates: false, gate: 'none', result: 'content', needs: [],
  prepare: ({ text }) => ({ plan: text, effects: [] }), run: (text) => ({ value: text, changes: [] }), say: (text) => text,
})

let bench: Bench
beforeAll(async () => { bench = await openBench([{ name: 'neb', tools: [eraseTool(big), eraseTool(broken), eraseTool(slow), eraseTool(halting), eraseTool(echo)] }], undefined) })
afterAll(async () => { await bench.close() })
const root = () => bench.session({ profileKey: 'tester' })

beforeAll(() => {
  const { profiles } = bench.deps
  const leader = profiles.get('leader.default')
  const get = profiles.get.bind(profiles)
  profiles.get = (key) => (key === 'tester' ? { ...leader, key, pack: 'both', tools: ['read', 'write', 'edit', 'big', 'broken', 'slow', 'halting', 'echo'] } : get(key))
})

describe('the way of a call (08 §4, §12)', () => {
  it.each([
    ['read', '{"path":"../x"}', 'fail', 'PATH_OUTSIDE'],
    ['read', '{"path":5,"lines":5}', 'fail', 'ARGS_INVALID'],
    ['read', '{"path":"a",}', 'fail', 'ARGS_JSON'],
    ['get_storey_tree', '{}', 'fail', 'TOOL_UNKNOWN'],
    ['save_story_scene', '{}', 'denied', 'TOOL_NOT_GRANTED'],
    ['broken', '{}', 'fail', 'INTERNAL'],
  ])('%s %s → %s %s', async (tool, args, status, code) => {
    const result = await bench.call(root(), tool, args)
    expect(result).toMatchObject({ tool, status, code, changes: [], approval: null })
    expect(result.content).toMatch(new RegExp(`^\\[FAIL\\] ${code}: `))
    expect(result.content).not.toMatch(/ {4}at |TypeError|secret inside/)
  })

  it.each([['Call', "BEFORE UPDATE ON Call WHEN NEW.state = 'finished'"], ['ReadRegistry', 'BEFORE INSERT ON ReadRegistry']])('a change that is written is told as written, also when no row of %s can be kept of it', async (_table, when) => {
    const { sessionsDb, dir } = bench.project
    sessionsDb.exec(`CREATE TRIGGER full ${when} BEGIN SELECT raise(ABORT, 'disk full'); END`)
    try {
      expect(await bench.call(root(), 'write', { path: `kept-${_table}.md`, content: '雪' })).toMatchObject({ status: 'ok', content: expect.stringMatching(/^\[OK\] Created/) })
    } finally {
      sessionsDb.exec('DROP TRIGGER full')
    }
    expect(readFileSync(join(dir, `kept-${_table}.md`), 'utf8')).toBe('雪')
  })

  it('names three nearest tools of the set', async () => {
    const { content } = await bench.call(bench.session(), 'get_storey_tree', {})
    expect(content).toBe('[FAIL] TOOL_UNKNOWN: there is no tool "get_storey_tree". Nearest: get_story_tree, get_story_thread, get_story_promise.')
  })

  it('says the reason word', async () => {
    expect((await bench.call(bench.session({ profileKey: 'writer' }), 'save_story_scene', {})).content).toContain('not_declared')
    expect((await bench.call(bench.session({ role: 'child' }), 'request_user_input', {})).content).toContain('request_user_input: role;')
  })

  it('writes, reads and gives the stored result for a repeated call id without running again', async () => {
    const session = root()
    const first = await bench.call(session, 'write', { path: 'notes/a.md', content: '一\n二\n' }, { callId: 'w1' })
    expect(first).toMatchObject({ status: 'ok', content: '[OK] Created notes/a.md (8 bytes, +2/-0).', details: { diff: expect.stringContaining('\n+一\n+二') } })
    writeFileSync(join(bench.dir, 'notes/a.md'), 'by hand')
    expect(await bench.call(session, 'write', { path: 'notes/a.md', content: 'other' }, { callId: 'w1' })).toEqual(first)
    expect(readFileSync(join(bench.dir, 'notes/a.md'), 'utf8')).toBe('by hand')
    const row = bench.project.sessionsDb.prepare("SELECT state, verdict, json_extract(stages, '$.run') AS run FROM Call WHERE callId = 'w1'").get()
    expect(row).toMatchObject({ state: 'finished', verdict: 'allow', run: expect.any(Number) })
  })

  it('runs two calls of one id at the same time once', async () => {
    const session = root()
    const [a, b] = await Promise.all([1, 2].map((n) => bench.call(session, 'write', { path: `twice/${n}.md`, content: 'x' }, { callId: 'same' })))
    expect(a).toEqual(b)
    expect(bench.project.sessionsDb.prepare("SELECT count(*) AS n FROM Journal WHERE callId = 'same'").get()).toEqual({ n: 1 })
  })

  it('stops at its timeout and by the caller, with one call.end and a heartbeat', async () => {
    const session = root()
    expect(await bench.call(session, 'slow', { ms: 60_000 }, { callId: 's1' })).toMatchObject({ code: 'TIMEOUT' })
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    expect(await bench.call(session, 'slow', { ms: 60_000 }, { callId: 's2', signal: stop.signal })).toMatchObject({ status: 'fail', code: 'CANCELLED' })
    const of = (type: string, callId: string) => bench.events.filter((event) => event.type === type && 'callId' in event && event.callId === callId)
    expect([of('call.heartbeat', 's1').length, of('call.end', 's1').length, of('call.end', 's2').length]).toEqual([1, 1, 1])
  })

  it('stops a tool whose caller was stopped while it began', async () => {
    stopping = new AbortController()
    expect(await bench.call(root(), 'halting', {}, { signal: stopping.signal })).toMatchObject({ status: 'fail', code: 'CANCELLED' })
  })

  it('masks keys and the home folder and takes the power from a reminder', async () => {
    const { content } = await bench.call(root(), 'echo', { text: `sk-ant-${'a'.repeat(30)} ${process.env['HOME']}/x <system-reminder>` })
    expect(content).toBe('[secret] ~/x &lt;system-reminder>')
  })
})

describe('sizes (08 §5, §12 12-14)', () => {
  it('cuts at a line end and gives the rest from result://', async () => {
    const session = root()
    const cut = await bench.call(session, 'big', { lines: 8_000 }, { callId: 'b1' })
    expect(cut.content.slice(-90)).toMatch(/\n000003000\n… 5000 more lines \(50000 characters\)\. Full text: result:\/\/b1, offset 3001\.$/)
    expect(cut.truncated).toEqual({ shown: 29_999, total: 79_999, ref: 'result://b1' })
    const rest = await bench.call(session, 'read', { path: 'result://b1', offset: 3_001, limit: 2 })
    expect(rest.content).toContain('3001 | 000003001\n3002 | 000003002\n')
    expect(await bench.call(root(), 'read', { path: 'result://b1' })).toMatchObject({ code: 'RESULT_NOT_FOUND' })
    const child = bench.session({ profileKey: 'tester', role: 'child', parentId: session })
    expect(await bench.call(child, 'read', { path: 'result://b1', limit: 1 })).toMatchObject({ status: 'ok' })
  })

  it('fits the results of one reply into 200,000 characters', async () => {
    const session = root()
    const results = await Promise.all([1, 2, 3, 4, 5].map((n) => bench.call(session, 'big', { lines: 2_990 }, { callId: `r${n}` })))
    const wide = results.map((result) => ({ ...result, content: result.content.repeat(2).slice(0, 50_000) }))
    const fitted = bench.pipeline.fitReply(session, wide)
    expect(fitted.reduce((sum, each) => sum + each.content.length, 0)).toBeLessThanOrEqual(200_000)
    expect(fitted.filter((each) => each.truncated !== null)).toHaveLength(2)
  })
})

describe('the loop guard (04 §13)', () => {
  const kind = ({ content, details }: ToolResult): string => (content.startsWith('[FAIL] LOOP_GUARD') ? (details['pause'] === true ? 'pause' : 'refused') : content.includes('in a row') ? 'note' : 'plain')
  const kinds = async (runId: string, calls: readonly (readonly [string, unknown])[]): Promise<string[]> => {
    const session = root()
    const found: string[] = []
    for (const [tool, args] of calls) found.push(kind(await bench.call(session, tool, args, { runId })))
    return found
  }
  const times = (n: number, ...calls: (readonly [string, unknown])[]) => Array.from({ length: n }, () => calls).flat()
  const a = ['echo', { text: 'a' }] as const
  const b = ['echo', { text: 'b' }] as const
  const c = ['echo', { text: 'c' }] as const

  it('notes the third identical call, refuses the sixth, and from the tenth asks for a pause', async () => {
    expect(await kinds('run_1', times(11, a))).toEqual(['plain', 'plain', 'note', 'note', 'note', 'refused', 'refused', 'refused', 'refused', 'pause', 'pause'])
  })
  it('counts identical failures too', async () => {
    expect(await kinds('run_2', times(6, ['read', { path: 'no/such.md' }]))).toEqual(['plain', 'plain', 'note', 'note', 'note', 'refused'])
  })
  it.each([[2, [a, b]], [3, [a, b, c]]] as const)('finds a cycle of %i', async (period, calls) => {
    const found = await kinds(`run_cycle_${period}`, times(10, ...calls))
    expect([found.indexOf('note'), found.indexOf('refused'), found.indexOf('pause')]).toEqual([2 * period, 5 * period, 9 * period])
  })
  it('does not mind a call between, another result, or another run', async () => {
    expect(await kinds('run_3', [...times(2, a), b, ...times(2, a), c, ...times(2, a)])).not.toContain('note')
    const session = root()
    const seen: string[] = []
    for (let n = 0; n < 4; n++) {
      writeFileSync(join(bench.dir, 'moving.md'), `line ${n}\n`)
      seen.push(kind(await bench.call(session, 'read', { path: 'moving.md' }, { runId: 'run_4' })))
    }
    expect(seen).toEqual(['plain', 'plain', 'plain', 'plain'])
    expect(await kinds('run_5', times(2, a))).toEqual(['plain', 'plain'])
  })
})

describe('call.end (08 §6)', () => {
  it('comes for a call outside a run, and for a question of a run only with its answer', async () => {
    const session = bench.session()
    const questions = [{ question: 'Which name?' }]
    await bench.call(session, 'request_user_input', { questions }, { callId: 'q1', runId: 'run_q' })
    await bench.call(session, 'request_user_input', { questions }, { callId: 'q2' })
    const ends = bench.events.flatMap((event) => (event.type === 'call.end' && event.sessionId === session ? [event.callId] : []))
    expect(ends).toEqual(['q2'])
  })
})
