import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toolJson } from '../../../test/tools/script-bench'
import type { Io } from './io'
import { main } from './main'

/** 08 §10 `cap-lowered`: breaking if a logged run exceeds it. */
const root = mkdtempSync(join(tmpdir(), 'wenqu-diff-log-'))
const dir = join(root, 'demo')
const folder = join(root, '.wenqu', 'tools', 'long_one')
async function wenqu(...argv: string[]) {
  const done = { code: -1, out: '', err: '' }
  const io: Io = { out: (text) => { done.out += text }, err: (text) => { done.err += text }, isTerminal: false, async *stdin() { yield '' }, env: { WENQU_HOME: join(root, '.wenqu'), WENQU_HUMAN: '1' } }
  done.code = await main(argv, io)
  return done
}
const write = (file: string, more: object): void => writeFileSync(file, JSON.stringify(toolJson('long_one', { maxOutputChars: 5_000, ...more })))
async function diff(after: object, ...more: string[]) {
  write(join(root, 'new.json'), after)
  const { code, out } = await wenqu('tools', 'diff', join(root, 'old.json'), join(root, 'new.json'), '--json', ...more)
  return { code, changes: (JSON.parse(out) as { changes: { case: string; verdict: string; why: string }[] }).changes }
}
beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  write(join(root, 'old.json'), {})
  write(join(folder, 'tool.json'), {})
  writeFileSync(join(folder, 'run.sh'), "head -c 1500 /dev/zero | tr '\\0' x\n")
  expect(await wenqu('project', 'new', dir)).toMatchObject({ code: 0 })
  expect(await wenqu('human', 'trust', '--tool', 'long_one')).toMatchObject({ code: 0 })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('a lowered cap and the log', () => {
  it('no logged run: it cannot be decided, so it breaks', async () => {
    expect(await diff({ maxOutputChars: 2_000 }, '--project', dir)).toMatchObject({ code: 1, changes: [{ case: 'cap-lowered', verdict: 'breaking', why: expect.stringContaining('no logged run') }] })
  })

  it('the longest logged run decides, in tools diff and in P4-1', async () => {
    expect(await wenqu('call', 'long_one', '{}', '--project', dir, '--approve', 'yes')).toMatchObject({ code: 0 })
    expect(await diff({ maxOutputChars: 1_500 }, '--project', dir)).toMatchObject({ code: 0, changes: [{ case: 'cap-lowered', verdict: 'compatible', why: '5000 → 1500: 1 logged call came to 1500 at most' }] })
    expect(await diff({ maxOutputChars: 1_499 }, '--project', dir)).toMatchObject({ code: 1, changes: [{ case: 'cap-lowered', verdict: 'breaking', why: '5000 → 1499: of 1 logged call one came to 1500' }] })
    expect(await diff({ maxOutputChars: 1_500 })).toMatchObject({ code: 1 })
    write(join(folder, 'tool.json'), { maxOutputChars: 1_499 })
    expect((await wenqu('tools', 'lint', '--project', dir)).out).toMatch(/^\[FAIL\] P4-1 error long_one#\/maxOutputChars: actual cap-lowered: 5000 → 1499: of 1 logged call one came to 1500;/m)
    write(join(folder, 'tool.json'), { maxOutputChars: 1_500 })
    expect((await wenqu('tools', 'lint', '--project', dir)).out).not.toContain('P4-1')
  })

  it('novels the window has opened count without being named', async () => {
    writeFileSync(join(root, '.wenqu', 'recent.json'), JSON.stringify({ projects: [{ dir, title: 'demo', words: 0, openedAt: '2026-01-01T00:00:00.000Z' }] }))
    expect(await diff({ maxOutputChars: 1_500 })).toMatchObject({ code: 0 })
    expect(await diff({ maxOutputChars: 1_499 })).toMatchObject({ code: 1 })
  })
})
