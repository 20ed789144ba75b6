import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { belowTool } from './below-tool'
import type { Io } from './io'
import { main } from './main'

const home = mkdtempSync(join(tmpdir(), 'wenqu-below-'))
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

async function wenqu(argv: string[], stdin = ''): Promise<{ code: number; out: string }> {
  let out = ''
  const io: Io = { out: (text) => { out += text }, err: (text) => { out += text }, isTerminal: true, async *stdin() { yield stdin }, env: { WENQU_HOME: join(home, '.wenqu'), WENQU_CALL: 'call_x', WENQU_HUMAN: '1' } }
  return { code: await main(argv, io), out }
}

describe('a process below a tool (06 §8, 05 §5-6)', () => {
  it('answers for nobody, trusts nothing and loosens nothing', async () => {
    expect((await wenqu(['project', 'new', join(home, 'demo')])).code).toBe(0)
    const project = ['--project', join(home, 'demo')]
    for (const argv of [['human', 'trust', ...project], ['call', 'write', '{}', ...project, '--approve', 'yes'], ['call', 'write', '{}', ...project, '--trust'], ['call', 'write', '{}', ...project, '--permission', 'bypassPermissions'], ['run', '--message', 'x', ...project, '--approve', 'no']]) {
      const done = await wenqu(argv)
      expect([done.code, done.out.includes('HUMAN_ONLY')], argv.join(' ')).toEqual([4, true])
    }
    const line = await wenqu(['batch', ...project], '{"tool":"write","input":{"path":"a.md","content":"x"},"approve":"yes"}\n')
    expect(line.out).toContain('HUMAN_ONLY')
    expect((await wenqu(['call', 'get_story_tree', '{}', ...project])).code).toBe(0)
  })

  it.runIf(process.platform === 'linux')('is known by what started it, though it dropped the mark from its own environment', () => {
    expect(belowTool({})).toBe(false)
    const script = "import { belowTool } from './src/core/cli/below-tool.ts'; process.stdout.write(String(belowTool(process.env)))"
    const nested = `env -u WENQU_CALL ${process.execPath} --no-warnings --import ./test/project/ts-hooks.mjs --input-type=module-typescript -e "$CODE"; true`
    expect(execFileSync('bash', ['-c', nested], { env: { ...process.env, CODE: script, WENQU_CALL: 'call_x' } }).toString()).toBe('true')
  })
})
