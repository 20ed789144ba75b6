import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleCore } from '../../../../test/model-server/bundle-child'
import { openBench, type Bench } from '../../../../test/tools/bench'
import { setTrust } from '../../project/trust'
import { findIsolation } from '../../shell/namespace'
import { findProgram } from '../../shell/programs'
import { isMounted } from '../mounted'
import { createPipeline } from '../pipeline'

/** 06 §8, the table of `bash` and `Bash`: what each takes, where it is there, who judges it, how it runs. Output: the tests of each tool. */
let bench: Bench
beforeAll(async () => {
  bench = await openBench()
  await setTrust(bench.project.env, bench.dir, true)
})
afterAll(() => bench.close())
const sessionFor = (tool: string, bypass = false): number => bench.session({ profileKey: tool === 'Bash' ? 'main' : 'leader.default', ...(bypass ? { permissionMode: 'bypassPermissions' } : {}) })

/** What the card says; under strict approvals `bash` has one too. */
async function shown(tool: string, args: object): Promise<Record<string, unknown>> {
  bench.config.approvals = 'strict'
  const done = await bench.call(sessionFor(tool), tool, args)
  delete bench.config.approvals
  return { status: done.status, code: done.code, ...Object.fromEntries((done.approval?.effects[0]?.fields ?? []).map(({ field, to }) => [field, to])) }
}

describe('06 §8', () => {
  it.each<[tool: string, timeout: number | undefined, shown: string]>([
    ['bash', undefined, '120 s'], ['bash', 1, '1 s'], ['bash', 0, '1 s'], ['bash', 600, '600 s'], ['bash', 601, '600 s'],
    ['Bash', undefined, '120 s'], ['Bash', 1_000, '1 s'], ['Bash', 999, '1 s'], ['Bash', 600_000, '600 s'], ['Bash', 600_001, '600 s'],
  ])('Input: %s with timeout %s runs at most %s', async (tool, timeout, most) => {
    expect(await shown(tool, { command: 'touch x', ...(timeout === undefined ? {} : { timeout }) })).toMatchObject({ status: 'needs_approval', code: 'POLICY_STRICT', timeout: most, cwd: bench.dir })
  })
  it.each<[tool: string, args: object, fits: boolean]>([
    ['bash', { command: 'ls', background: false }, true], ['bash', { command: 'ls', run_in_background: false }, false], ['bash', { command: 'ls', description: 'x' }, false],
    ['Bash', { command: 'ls', description: 'Lists.', run_in_background: false }, true], ['Bash', { command: 'ls', background: false }, false],
    ['bash', { command: '' }, false], ['bash', { command: ' \n' }, false], ['bash', { command: 'ls\0' }, false], ['Bash', { command: '' }, false], ['Bash', { command: ' \n' }, false], ['Bash', { command: 'ls\0' }, false],
  ])('Input: %s %j', async (tool, args, fits) => { expect((await bench.call(sessionFor(tool, true), tool, args)).code === 'ARGS_INVALID').toBe(!fits) })

  it('Mounted: bash in a trusted project only, Bash in any', async () => {
    const pipeline = createPipeline({ ...bench.deps, mounted: (name) => isMounted(name, { trusted: () => bench.project.trusted(), shell: () => 'allowlist', searchReady: () => true, memoryReadOnly: () => false }) })
    const codes = async () => [(await pipeline.invoke(bench.caller(sessionFor('bash')), 'bash', { command: 'true' })).code, (await pipeline.invoke(bench.caller(sessionFor('Bash')), 'Bash', { command: 'ls' })).code]
    expect(await codes()).toEqual([null, null])
    await setTrust(bench.project.env, bench.dir, false)
    expect(await codes()).toEqual(['TOOL_NOT_GRANTED', null])
    await setTrust(bench.project.env, bench.dir, true)
  })
  it('Judged: bash runs at once, strict asks; Bash asks for what is not allowed, bypass runs it', async () => {
    const meta = { command: 'true; true' }
    expect([(await bench.call(sessionFor('bash'), 'bash', meta)).status, (await shown('bash', meta)).code]).toEqual(['ok', 'POLICY_STRICT'])
    expect([(await bench.call(sessionFor('Bash'), 'Bash', meta)).code, (await bench.call(sessionFor('Bash', true), 'Bash', meta)).status, (await bench.call(sessionFor('Bash'), 'Bash', { command: 'ls' })).status]).toEqual(['SHELL_META', 'ok', 'ok'])
  })
  it('Runs as: bash without profile and rc; an allowed command without a shell', async () => {
    const flags = { command: 'shopt -q login_shell && echo login; printf "%s" "$-"; tr "\\0" " " < /proc/$$/cmdline' }
    for (const tool of ['bash', 'Bash']) expect((await bench.call(sessionFor(tool, true), tool, flags)).content).toMatch(/^h?Bc.*bash --noprofile --norc -c /)
    expect((await bench.call(sessionFor('Bash'), 'Bash', { command: "ls 'no$one'" }, { approve: 'yes' })).code).toBe('EXIT_CODE')
    expect((await bench.call(sessionFor('Bash'), 'Bash', { command: 'ls none~' })).content).toContain('none~')
  })
  it('Background: what the start says', async () => {
    expect((await bench.call(sessionFor('Bash', true), 'Bash', { command: 'true', run_in_background: true })).content).toMatch(/^\[OK\] Started bg-[0-9a-f]{12}; read it with BashOutput, stop it with KillShell\.$/)
    expect((await bench.call(sessionFor('bash'), 'bash', { command: 'true', background: true })).content).toMatch(/job_/)
  })

  // Only a namespace of its own can hide the machine's bash from one process.
  it.skipIf(findIsolation() === null)('no bash: SHELL_MISSING with a way on, before anyone is asked; an allowed command needs none', async () => {
    const script = await bundleCore('test/shell/no-bash-child.ts')
    const bash = findProgram('bash', undefined)
    const hidden = `mount --bind /dev/null '${bash === null ? '' : realpathSync(bash)}' && exec "$0" "$@"`
    const child = spawnSync('unshare', ['--user', '--map-root-user', '--mount', '--', 'sh', '-c', hidden, process.execPath, '--no-warnings', '--no-node-snapshot', script], { encoding: 'utf8' })
    expect(child.stderr).toBe('')
    expect(JSON.parse(child.stdout)).toEqual({
      codes: [['fail', 'SHELL_MISSING'], ['fail', 'SHELL_MISSING'], ['fail', 'SHELL_MISSING'], ['ok', null]],
      text: '[FAIL] SHELL_MISSING: there is no bash on this machine. Tell the author that bash must be installed.', cards: 0,
    })
  }, 60_000)
})
