import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openScriptBench, toolJson, type ScriptBench } from '../../../test/tools/script-bench'

/** 08 §1 `deprecatedParams` and §12 row 36, through `invoke`: a retired key is refused before any effect, or arrives under its new name. */
let bench: ScriptBench
beforeAll(async () => {
  bench = await openScriptBench()
  const path = { type: 'string', description: 'What it prints again.' }
  const retired = { device: { since: 3, until: 5, replacement: 'path', action: 'reject' }, speed: { since: 2, until: 4, replacement: null, action: 'reject' }, place: { since: 2, until: 4, replacement: 'path', action: 'map' } }
  bench.tool(toolJson('moved_on', { version: 3, effects: ['write'], inputSchema: { type: 'object', additionalProperties: false, required: ['path'], properties: { path } }, deprecatedParams: retired }), { 'run.sh': 'touch "$PROJECT_DIR/ran.txt"; cat' })
  await bench.approve('moved_on')
})
afterAll(() => bench.close())
const ran = (): boolean => existsSync(join(bench.dir, 'ran.txt'))
const cards = (): unknown => bench.runtime.project.sessionsDb.prepare('SELECT count(*) FROM Approval').pluck().get()

describe('retired keys of a script tool', () => {
  it.each([
    ['refused', { device: 'x' }, '/device was removed in version 3; use /path.'], ['refused beside the new one', { path: 'a', speed: 1 }, '/speed was removed in version 2; leave it out.'],
    ['the old and the new at once', { place: 'a', path: 'b' }, '/place was removed in version 2; use only /path.'],
  ])('%s: PARAM_RETIRED, nothing asked, nothing run', async (_how, args, words) => {
    for (const approve of ['ask', 'yes'] as const) {
      const before = cards()
      expect(await bench.call('moved_on', args, { approve })).toMatchObject({ status: 'fail', code: 'PARAM_RETIRED', content: `[FAIL] PARAM_RETIRED: ${words}`, changes: [] })
      expect([cards(), ran()]).toEqual([before, false])
    }
  })

  it('mapped: the script reads the new name', async () => {
    expect(await bench.call('moved_on', { place: 'manuscript' })).toMatchObject({ status: 'ok', content: expect.stringMatching(/^\[OK\] \{"path":"manuscript"\}/) })
    expect(ran()).toBe(true)
    rmSync(join(bench.dir, 'ran.txt'))
  })

  it('models are not shown what is gone', () => {
    const shown = bench.runtime.pipeline.definitions('leader.default', 'root').find((one) => one.name === 'moved_on')
    expect(Object.keys((shown?.inputSchema as { properties: object } | undefined)?.properties ?? {})).toEqual(['path'])
  })
})
