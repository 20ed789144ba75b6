import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ToolResult } from '@shared/tool-result'
import { verdictTable } from '../shell/judge/verdicts.fixtures'
import { permissionExamples } from '../tools/permission-examples.fixtures'
import { main } from './main'

/** The tables of 05 and 06 as a user of the command line meets them (10). */
const home = mkdtempSync(join(tmpdir(), 'wenqu-tables-'))
const dir = join(home, 'demo')
async function wenqu(argv: readonly string[], stdin = ''): Promise<{ code: number; out: string; err: string }> {
  const done = { code: -1, out: '', err: '' }
  done.code = await main(argv, { out: (text) => { done.out += text }, err: (text) => { done.err += text }, isTerminal: false, async *stdin() { yield stdin }, env: { WENQU_HOME: join(home, '.wenqu'), WENQU_HUMAN: '1' } })
  return done
}
const put = (path: string, text = '雪\n'): void => { mkdirSync(dirname(join(dir, path)), { recursive: true }); writeFileSync(join(dir, path), text) }
async function judge(what: string, ...argv: string[]): Promise<{ verdict: string; reason: string }> {
  const { code, out } = await wenqu(['judge', what, '--json', ...argv])
  expect(code).toBe(0)
  return JSON.parse(out) as { verdict: string; reason: string }
}
async function batch(lines: readonly object[]): Promise<ToolResult[]> {
  const { code, out } = await wenqu(['batch', '--project', dir], lines.map((line) => JSON.stringify(line)).join('\n'))
  expect(code).toBe(0)
  return out.trimEnd().split('\n').map((line) => JSON.parse(line) as ToolResult)
}

beforeAll(async () => {
  expect(await wenqu(['project', 'new', dir])).toMatchObject({ code: 0 })
  execFileSync('git', ['init', '-q'], { cwd: dir })
  for (const path of ['.agent/plan/move.md', 'gone.md', 'old.md', 'edit.md', 'a.md', 'ch/one.md', 'manuscript/x.md']) put(path)
  symlinkSync('/etc', join(dir, 'out'))
  symlinkSync('missing.md', join(dir, 'dangling.md'))
  mkdirSync(join(home, 'closed'))
  writeFileSync(join(home, 'closed/project.yaml'), 'kind: novel\ntitle: closed\n')
  await batch([{ tool: 'save_story_thread', input: { action: 'create', name: 'main', title: '主线' } }])
})
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

describe('wenqu judge shell: 06 §9 "Verdicts"', () => {
  it.each(verdictTable)('%s: %s %s', async (command, expected, code) => {
    const found = [await judge('shell', '--', command), await judge('shell', '--trusted', '--', command)]
    expect(found.map((one) => one.verdict)).toEqual({ A: ['allow', 'allow'], P: ['ask', 'ask'], T: ['ask', 'allow'] }[expected])
    expect(found[0]?.reason.split(':')[0]).toBe(code ?? (expected === 'T' ? 'SHELL_UNTRUSTED' : 'SHELL_RULE'))
  })
})

describe('wenqu judge path: 06 §1.2, each step', () => {
  it.each<[step: number, path: string, op: 'read' | 'write', code: string | null]>([
    [1, ' ', 'read', 'PATH_INVALID'], [1, 'a\nb', 'read', 'PATH_INVALID'], [1, 'a\u200Eb', 'write', 'PATH_INVALID'], [1, '~/x', 'read', 'PATH_INVALID'], [1, 'a\\b', 'write', 'PATH_INVALID'], [1, '%2e%2e/x', 'write', null],
    [2, 'workspace/closed', 'read', 'PATH_INVALID'], [2, 'workspace/.nbook/x', 'read', 'PATH_PROTECTED'], [2, 'workspace/none/x.md', 'read', 'PROJECT_NOT_FOUND'], [2, 'workspace/closed/x.md', 'read', 'PROJECT_NOT_OPEN'], [2, 'demo/a.md', 'read', 'PATH_OWN_SLUG'],
    [2, 'workspace/demo/a.md', 'read', null], [2, './workspace/x/y.md', 'write', null],
    [3, '../x', 'read', 'PATH_OUTSIDE'], [3, 'ch/../../demo/a.md', 'read', 'PATH_OUTSIDE'], [3, '/etc/hosts', 'read', 'PATH_OUTSIDE'], [3, './ch//../a.md', 'read', null],
    [4, 'a?.md', 'write', 'PATH_NOT_PORTABLE'], [4, 'a.', 'write', 'PATH_NOT_PORTABLE'], [4, 'Com1.md', 'write', 'PATH_NOT_PORTABLE'], [4, 'PROGRA~1', 'read', 'PATH_NOT_PORTABLE'], [4, 'x'.repeat(256), 'write', 'PATH_INVALID'],
    [5, 'ch/.GIT/x', 'write', 'PATH_PROTECTED'], [5, '.nbook/config.json', 'write', 'PATH_PROTECTED'], [5, '.noeta/x', 'write', 'PATH_PROTECTED'], [5, '.NBOOK/Project.SQLite', 'read', 'PATH_PROTECTED'], [5, '.nbook/trash/x', 'read', 'PATH_PROTECTED'],
    [7, 'out/passwd', 'read', 'PATH_LINK_ESCAPE'], [7, 'dangling.md', 'write', 'PATH_LINK_DANGLING'], [8, 'a.md/x', 'write', 'NOT_A_FILE'], [8, 'none.md', 'read', null], [9, 'A.md', 'write', 'PATH_COLLISION'], [9, 'CH/new.md', 'write', 'PATH_COLLISION'],
  ])('%i: %j, %s: %s', async (_step, path, op, code) => {
    const { verdict, reason } = await judge('path', '--project', dir, '--op', op, '--', path)
    expect([verdict, reason.split(':')[0]]).toEqual(code === null ? ['allow', ''] : ['deny', code])
  })
})

describe('wenqu judge url: 05 §9 46-50', () => {
  it.each([[46, 'https://EXAMPLE.com./', 'allow', ''], [47, 'https://example.com@evil.test/', 'ask', 'HOST_UNLISTED'], [48, 'http://127.0.0.1/', 'ask', 'HOST_PRIVATE'], [49, 'http://169.254.169.254/', 'deny', 'URL_BLOCKED'], [50, 'ftp://example.com/', 'deny', 'URL_SCHEME']])('%i: %s', async (_row, url, verdict, code) => {
    const found = await judge('url', url, '--allow', 'example.com')
    expect([found.verdict, found.reason.split(':')[0]]).toEqual([verdict, code])
  })
})

/** What needs a server, a skill that is active, a child, or the network is in `service-rows.test.ts`. */
const notHere: ReadonlySet<number> = new Set([21, 22, 23, 46, 51, 53, 54])
const modes = { N: 'normal', D: 'discuss', P: 'plan' } as const
const permissions = { d: 'default', e: 'acceptEdits', b: 'bypassPermissions' } as const
const flagIn = <K extends string>(table: Readonly<Record<K, string>>, flags: string, fallback: K): string => table[(Object.keys(table) as K[]).find((key) => flags.includes(key)) ?? fallback]

describe.each([['trusted', /^[^SU]*$/], ['untrusted', /U/], ['strict', /S/]] as const)('wenqu call: 05 §9, %s', (world, flagged) => {
  const rows = permissionExamples.filter(([row, , flags]) => flagged.test(flags) && !notHere.has(row))
  let results: ToolResult[]
  beforeAll(async () => {
    await wenqu(['human', 'trust', '--project', dir, ...(world === 'untrusted' ? ['--revoke'] : [])])
    if (world === 'strict') writeFileSync(join(dir, '.nbook/config.json'), '{"approvals":"strict"}')
    results = await batch(rows.map(([row, profile, flags, tool, input]) => ({ id: row, tool, input, profile, mode: flagIn(modes, flags, 'N'), permission: flagIn(permissions, flags, 'd'), writeMode: 'apply' })))
    rmSync(join(dir, '.nbook/config.json'), { force: true })
  }, 60_000)
  it.each(rows.map((row, at) => [at, ...row] as const))('%i: row %i, %s %s %s %j: %s', (at, row, _who, _flags, _tool, _input, expected) => {
    const result = results[at]
    const [status, code, reason = ''] = expected.split(' ')
    expect([result?.id, result?.status, result?.code], result?.content).toEqual([String(row), status, code ?? null])
    expect(result?.content).toContain(reason)
    expect(result?.approval !== null).toBe(status === 'needs_approval')
  })
})

describe('wenqu call: 08 §12', () => {
  it.each<[rows: string, tool: string, input: string, options: string[], exit: number, code: string, words: string]>([
    ['1', 'read', '{"path":5,"lines":5}', [], 1, 'ARGS_INVALID', '/lines: unknown; legal keys: path, offset, limit, lineNumbers.'], ['2', 'get_storey_tree', '{}', [], 1, 'TOOL_UNKNOWN', 'get_story_tree'],
    ['3', 'save_story_scene', '{"action":"create"}', ['--profile', 'writer'], 4, 'TOOL_NOT_GRANTED', 'not_declared'], ['9', 'write', '{"path":"x.md","text":"x"}', ['--mode', 'discuss'], 1, 'ARGS_INVALID', '/content: missing'],
    ['10', 'edit', '{"path":"old.md","edits":[{"oldText":"absent","newText":"x"}]}', ['--mode', 'discuss'], 1, 'EDIT_FAILED', 'edits[0]: oldText not found'], ['13', 'read', '{"path":"result://call_1"}', [], 1, 'RESULT_NOT_FOUND', 'call_1'],
  ])('%s: %s %s %j', async (_rows, tool, input, options, exit, code, words) => {
    const done = await wenqu(['call', tool, input, '--project', dir, '--json', ...options])
    const result = JSON.parse(done.out) as ToolResult
    expect([done.code, result.code, result.approval]).toEqual([exit, code, null])
    expect(result.content).toContain(words)
  })
  it('12: a result over its cap is cut at a line end, and the rest is read from its address', async () => {
    const [cut] = await batch([{ tool: 'execute_sql', input: { sql: `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 120) SELECT 'row ' || n AS row, printf('%.*c', 300, 'x') AS filler FROM c` } }])
    const ref = /result:\/\/\S+(?=, offset (\d+))/.exec(cut?.content ?? '')
    expect(cut?.truncated).toMatchObject({ ref: ref?.[0] })
    const [rest] = await batch([{ tool: 'read', input: { path: ref?.[0], offset: Number(ref?.[1]), lineNumbers: false } }])
    const shown = [cut?.content.split('\n… ')[0], rest?.content].join('\n')
    expect([...shown.matchAll(/"row (\d+)"/g)].map((match) => Number(match[1]))).toEqual(Array.from({ length: 120 }, (_, n) => n + 1))
  })
})

it('nothing that was refused or asked above changed anything', () => {
  for (const path of ['a2.md', 'a5.md', 'a6.md', '.agent/plan/p4.md', '.agent/plan/p.txt', '.agent/plan/p18.md', 'a26.md', 'a28.md', 'a29.md', 'x.md']) expect([path, existsSync(join(dir, path))]).toEqual([path, false])
})
