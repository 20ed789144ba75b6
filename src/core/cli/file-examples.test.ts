import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ToolResult } from '@shared/tool-result'
import { main } from './main'

const home = mkdtempSync(join(tmpdir(), 'wenqu-files-'))
const dir = join(home, 'demo')
const put = (path: string, content: string | Buffer) => { mkdirSync(dirname(join(dir, path)), { recursive: true }); writeFileSync(join(dir, path), content) }
const get = (path: string) => readFileSync(join(dir, path), 'utf8')

async function wenqu(...argv: string[]): Promise<{ exit: number; out: string; err: string }> {
  const done = { exit: -1, out: '', err: '' }
  done.exit = await main(argv, { out: (text) => { done.out += text }, err: (text) => { done.err += text }, isTerminal: false, async *stdin() { yield '' }, env: { WENQU_HOME: join(home, '.wenqu') } })
  return done
}
/** `wenqu call` with the profile that holds the tool. */
async function call(tool: string, input: object, ...more: string[]): Promise<ToolResult & { exit: number }> {
  const noeta = /^[A-Z]/.test(tool) ? ['--profile', 'main', '--write-mode', 'apply', '--permission', 'acceptEdits'] : []
  const { exit, out, err } = await wenqu('call', tool, JSON.stringify(input), '--project', dir, '--json', ...noeta, ...more)
  if (out === '') throw new Error(err)
  return { ...(JSON.parse(out) as ToolResult), exit }
}

beforeAll(async () => {
  expect(await wenqu('project', 'new', dir, '--title', '测试')).toMatchObject({ exit: 0 })
  mkdirSync(join(home, 'old'))
  writeFileSync(join(home, 'old/project.yaml'), 'kind: novel\ntitle: old\n')
  writeFileSync(join(home, 'secret.txt'), 'canary\n')
}, 60_000)
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

it.each<[string, string, object, number, string | null, string]>([
  ['1', 'Read', { file_path: 'hi.md' }, 0, null, '     1\thi\n     2\tthere'],
  ['2', 'Read', { file_path: 'ten.md', offset: 3, limit: 2 }, 0, null, 'lines 3-4 of 10 total lines. Use offset=5'],
  ['4', 'Read', { file_path: 'zero.md' }, 1, 'NOT_TEXT', ''],
  ['6', 'read', { path: 'gbk.md' }, 1, 'NOT_UTF8', 'GBK'],
  ['9', 'Grep', { pattern: 'aHit', output_mode: 'content' }, 0, null, '250 of 300'],
  ['10', 'Grep', { pattern: 'two', output_mode: 'content', context: 1, path: 'f.txt' }, 0, null, 'f.txt-1-one'],
  ['11', 'read', { path: '../secret.txt' }, 1, 'PATH_OUTSIDE', ''],
  ['12', 'Read', { file_path: '/etc/hosts' }, 0, null, ''],
  ['13', 'read', { path: 'a/..\\..\\secret.txt' }, 1, 'PATH_INVALID', ''],
  ['14', 'read', { path: 'workspace/old/x.md' }, 1, 'PROJECT_NOT_OPEN', ''],
  ['15', 'write', { path: 'a.md:s', content: 'x' }, 1, 'PATH_NOT_PORTABLE', ''],
  ['16', 'write', { path: '.git/config', content: 'x' }, 1, 'PATH_PROTECTED', ''],
  ['18', 'Write', { file_path: 'out/x', content: 'x' }, 1, 'PATH_LINK_ESCAPE', ''],
  ['21', 'Edit', { file_path: 'unread.md', old_string: 'hi', new_string: 'x' }, 1, 'NOT_READ', ''],
  ['25', 'edit', { path: 'hi.md', edits: [{ oldText: 'hi', newText: 'x' }, { oldText: 'none', newText: 'y' }] }, 1, 'EDIT_FAILED', 'edits[1]: oldText not found.'],
  ['28', 'apply_patch', { patch: '*** Begin Patch\n*** Update File: hi.md\n-hi\n+HI\n*** Update File: f.txt\n@@\n-nowhere\n*** End Patch' }, 1, 'PATCH_CONTEXT', 'patch line 6'],
  ['29', 'apply_patch', { patch: '*** Begin Patch\n*** Update File: hi.md\n*** Move to: ../../x\n*** End Patch' }, 1, 'PATH_OUTSIDE', ''],
  ['30', 'apply_patch', { patch: '*** Begin Patch\n*** Delete File: hi.md\n*** Delete File: hi.md\n*** End Patch' }, 1, 'PATCH_DUPLICATE', ''],
])('06 §10 row %s: %s %j', async (_row, tool, input, exit, code, part) => {
  put('hi.md', 'hi\nthere\n')
  put('unread.md', 'hi\n')
  put('ten.md', 'x\n'.repeat(10))
  put('zero.md', 'a\0b')
  put('gbk.md', Buffer.from('c4e3bac3a3acc4e3bac3'.repeat(2_000), 'hex'))
  put('many/h.txt', 'aHit\n'.repeat(300))
  put('f.txt', 'one\ntwo\nthree\n')
  if (!existsSync(join(dir, 'out'))) symlinkSync('/etc', join(dir, 'out'))
  const result = await call(tool, input)
  expect(result).toMatchObject({ exit, code })
  expect(result.content).toContain(part)
  expect([get('hi.md'), get('f.txt')]).toEqual(['hi\nthere\n', 'one\ntwo\nthree\n'])
}, 60_000)

it('rows 19, 22-24 and 26 over several commands: what one has read the next one knows', async () => {
  linkSync(join(home, 'secret.txt'), join(dir, 'hard.md'))
  put('crlf.md', 'alpha\r\nbeta\r\ngamma\r\n')
  put('twice.md', 'x\nx\n')
  for (const file_path of ['hard.md', 'crlf.md', 'twice.md']) await call('Read', { file_path })
  expect(await call('Edit', { file_path: 'hard.md', old_string: 'canary', new_string: 'bird' })).toMatchObject({ exit: 0 })
  expect(readFileSync(join(home, 'secret.txt'), 'utf8')).toBe('canary\n')
  expect(await call('Edit', { file_path: 'crlf.md', old_string: 'alpha\nbeta', new_string: 'A\nB' })).toMatchObject({ exit: 0 })
  expect(get('crlf.md')).toBe('A\r\nB\r\ngamma\r\n')
  expect(await call('Edit', { file_path: 'crlf.md', old_string: 'A', new_string: 'AA' })).toMatchObject({ exit: 0 })
  expect(await call('Edit', { file_path: 'twice.md', old_string: 'x', new_string: 'y' })).toMatchObject({ exit: 1, code: 'AMBIGUOUS' })
  const dry = await wenqu('call', 'Write', JSON.stringify({ file_path: 'fresh/p.md', content: 'p' }), '--project', dir, '--json', '--profile', 'main', '--write-mode', 'dry_run', '--permission', 'acceptEdits')
  expect(JSON.parse(dry.out)).toMatchObject({ status: 'ok', content: expect.stringContaining('NOT WRITTEN: proposal pr_') as string })
  expect(existsSync(join(dir, 'fresh'))).toBe(false)
}, 120_000)

it('05 §9 rows 26-33: what asks, with exit 3', async () => {
  const ask = async (tool: string, input: object, ...options: string[]) => {
    const { exit, out } = await wenqu('call', tool, JSON.stringify(input), '--project', dir, '--json', '--profile', 'main', ...options)
    return [exit, (JSON.parse(out) as ToolResult).code]
  }
  expect(await ask('Write', { file_path: 'n.md', content: 'x' })).toEqual([3, 'RISK_HIGH'])
  expect(await ask('Write', { file_path: 'n.md', content: 'x' }, '--permission', 'acceptEdits')).toEqual([0, null])
  expect(await ask('Write', { file_path: 'n2.md', content: 'x' }, '--permission', 'bypassPermissions', '--mode', 'plan')).toEqual([3, 'MODE_PLAN'])
  expect(await ask('Write', { file_path: '../n.md', content: 'x' }, '--permission', 'bypassPermissions')).toEqual([1, 'PATH_OUTSIDE'])
  expect(await ask('Read', { file_path: '/home/u/.ssh/id_rsa' })).toEqual([3, 'PATH_PRIVATE'])
}, 120_000)
