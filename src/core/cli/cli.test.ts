import Database from 'better-sqlite3'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ToolResult } from '@shared/tool-result'
import { commandLine } from '../../../test/cli/command-line'
import { commands } from './commands'

const home = mkdtempSync(join(tmpdir(), 'wenqu-cli-'))
const dir = join(home, 'demo')

const wenqu = commandLine(home, false)
const call = async (tool: string, input: string, ...more: string[]): Promise<ToolResult & { exit: number }> => {
  const { code, out } = await wenqu(['call', tool, input, '--project', dir, '--json', ...more])
  return { ...(JSON.parse(out) as ToolResult), exit: code }
}

beforeAll(async () => {
  const made = await wenqu(['project', 'new', dir, '--title', '测试', '--json'])
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(made.out)).toMatchObject({ slug: 'demo' })
})
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

describe('usage (10)', () => {
  it.each([
    [['nonsense'], /unknown command "nonsense"/],
    [['constructor'], /unknown command "constructor"/],
    [['--frob'], /unknown option "--frob"; see wenqu --help/],
    [['project'], /one of: project new, project info, project verify/],
    [['judge', 'nonsense'], /^wenqu: unknown word "nonsense" after "judge"; one of: judge path, judge shell, judge url$/m],
    [['judge', 'nonsense', '--help'], /unknown word "nonsense" after "judge"/],
    [['help', 'nonsense'], /unknown command "nonsense"/],
    [['--version', '--frob'], /unknown option "--frob"/],
    [['call'], /missing TOOL/],
    [['call', 'read'], /missing --project/],
    [['call', 'read', '{}', '--project', 'x', '--frob'], /--frob/],
    [['call', 'read', '{}', '--project', 'x', '--mode', 'chatty'], /--mode takes one of normal, discuss, plan/],
    [['call', 'read', '{}', 'extra', '--project', 'x'], /unexpected argument "extra"/],
    [['judge', 'path', 'a', '--project', 'x', '--op', 'eat'], /--op takes one of read, write/],
    [['batch', '--project', 'x', '--session', 'one'], /--session takes a number/],
    [['call', 'read', '{}', '--project', 'x', '--mode', 'plan', '--mode', 'normal'], /--mode is given twice/],
    [['judge', 'url', 'x', '--trusted', '--allow', 'a', '--allow', 'b'], /--trusted/],
  ])('%j is one line and exit 2', async (argv, line) => {
    const { code, out, err } = await wenqu(argv)
    expect([code, out, err.trimEnd().split('\n').length]).toEqual([2, '', 1])
    expect(err).toMatch(line)
  })

  it('--json: one value on stdout for a mistake too, and the line for people', async () => {
    for (const argv of [['nonsense'], ['project'], ['call', '--frob'], ['models', 'list', '--json']]) {
      const { code, out, err } = await wenqu([...argv, '--json'])
      expect([code, err.trimEnd().split('\n').length]).toEqual([2, 1])
      expect(JSON.parse(out)).toEqual({ status: 'fail', code: 'USAGE', content: `[FAIL] USAGE: ${err.trimEnd().replace(/^wenqu: /, '')}`, details: {} })
    }
    const gone = await wenqu(['project', 'info', '--project', join(home, 'nowhere'), '--json'])
    expect([gone.code, JSON.parse(gone.out)]).toEqual([1, expect.objectContaining({ status: 'fail', code: 'PROJECT_NOT_FOUND' })])
    expect((await wenqu(['run', '--help'])).out).toContain('events as JSON Lines')
  })

  it.each([...new Set(Object.keys(commands).filter((name) => name.includes(' ')).map((name) => name.split(' ')[0] ?? ''))])('%s: a second word that is none is named, with those there are', async (group) => {
    const known = Object.keys(commands).filter((name) => name.startsWith(`${group} `)).join(', ')
    expect(await wenqu([group, 'nonsense', '--project', dir])).toEqual({ code: 2, out: '', err: `wenqu: unknown word "nonsense" after "${group}"; one of: ${known}\n` })
    expect(await wenqu([group])).toEqual({ code: 2, out: '', err: `wenqu: "${group}" is not complete; one of: ${known}\n` })
    const helped = await wenqu(['help', group])
    expect([helped.code, helped.out.match(/^ {2}wenqu \S+/gm)?.every((line) => line === `  wenqu ${group}`)]).toEqual([0, true])
  })

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(await wenqu(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
    expect(JSON.parse((await wenqu(['--json', '--version'])).out)).toEqual({ version })
  })

  it('a broken config.json is told by every command that reads it', async () => {
    const file = join(home, '.wenqu', 'config.json')
    mkdirSync(join(home, '.wenqu'), { recursive: true })
    writeFileSync(file, 'garbage{\n')
    try {
      for (const argv of [['models', 'list'], ['tools', 'list', '--project', dir], ['project', 'info', '--project', dir], ['judge', 'shell', 'ls'], ['tools', 'show', 'read']]) {
        const { code, err } = await wenqu(argv)
        expect([code, err.trimEnd().split('\n').length], argv.join(' ')).toEqual([0, 1])
        expect(err).toMatch(/^wenqu: .*config\.json: .*/)
      }
    } finally {
      rmSync(file)
    }
  })

  it('helps with every command', async () => {
    const { code, out } = await wenqu(['--help'])
    expect(code).toBe(0)
    for (const name of ['project new', 'tools show', 'batch', 'human purge', 'import']) expect(out).toContain(`wenqu ${name}`)
    expect((await wenqu(['call', '--help'])).out).toContain('--write-mode')
    expect((await wenqu(['help', 'call'])).out).toBe((await wenqu(['call', '--help'])).out)
  })

  it.each([[['--help']], [[]], [['help']], [['judge', '--help']], [['call', '--help']], [['human', 'list', '--help']], [['batch', '--help']], [['run', '--help']]])('%j with --json is the same help in one JSON value', async (argv) => {
    const plain = await wenqu(argv)
    const { code, out, err } = await wenqu([...argv, '--json'])
    expect([code, JSON.parse(out), err]).toEqual([0, { help: plain.out }, ''])
  })

  it('says that a project is not there', async () => {
    expect(await wenqu(['project', 'info', '--project', join(home, 'nowhere')])).toMatchObject({ code: 1, err: expect.stringContaining('PROJECT_NOT_FOUND') })
  })
})

describe('call (10, 08 §4)', () => {
  it.each([
    ['read', '{"path":"../x"}', [], 1, 'fail', 'PATH_OUTSIDE', ''],
    ['read', '{"path":"AGENTS.md","lines":5}', [], 1, 'fail', 'ARGS_INVALID', '[FAIL] ARGS_INVALID: 1 problem in read.\n/lines: unknown; legal keys: path, offset, limit, lineNumbers.\nCorrect these fields and call again.'],
    ['read', '{"path":5}', [], 1, 'fail', 'ARGS_INVALID', '/path: actual 5; expected string of at least 1 character.'],
    ['read', '{"path":"a"', [], 1, 'fail', 'ARGS_JSON', 'at position 11'],
    ['reed', '{}', [], 1, 'fail', 'TOOL_UNKNOWN', 'Nearest: read, '],
    ['save_story_act', '{}', ['--profile', 'writer'], 4, 'denied', 'TOOL_NOT_GRANTED', 'not_declared'],
    ['write', '{"path":"a.md","content":"x"}', ['--mode', 'discuss'], 3, 'needs_approval', 'MODE_DISCUSS', 'Waiting for the author'],
    ['write', '{"path":"a.md","content":"x"}', ['--mode', 'discuss', '--approve', 'no'], 4, 'denied', 'DENIED_USER', '[FAIL] DENIED_USER: '],
    ['write', '{"path":".nbook/config.json","content":"x"}', [], 1, 'fail', 'PATH_PROTECTED', ''],
    ['switch_mode', '{"targetMode":"plan"}', ['--mode', 'plan'], 1, 'fail', 'MODE_SAME', ''],
    ['get_story_tree', '{}', [], 0, 'ok', null, ''],
  ] as const)('%s %s %j → exit %i', async (tool, input, more, exit, status, code, text) => {
    const result = await call(tool, input, ...more)
    expect(result).toMatchObject({ exit, tool, status, code })
    expect(result.content).toContain(text)
    expect(existsSync(join(dir, 'a.md'))).toBe(false)
  })

  it('denies an unknown session and refuses an unknown profile with a whole result, in a batch too', async () => {
    const whole = { tool: 'read', details: {}, changes: [], approval: null, ms: 0, truncated: null }
    expect(await call('read', '{"path":"AGENTS.md"}', '--session', '999')).toMatchObject({ ...whole, id: expect.stringMatching(/^call_/), exit: 4, status: 'denied', code: 'IDENTITY_UNKNOWN', content: '[FAIL] IDENTITY_UNKNOWN: there is no session 999.' })
    expect(await call('read', '{"path":"AGENTS.md"}', '--profile', 'nix')).toMatchObject({ ...whole, exit: 1, status: 'fail', code: 'PROFILE_UNKNOWN' })
    const { out } = await wenqu(['batch', '--project', dir], { stdin: '{"id":"a","tool":"read","input":{},"session":999}' })
    expect(JSON.parse(out)).toEqual({ ...whole, id: 'a', status: 'denied', code: 'IDENTITY_UNKNOWN', content: '[FAIL] IDENTITY_UNKNOWN: there is no session 999.' })
    // As on the command line, where a number is a word.
    expect(JSON.parse((await wenqu(['batch', '--project', dir], { stdin: '{"tool":"read","input":{},"session":"999"}' })).out)).toMatchObject({ code: 'IDENTITY_UNKNOWN' })
  })

  it('keeps what a profile has read between processes, and takes a file or stdin as input', async () => {
    writeFileSync(join(home, 'input.json'), JSON.stringify({ path: 'notes/x.md', content: '一' }))
    expect(await call('write', `@${join(home, 'input.json')}`)).toMatchObject({ exit: 0, content: '[OK] Created notes/x.md (3 bytes, +1/-0).' })
    expect(await call('write', '{"path":"notes/x.md","content":"二"}')).toMatchObject({ exit: 0 })
    const piped = await wenqu(['call', 'read', '-', '--project', dir], { stdin: '{"path":"notes/x.md"}' })
    expect(piped).toEqual({ code: 0, out: '二\n', err: '' })
  })

  it('approves at once with --approve yes, and later by the author only', async () => {
    expect(await call('write', '{"path":"b.md","content":"x"}', '--mode', 'plan', '--approve', 'yes')).toMatchObject({ exit: 0, status: 'ok' })
    const waiting = await call('write', '{"path":"c.md","content":"x"}', '--mode', 'plan')
    const id = waiting.approval?.id ?? ''
    expect(await wenqu(['human', 'approve', id, '--project', dir])).toMatchObject({ code: 4, err: expect.stringContaining('HUMAN_ONLY') })
    expect(existsSync(join(dir, 'c.md'))).toBe(false)
    expect(await wenqu(['human', 'approve', id, '--project', dir], { human: true })).toMatchObject({ code: 0, out: '[OK] Created c.md (1 bytes, +1/-0).\n' })
    expect(readFileSync(join(dir, 'c.md'), 'utf8')).toBe('x')
    expect(await wenqu(['human', 'deny', id, '--project', dir], { human: true })).toMatchObject({ code: 1, err: expect.stringContaining('APPROVAL_NOT_PENDING') })
  })
})

describe('batch (10)', () => {
  it('answers 1,000 reads and bad lines in order, each with one line', async () => {
    const lines = Array.from({ length: 1_000 }, (_, n) => JSON.stringify({ id: `r${n}`, tool: 'read', input: { path: 'AGENTS.md' } }))
    const from = performance.now()
    const { code, out } = await wenqu(['batch', '--project', dir], { stdin: [...lines.slice(0, 500), '{"tool":', '{"id":"k","tool":"read","wat":1}', ...lines.slice(500)].join('\n') })
    const results = out.trimEnd().split('\n').map((line) => JSON.parse(line) as ToolResult)
    expect(code).toBe(0)
    expect(results).toHaveLength(1_002)
    expect(results.filter((result) => result.status === 'ok').map((result) => result.id)).toEqual(Array.from({ length: 1_000 }, (_, n) => `r${n}`))
    expect(results.slice(500, 502).map(({ id, code: why, details }) => [id, why, details])).toEqual([[expect.stringMatching(/^call_/), 'LINE_JSON', { line: 501 }], ['k', 'LINE_INVALID', { line: 502 }]])
    process.stderr.write(`batch of 1,000 reads: ${Math.round(performance.now() - from)} ms\n`)
  })

  it('answers actions in order, too, and the next process finds what they did', async () => {
    const lines = Array.from({ length: 300 }, (_, n) => JSON.stringify(n % 3 === 2 ? { id: `c${n}`, tool: 'read', input: { path: 'AGENTS.md' } } : { id: `c${n}`, tool: 'task_create', input: { title: `第 ${n} 件`, steps: [{ id: 'a', text: '写', status: 'in_progress' }] } }))
    const { code, out } = await wenqu(['batch', '--project', dir], { stdin: lines.join('\n') })
    const results = out.trimEnd().split('\n').map((line) => JSON.parse(line) as ToolResult)
    expect([code, results.map(({ id, status }) => [id, status])]).toEqual([0, lines.map((_, n) => [`c${n}`, 'ok'])])
    const db = new Database(join(dir, '.nbook', 'sessions.sqlite'), { readonly: true })
    expect(db.prepare("SELECT count(*) FROM Call WHERE tool = 'task_create' AND state = 'finished'").pluck().get()).toBe(200)
    db.close()
  })
})

describe('batch, line by line (10)', () => {
  it('a line with a key that is none is told which there are', async () => {
    const { out } = await wenqu(['batch', '--project', dir], { stdin: '{"id":1,"tool":"read","args":{"path":"AGENTS.md"}}\n{"id":2}\n5' })
    const said = out.trimEnd().split('\n').map((line) => (JSON.parse(line) as ToolResult).content)
    expect(said).toEqual([expect.stringMatching(/^\[FAIL\] LINE_INVALID: line 1: "args": unknown; legal keys: id, tool, input, profile, .*The arguments of the tool are "input"\./), expect.stringContaining('line 2: /tool: '), expect.stringContaining('line 3: /: ')])
  })

  it('a line that gives no id is answered with one that no other line has, though that is named by a number', async () => {
    const read = '"tool":"read","input":{"path":"AGENTS.md"}'
    const lines = [`{"id":"2",${read}}`, '{"tool":', `{"id":4,${read}}`, `{${read}}`, '{"id":{},"tool":"read"}', `{${read},"session":999}`, '[]', `{"id":"7",${read}}`]
    const { out } = await wenqu(['batch', '--project', dir], { stdin: lines.join('\n') })
    const results = out.trimEnd().split('\n').map((line) => JSON.parse(line) as ToolResult)
    const own = expect.stringMatching(/^call_\w+$/) as string
    expect(results.map(({ id, code }) => [id, code])).toEqual([['2', null], [own, 'LINE_JSON'], ['4', null], [own, null], [own, 'LINE_INVALID'], [own, 'IDENTITY_UNKNOWN'], [own, 'LINE_INVALID'], ['7', null]])
    expect(new Set(results.map(({ id }) => id)).size).toBe(lines.length)
    expect(results.map(({ details }) => details['line']).filter((line) => line !== undefined)).toEqual([2, 5, 7])
  })

  it('LF alone ends a line: a text with other separators stays whole, and none of them is in what it answers', async () => {
    const content = 'a\u2028b\u2029c\u0085d\n'
    const { out } = await wenqu(['batch', '--project', dir], { stdin: `{"id":"w","tool":"write","input":{"path":"separators.md","content":${JSON.stringify(content)}}}\r\n\n{"id":"r","tool":"read","input":{"path":"separators.md"}}` })
    expect(readFileSync(join(dir, 'separators.md'), 'utf8')).toBe(content)
    expect(out).not.toMatch(/[\u0085\u2028\u2029]/)
    expect(out.trimEnd().split('\n').map((line) => { const { id, content: text } = JSON.parse(line) as ToolResult; return [id, text] })).toEqual([['w', '[OK] Created separators.md (13 bytes, +1/-0).'], ['r', content.trimEnd()]])
  })
})

describe('tools, judge, project, models (10)', () => {
  it('shows a definition with hash and tokens, and says that it is absent', async () => {
    const { code, out } = await wenqu(['tools', 'show', 'read', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ name: 'read', hash: expect.stringMatching(/^[0-9a-f]{64}$/), tokens: expect.any(Number), inputSchema: { type: 'object', additionalProperties: false } })
    expect(await wenqu(['tools', 'show', 'request_user_input', '--role', 'martian'])).toMatchObject({ code: 1, err: expect.stringContaining('absent: role') })
    const report = async (...role: string[]) => (await wenqu(['tools', 'show', 'report_result', ...role])).out.includes('Need the author? Put the question in result.')
    expect([await report(), await report('--role', 'child'), await report('--role', 'helper', '--profile', 'writer')]).toEqual([false, true, true])
    expect(await wenqu(['tools', 'show', 'save_story_act', '--profile', 'writer'])).toMatchObject({ code: 1, err: expect.stringContaining('absent: not_declared') })
  })

  it('lists a profile with reasons', async () => {
    expect((await wenqu(['tools', 'list', '--profile', 'main'])).out).toMatch(/^RecallHistory +.* in {2}engine/m)
    const { out } = await wenqu(['tools', 'list', '--profile', 'writer', '--json'])
    const { tools } = JSON.parse(out) as { tools: { name: string; set: string; reason: string }[] }
    expect(tools.find((row) => row.name === 'read')).toMatchObject({ set: 'in', reason: 'declared' })
    expect(tools.find((row) => row.name === 'save_story_scene')).toMatchObject({ set: 'out', reason: 'not_declared' })
  })

  it.each([['AGENTS.md', 'read', 'allow'], ['../x', 'read', 'deny'], ['.git/x', 'write', 'deny'], ['new/file.md', 'write', 'allow']])('judges %s to %s: %s', async (path, op, verdict) => {
    const { code, out } = await wenqu(['judge', 'path', path, '--project', dir, '--op', op, '--json'])
    expect([code, (JSON.parse(out) as { verdict: string }).verdict]).toEqual([0, verdict])
  })

  it('tells about the project and its models', async () => {
    expect(JSON.parse((await wenqu(['project', 'info', '--project', dir, '--json'])).out)).toMatchObject({ title: '测试', slug: 'demo', trusted: false })
    expect(await wenqu(['project', 'verify', '--project', dir])).toMatchObject({ code: 0 })
    expect((await wenqu(['models', 'list'])).out).toContain('demo/author')
  })
})
