import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createCore } from '../app/create-core'
import type { ProjectRuntime } from '../app/types'
import { callAbove } from './below-tool'
import type { Io } from './io'
import { main } from './main'

const home = mkdtempSync(join(tmpdir(), 'wenqu-below-'))
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

async function wenqu(argv: string[], stdin = '', call: string | null = 'call_x'): Promise<{ code: number; out: string }> {
  let out = ''
  const io: Io = { out: (text) => { out += text }, err: (text) => { out += text }, isTerminal: true, async *stdin() { yield stdin }, env: { WENQU_HOME: join(home, '.wenqu'), WENQU_HUMAN: '1', ...(call === null ? {} : { WENQU_CALL: call }) } }
  return { code: await main(argv, io), out }
}

async function inCore<T>(dir: string, work: (runtime: ProjectRuntime) => T): Promise<T> {
  const core = await createCore({ home: join(home, '.wenqu'), watch: false })
  try {
    return work(await core.open(dir))
  } finally {
    await core.close()
  }
}

describe('a process below a tool (06 §8, 05 §5-6)', () => {
  it('answers for nobody, trusts nothing and loosens nothing', async () => {
    expect((await wenqu(['project', 'new', join(home, 'demo')])).code).toBe(0)
    const project = ['--project', join(home, 'demo')]
    for (const argv of [['human', 'trust', ...project], ['call', 'write', '{}', ...project, '--approve', 'yes'], ['call', 'write', '{}', ...project, '--trust'], ['call', 'write', '{}', ...project, '--permission', 'bypassPermissions'], ['call', 'get_story_tree', '{}', ...project, '--session', '1'], ['run', '--message', 'x', ...project, '--approve', 'no']]) {
      const done = await wenqu(argv)
      expect([done.code, done.out.includes('HUMAN_ONLY')], argv.join(' ')).toEqual([4, true])
    }
    const line = await wenqu(['batch', ...project], '{"tool":"write","input":{"path":"a.md","content":"x"},"approve":"yes"}\n')
    expect(line.out).toContain('HUMAN_ONLY')
    expect((await wenqu(['call', 'get_story_tree', '{}', ...project])).code).toBe(0)
  })

  it('is a child of the session whose tool started it, and never looser (05 §5)', async () => {
    const dir = join(home, 'novel')
    const project = ['--project', dir]
    expect((await wenqu(['project', 'new', dir])).code).toBe(0)
    const started = await wenqu(['call', 'get_story_tree', '{}', ...project, '--json'], '', null)
    const { id } = JSON.parse(started.out) as { id: string }
    await inCore(dir, ({ agents }) => agents.configure(1, { workMode: 'plan' }))
    const write = ['call', 'write', '{"path":"b.md","content":"x"}', ...project]
    for (const more of [[], ['--mode', 'normal'], ['--mode', 'normal', '--profile', 'main']]) expect(await wenqu([...write, ...more], '', id), more.join(' ')).toMatchObject({ code: more.length > 2 ? 4 : 3, out: expect.stringContaining(more.length > 2 ? 'TOOL_NOT_GRANTED' : 'MODE_PLAN') as string })
    expect((await wenqu(['batch', ...project], '{"tool":"write","input":{"path":"b.md","content":"x"},"mode":"normal"}', id)).out).toContain('MODE_PLAN')
    expect(await wenqu(['call', 'switch_mode', '{"targetMode":"normal"}', ...project], '', id)).toMatchObject({ code: 4, out: expect.stringContaining('TOOL_NOT_GRANTED') as string })
    expect((await inCore(dir, ({ agents }) => agents.list())).map(({ profileKey, role, parentId }) => [profileKey, role, parentId])).toEqual(expect.arrayContaining([['leader.default', 'root', null], ['leader.default', 'child', 1], ['main', 'child', 1]]))
  })

  it.runIf(process.platform === 'linux')('is known by what started it, though it dropped the mark from its own environment', () => {
    expect(callAbove({})).toBeNull()
    const script = "import { callAbove } from './src/core/cli/below-tool.ts'; process.stdout.write(String(callAbove(process.env)))"
    const nested = `env -u WENQU_CALL ${process.execPath} --no-warnings --import ./test/project/ts-hooks.mjs --input-type=module-typescript -e "$CODE"; true`
    expect(execFileSync('bash', ['-c', nested], { env: { ...process.env, CODE: script, WENQU_CALL: 'call_x' } }).toString()).toBe('call_x')
  })
})
