import Database from 'better-sqlite3'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { benchProfiles, openBench, type Bench } from '../../../test/tools/bench'
import { defineTool, eraseTool } from './define-tool'

// An action that writes a title into its own session, and what another connection sees of its row meanwhile.
let bench: Bench
let other: Database.Database
let seen: unknown[] = []
let level: unknown = null
const rows = (): unknown[] => other.prepare("SELECT state FROM Call WHERE tool = 'name_it' ORDER BY seq").all()
const nameIt = defineTool({
  name: 'name_it', operation: 'test.nameIt', description: 'Names the conversation. Use in tests.', input: z.strictObject({ title: z.string().describe('The new name.'), lines: z.int().optional().describe('How long the answer is. When omitted: short.') }), risk: 'low', mutates: false, gate: 'none', result: 'action', caps: { oneCommit: true }, needs: [],
  prepare: (given) => ({ plan: given, effects: [] }),
  run: ({ title, lines }, _services, { caller }) => {
    bench.project.sessionsDb.prepare('UPDATE Session SET title = ? WHERE id = ?').run(title, caller.sessionId)
    seen = rows()
    level = bench.project.sessionsDb.pragma('synchronous', { simple: true })
    if (title === 'bad') throw new TypeError('half-way')
    if (title === 'full') throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    return { value: lines ?? 1, changes: [] }
  },
  say: (lines) => 'a line of text\n'.repeat(lines),
})
/** An action that reaches outside, and what was left for later when it began. */
let before: number | null = null
let later = 0
const reach = defineTool({
  name: 'reach', operation: 'test.reach', description: 'Reaches outside. Use in tests.', input: z.strictObject({}), risk: 'low', mutates: false, gate: 'none', result: 'action', needs: [],
  prepare: () => ({ plan: null, effects: [] }), run: () => { before = later; seen = rows(); return { value: null, changes: [] } }, say: () => 'done',
})
const titleOf = (session: number): unknown => other.prepare('SELECT title FROM Session WHERE id = ?').pluck().get(session)

beforeAll(async () => {
  const profiles = benchProfiles()
  const leader = profiles.get('leader.default')
  if (leader !== undefined) profiles.set('leader.default', { ...leader, tools: ['name_it', 'reach'] })
  bench = await openBench([{ name: 'neb', tools: [eraseTool(nameIt), eraseTool(reach)] }], profiles)
  other = new Database(join(bench.dir, '.nbook', 'sessions.sqlite'), { readonly: true })
})
afterAll(async () => {
  other.close()
  await bench.close()
})

it('its change, its row before and its row after appear at once', async () => {
  const session = bench.session()
  expect(await bench.call(session, 'name_it', { title: '雪夜' })).toMatchObject({ status: 'ok' })
  expect(seen).toEqual([])
  expect(rows()).toEqual([{ state: 'finished' }])
  expect(titleOf(session)).toBe('雪夜')
})

it('what breaks half-way leaves nothing but the row of its failure', async () => {
  const session = bench.session()
  expect(await bench.call(session, 'name_it', { title: 'bad' })).toMatchObject({ status: 'fail', code: 'INTERNAL' })
  expect(titleOf(session)).toBe('标题')
  expect(rows()).toEqual([{ state: 'finished' }, { state: 'finished' }])
})

it('a full disk is called by its name, whatever was written', async () => {
  const session = bench.session()
  expect(await bench.call(session, 'name_it', { title: 'full' })).toMatchObject({ status: 'fail', code: 'WRITE_FAILED', content: '[FAIL] WRITE_FAILED: the disk is full. Nothing was changed. Make room on it; nothing that was there is lost.' })
  expect(titleOf(session)).toBe('标题')
})

it('a text too long for the row is put away after the commit', async () => {
  const result = await bench.call(bench.session(), 'name_it', { title: '长', lines: 20_000 })
  expect(result).toMatchObject({ status: 'ok', truncated: { ref: expect.stringContaining('result://') } })
  expect(rows()).toHaveLength(4)
  expect(rows().at(-1)).toEqual({ state: 'finished' })
})

it('who asks and waits with the answer lets the disk wait: the commit is left for later, and that is told', async () => {
  const session = bench.session()
  const count = { syncsLater: () => { later += 1 } }
  await bench.call(session, 'name_it', { title: '一' })
  expect([level, later]).toEqual([2, 0])
  expect(await bench.call(session, 'name_it', { title: '二' }, count)).toMatchObject({ status: 'ok' })
  expect([level, later > 0, titleOf(session), bench.project.sessionsDb.pragma('synchronous', { simple: true })]).toEqual([1, true, '二', 2])
  later = 0
  expect(await bench.call(session, 'reach', {}, count)).toMatchObject({ status: 'ok' })
  // That it begins is on the disk before it begins, whoever asks (04 §10).
  expect([before, later, seen.at(-1)]).toEqual([0, 1, { state: 'finished' }])
  expect(other.prepare("SELECT state, startedAt IS NOT NULL AS started FROM Call WHERE tool = 'reach'").all()).toEqual([{ state: 'finished', started: 1 }])
})
