import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Io } from './io'
import { main } from './main'

/** Remembered commands (05 §7) and tools of another program, from a terminal. */
const root = mkdtempSync(join(tmpdir(), 'wenqu-remember-cli-'))
const dir = join(root, 'demo')
async function wenqu(argv: readonly string[], human = true) {
  const done = { code: -1, out: '', err: '' }
  const io: Io = { out: (text) => { done.out += text }, err: (text) => { done.err += text }, isTerminal: false, async *stdin() { yield '' }, env: { WENQU_HOME: join(root, '.wenqu'), ...(human ? { WENQU_HUMAN: '1' } : {}) } }
  done.code = await main(argv, io)
  return done
}
beforeAll(async () => { for (const argv of [['project', 'new', dir], ['human', 'trust', '--project', dir]]) expect(await wenqu(argv)).toMatchObject({ code: 0 }) })
afterAll(() => rmSync(root, { recursive: true, force: true }))

const bash = (command: string) => wenqu(['call', 'Bash', JSON.stringify({ command }), '--project', dir, '--profile', 'main', '--json'])
const asked = async (command: string): Promise<string> => {
  const { code, out } = await bash(command)
  expect(code).toBe(3)
  return (JSON.parse(out) as { approval: { id: string } }).approval.id
}

it('a command is remembered by the author alone, counts at once, and is taken back', async () => {
  const first = await asked('uname -a')
  expect(await wenqu(['human', 'approve', first, '--project', dir, '--remember'], false)).toMatchObject({ code: 4 })
  expect(await wenqu(['human', 'approve', await asked('uname -a | cat'), '--project', dir, '--remember'])).toMatchObject({ code: 1, err: expect.stringContaining('REMEMBER_REFUSED') })
  expect(await wenqu(['human', 'approve', await asked('rm -rf notes'), '--project', dir, '--remember'])).toMatchObject({ code: 1, err: expect.stringContaining('REMEMBER_REFUSED') })
  expect(await wenqu(['human', 'approve', first, '--project', dir, '--remember'])).toMatchObject({ code: 0 })
  expect(await bash('uname -a')).toMatchObject({ code: 0 })
  expect(await wenqu(['human', 'rules', '--project', dir])).toMatchObject({ code: 0, out: 'nbook  uname -a …\n' })
  expect(await wenqu(['human', 'rules', '--project', dir, '--forget', 'uname -a'])).toMatchObject({ code: 0, out: 'Taken back.\n' })
  expect(await wenqu(['human', 'rules', '--project', dir, '--forget', 'uname -a'])).toMatchObject({ code: 1 })
  await asked('uname -a')
})

it('a rule is taken back by its program alone, as it is shown, and of several the one that is said', async () => {
  const file = join(dir, '.nbook', 'shell-allowlist.json')
  const forget = (words: string) => wenqu(['human', 'rules', '--project', dir, '--forget', words])
  const left = (): unknown => JSON.parse(readFileSync(file, 'utf8'))
  const rules = [{ program: 'wc' }, { program: 'date', subcommand: null }, { program: 'cargo', subcommand: 'tree' }, { program: 'cargo', subcommand: 'doc' }, { program: 'cal', subcommand: null }, { program: 'cal', subcommand: '2026' }]
  writeFileSync(file, JSON.stringify(rules))
  expect(await forget('cargo')).toMatchObject({ code: 2, err: expect.stringContaining('cargo tree …, cargo doc …') as string })
  expect(await forget('wc -l')).toMatchObject({ code: 1, out: expect.stringContaining('There was no such rule.') as string })
  expect(left()).toEqual(rules)
  for (const words of ['wc …', 'date', 'cargo doc …', 'cargo', 'cal']) expect([words, await forget(words)]).toMatchObject([words, { code: 0, out: expect.stringMatching(/^Taken back\./) as string }])
  expect(left()).toEqual([{ program: 'cal', subcommand: '2026' }])
})

it('tools of another program are looked at by anyone, taken by the author, and wait for approval', async () => {
  const other = join(root, 'other')
  mkdirSync(join(other, 'WordCount'), { recursive: true })
  writeFileSync(join(other, 'WordCount', 'tool.json'), JSON.stringify({ name: 'WordCount', description: 'Counts words. Use it in tests.', command: 'echo 3', inputSchema: { type: 'object' } }))
  expect(await wenqu(['tools', 'import', other], false)).toMatchObject({ code: 0, out: expect.stringContaining('WordCount: can be taken as word_count') })
  expect(await wenqu(['tools', 'import', other, '--all'], false)).toMatchObject({ code: 4 })
  expect(await wenqu(['tools', 'import', other, '--all'])).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(join(root, '.wenqu', 'tools', 'word_count', 'tool.json'), 'utf8'))).toMatchObject({ name: 'word_count', command: ['echo', '3'], effects: ['write'] })
  expect(await wenqu(['call', 'word_count', '{}', '--project', dir])).toMatchObject({ code: 4, out: expect.stringContaining('TOOL_NOT_APPROVED') })
})
