import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { benchProfiles, openBench, type Bench } from '../../../test/tools/bench'
import { defineTool } from './define-tool'

let bench: Bench
let values = ['雪']
const profiles = benchProfiles()
const moody = defineTool({
  name: 'moody', operation: 'test.moody', description: 'Says how it is outside.', input: z.strictObject({ weather: z.string().describe('What it is like.') }),
  risk: 'low', mutates: false, gate: 'none', result: 'content', needs: [], live: () => ({ weather: values }),
  prepare: () => ({ plan: null, effects: [] }), run: () => ({ value: '', changes: [], details: {} }), say: (text) => text,
})
beforeAll(async () => { bench = await openBench([{ name: 'nbook', tools: [moody] }], profiles) })
afterAll(() => bench.close())

/** The list now; the same as one of a pipeline that has kept nothing. */
function shown(profileKey: string, role: 'root' | 'child' | 'helper' = 'root', session?: number) {
  const list = bench.pipeline.definitions(profileKey, role, session)
  expect(list).toEqual(bench.again().definitions(profileKey, role, session))
  return list
}
const names = (list: ReturnType<typeof shown>): string[] => list.map((one) => one.name)

it('the list of definitions stays the same object while nothing it hangs on has changed', () => {
  expect(shown('leader.default')).toBe(shown('leader.default'))
  expect(shown('leader.default', 'child')).not.toBe(shown('leader.default'))
})

it('a live value, a workflow that comes or goes, and another profile of the key count at the next look', () => {
  const before = shown('leader.default')
  values = ['雨', '雪']
  const after = shown('leader.default')
  expect(after.find((one) => one.name === 'moody')?.inputSchema).toMatchObject({ properties: { weather: { enum: ['雨', '雪'].sort() } } })
  expect(after.find((one) => one.name === 'moody')?.hash).not.toBe(before.find((one) => one.name === 'moody')?.hash)
  const folder = join(bench.home, '.wenqu', 'workflows', 'snow-night')
  const keys = () => JSON.stringify(shown('leader.default').find((one) => one.name === 'run_workflow')?.inputSchema)
  mkdirSync(folder, { recursive: true })
  expect(keys()).toContain('snow-night')
  rmSync(folder, { recursive: true })
  expect(keys()).not.toContain('snow-night')
  const leader = profiles.get('leader.default')
  if (leader === undefined) throw new Error('the bench has a leader')
  profiles.set('leader.default', { ...leader, tools: ['read'] })
  expect(names(shown('leader.default'))).toEqual(['read'])
  profiles.set('leader.default', leader)
  expect(shown('leader.default')).toBe(after)
})

it('what a session may see: RecallHistory once something is hidden, its own schema for a report', () => {
  const db = bench.project.sessionsDb
  const session = bench.session()
  expect(names(shown('leader.default', 'root', session))).not.toContain('RecallHistory')
  db.prepare("INSERT INTO Entry (id, sessionId, parentId, seq, type, at, runId, origin, payload) VALUES ('en_c', ?, NULL, 1, 'clearing', '', NULL, 'engine', '{}')").run(session)
  expect(names(shown('leader.default', 'root', session))).toContain('RecallHistory')
  expect(names(shown('leader.default', 'root', bench.session()))).not.toContain('RecallHistory')
  const helper = bench.session({ role: 'helper' })
  for (const name of ['雪', '夜']) {
    db.prepare('UPDATE Session SET schema = ? WHERE id = ?').run(JSON.stringify({ type: 'object', properties: { [name]: { type: 'string' } } }), helper)
    expect(shown('leader.default', 'helper', helper).find((one) => one.name === 'structured_output')?.inputSchema).toMatchObject({ properties: { data: { properties: { [name]: {} } } } })
  }
})
