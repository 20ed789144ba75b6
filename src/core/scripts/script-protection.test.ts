import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cannotMount, createMounts } from '../../../test/shell/mounts'
import { openScriptBench, toolJson, type ScriptBench } from '../../../test/tools/script-bench'
import { findIsolation } from '../shell/namespace'

/** 06 §8 for script tools: what they may not write stays closed whatever is mounted there, and nothing runs when it cannot be closed. */
let bench: ScriptBench
const mounts = createMounts()
beforeAll(async () => { bench = await openScriptBench() })
afterEach(() => mounts.close())
afterAll(() => bench.close())
const noMount = cannotMount()

describe.skipIf(noMount ?? (findIsolation() === null))(`script tools and mounts${noMount === null ? '' : ` (not tried: ${noMount})`}`, () => {
  it.each([['below the novel\'s own folder', () => join(bench.dir, '.nbook', 'disk')], ['below the app\'s folder', () => join(bench.home, 'disk')]])('%s', async (_what, place) => {
    mounts.add(place())
    const name = place().startsWith(bench.home) ? 'home_one' : 'novel_one'
    bench.tool(toolJson(name, { effects: ['write'] }), { 'run.sh': `for at in '${place()}' '${bench.dir}/.nbook' '${bench.home}'; do echo x > "$at/evil" && echo WROTE; done 2>/dev/null; echo $$` })
    await bench.approve(name)
    const { content, status } = await bench.call(name)
    expect([status, existsSync(join(place(), 'evil'))]).toEqual(['ok', false])
    expect(Number(/^\[OK\] (\d+)/.exec(content)?.[1])).toBeLessThan(100)
  })

  it('a place that cannot be closed: SCRIPT_LAUNCH names it, and the script is not started', async () => {
    bench.tool(toolJson('refused_one', { effects: ['write'] }), { 'run.sh': 'echo x > ran.txt' })
    await bench.approve('refused_one')
    const disk = join(bench.home, 'disk')
    for (const place of [disk, join(disk, 'inner'), disk]) mounts.add(place)
    mkdirSync(join(disk, 'inner'))
    expect(await bench.call('refused_one')).toMatchObject({ status: 'fail', code: 'SCRIPT_LAUNCH', changes: [], content: expect.stringMatching(/^\[FAIL\] SCRIPT_LAUNCH: refused_one was not run: .*\/disk\/inner cannot be closed to writing: mount: .*Tell the author/s) as string })
    expect([existsSync(join(bench.dir, 'ran.txt')), readdirSync(join(bench.dir, '.nbook', 'runs'))]).toEqual([false, []])
    mounts.close()
    expect(await bench.call('refused_one')).toMatchObject({ status: 'ok' })
  })
})
