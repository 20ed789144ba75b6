import { existsSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../../../test/tools/bench'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(async () => { await bench.close() })

const put = (path: string, content: string | Buffer) => { mkdirSync(dirname(join(bench.dir, path)), { recursive: true }); writeFileSync(join(bench.dir, path), content) }
const get = (path: string) => readFileSync(join(bench.dir, path), 'utf8')
const numbered = (n: number, wide = 0) => Array.from({ length: n }, (_, at) => `line ${at + 1}${'.'.repeat(wide)}\n`).join('')

describe('read (06 §3)', () => {
  it.each<[string, string, object, string]>([
    ['two rows, bare', 'hi\nthere\n', {}, 'hi\nthere'],
    ['CRLF and BOM are not shown', '\uFEFFa\r\nb\r\n', {}, 'a\nb'],
    ['a part has numbers and a note', numbered(10), { offset: 3, limit: 2 }, '3 | line 3\n4 | line 4\n\n(Showing lines 3-4 of 10 total lines. Use offset=5 to continue.)'],
    ['the last part needs no way on', numbered(4), { offset: 3 }, '3 | line 3\n4 | line 4\n\n(Showing lines 3-4 of 4 total lines.)'],
    ['numbers off', numbered(4), { offset: 4, lineNumbers: false }, 'line 4\n\n(Showing lines 4-4 of 4 total lines.)'],
    ['empty', '', {}, '(The file exists but is empty.)'],
    ['only a BOM', '\uFEFF', {}, '(The file exists but is empty.)'],
    ['form feed and U+2028 are inside a line', 'a\fb\u2028c\nd', {}, 'a\fb\u2028c\nd'],
  ])('%s', async (_name, content, more, expected) => {
    put('r.md', content)
    expect(await bench.call(bench.session(), 'read', { path: 'r.md', ...more })).toMatchObject({ status: 'ok', content: expected })
  })

  it.each<[string, string | Buffer, object, string]>([
    ['offset past the end', 'a\nb\n', { offset: 10 }, 'OFFSET_PAST_END'],
    ['NUL', 'a\0b', {}, 'NOT_TEXT'],
    ['GBK', Buffer.from('c4e3bac3a3acc4e3bac3'.repeat(20), 'hex'), {}, 'NOT_UTF8'],
  ])('%s', async (_name, content, more, code) => {
    put('bad.md', content)
    expect(await bench.call(bench.session(), 'read', { path: 'bad.md', ...more })).toMatchObject({ status: 'fail', code })
  })

  it('stops at 51,200 bytes with the offset to go on, and cuts a single long line', async () => {
    put('big.md', numbered(3_000, 40))
    const { content } = await bench.call(bench.session(), 'read', { path: 'big.md' })
    const last = Number(/\(Showing lines 1-(\d+) of 3000 total lines\. Use offset=\d+ to continue\.\)$/.exec(content)?.[1])
    expect(last).toBeGreaterThan(900)
    expect(content).toContain(`${last} | line ${last}.`)
    put('long.md', 'x'.repeat(60_000))
    expect((await bench.call(bench.session(), 'read', { path: 'long.md' })).content).toMatch(/x{100}\n\n\(Line 1 is longer than 51,200 bytes; only its start is shown\.\)$/)
  })

  it('says that a file has other names', async () => {
    put('linked.md', 'a\n')
    expect((await bench.call(bench.session(), 'read', { path: 'linked.md' })).details).not.toHaveProperty('hardLinks')
    linkSync(join(bench.dir, 'linked.md'), join(bench.dir, 'other.md'))
    expect(await bench.call(bench.session(), 'read', { path: 'linked.md' })).toMatchObject({ status: 'ok', details: { hardLinks: 2 } })
  })

  it('names the way out once', async () => {
    put('gbk.md', Buffer.from('c4e3bac3a3acc4e3bac3'.repeat(20), 'hex'))
    expect((await bench.call(bench.session(), 'read', { path: 'gbk.md' })).content).toMatch(/^\[FAIL\] NOT_UTF8: gbk\.md is not UTF-8; it looks like GBK[^.]*\. Bring it in with Import \(`wenqu import`\)\.$/)
    for (const [bytes, name] of [['fffe164e4753', 'UTF-16LE'], ['feff4e165347000a', 'UTF-16BE']] as const) {
      put('wide.md', Buffer.from(`${bytes}${name === 'UTF-16LE' ? '0a00' : ''}`, 'hex'))
      expect((await bench.call(bench.session(), 'read', { path: 'wide.md' })).content).toBe(`[FAIL] NOT_TEXT: wide.md is not a text (8 bytes). It looks like ${name}. Bring it in with Import (\`wenqu import\`).`)
    }
    expect((await bench.call(bench.session(), 'read', { path: `${basename(bench.dir)}/a.md` })).content).toMatch(/^\[FAIL\] PATH_OWN_SLUG: .* Use a\.md\.$/)
  })

  it.each(['../secret.txt', '/etc/hosts', 'workspace/old/x.md', '~/.ssh/id_rsa', 'ch\0.md', '.NBOOK/Project.SQLite'])('refuses %j', async (path) => {
    expect((await bench.call(bench.session(), 'read', { path })).code).toMatch(/^(PATH_|PROJECT_NOT)/)
  })
})

describe('write (06 §3, §4)', () => {
  it('needs a read of this version, then knows what it wrote', async () => {
    const session = bench.session()
    put('w.md', 'v1')
    expect(await bench.call(session, 'write', { path: 'w.md', content: 'v2' })).toMatchObject({ code: 'NOT_READ' })
    await bench.call(session, 'read', { path: 'w.md' })
    put('w.md', 'outside')
    expect(await bench.call(session, 'write', { path: 'w.md', content: 'v2' })).toMatchObject({ code: 'STALE_READ' })
    expect(get('w.md')).toBe('outside')
    await bench.call(session, 'read', { path: 'w.md' })
    expect(await bench.call(session, 'write', { path: 'w.md', content: 'v2' })).toMatchObject({ content: '[OK] Updated w.md (2 bytes, +1/-1).' })
    expect(await bench.call(session, 'write', { path: 'w.md', content: 'v3' })).toMatchObject({ status: 'ok', changes: [{ kind: 'file', target: 'w.md' }] })
    expect(await bench.call(session, 'write', { path: 'w.md', content: 'v3' })).toMatchObject({ content: '[OK] w.md (unchanged).', changes: [] })
  })

  it('does not lose what was never read', async () => {
    const session = bench.session()
    put('l.md', numbered(600))
    await bench.call(session, 'read', { path: 'l.md', limit: 100 })
    const lost = await bench.call(session, 'write', { path: 'l.md', content: 'short' })
    expect(lost).toMatchObject({ code: 'WOULD_LOSE_TEXT' })
    expect(lost.content).toContain('lines 101-600')
    await bench.call(session, 'read', { path: 'l.md', offset: 101 })
    expect(await bench.call(session, 'write', { path: 'l.md', content: 'short' })).toMatchObject({ status: 'ok' })
  })

  it('does not lose the rest of a line of which only the start was shown', async () => {
    const session = bench.session()
    put('long.md', 'x'.repeat(60_000))
    await bench.call(session, 'read', { path: 'long.md' })
    expect(await bench.call(session, 'write', { path: 'long.md', content: 'short' })).toMatchObject({ code: 'WOULD_LOSE_TEXT' })
  })

  it('counts characters, not units', async () => {
    const session = bench.session({ workMode: 'discuss' })
    expect((await bench.call(session, 'write', { path: 'emoji.md', content: '文😀a' })).approval?.effects[0]?.fields).toEqual([{ field: 'characters', from: null, to: 3 }])
  })

  it.each([['lone surrogate', 'a\uD800', 'ARGS_INVALID'], ['U+FFFD', 'a\uFFFD', 'BAD_CHARACTER'], ['too large', 'x'.repeat(8_388_609), 'CONTENT_TOO_LARGE']])('%s', async (_name, content, code) => {
    expect(await bench.call(bench.session(), 'write', { path: 'never.md', content })).toMatchObject({ status: 'fail', code })
    expect(existsSync(join(bench.dir, 'never.md'))).toBe(false)
  })

  it('keeps a BOM; a GBK file was never read, and an edit of it names the way out', async () => {
    const session = bench.session()
    put('bom.md', '\uFEFFa')
    await bench.call(session, 'read', { path: 'bom.md' })
    await bench.call(session, 'write', { path: 'bom.md', content: 'b' })
    expect(get('bom.md')).toBe('\uFEFFb')
    put('gbk.md', Buffer.from('c4e3bac3', 'hex'))
    expect(await bench.call(session, 'write', { path: 'gbk.md', content: 'b' })).toMatchObject({ code: 'NOT_READ' })
    expect((await bench.call(session, 'edit', { path: 'gbk.md', edits: [{ oldText: 'a', newText: 'b' }] })).content).toMatch(/^\[FAIL\] NOT_UTF8: .*GBK.*wenqu import/)
    expect(readFileSync(join(bench.dir, 'gbk.md')).toString('hex')).toBe('c4e3bac3')
  })

  it('asks in discuss mode; a plan file is exempt in plan mode only', async () => {
    const call = async (workMode: 'plan' | 'discuss', path: string) => (await bench.call(bench.session({ workMode }), 'write', { path, content: 'x' })).code
    expect(await call('discuss', '.agent/plan/p.md')).toBe('MODE_DISCUSS')
    expect(await call('plan', '.agent/plan/p.md')).toBeNull()
    expect(await call('plan', '.agent/plan/p.txt')).toBe('MODE_PLAN')
    expect(await call('plan', '.agent/plan/deep/p.md')).toBe('MODE_PLAN')
    expect(await call('plan', '.agent/plan/../../q.md')).toBe('MODE_PLAN')
  })

  it('keeps to the profile', async () => {
    const as = (profileKey: string, tool: string, args: object) => bench.call(bench.session({ profileKey }), tool, args)
    expect(await as('globbed', 'write', { path: 'src/x.md', content: 'x' })).toMatchObject({ code: 'PATH_NOT_ALLOWED' })
    expect(await as('globbed', 'write', { path: 'plans/x.md', content: 'x' })).toMatchObject({ status: 'ok' })
    expect(await as('denier', 'write', { path: 'x.md', content: 'x' })).toMatchObject({ status: 'denied', code: 'TOOL_NOT_GRANTED' })
    put('secret/a.md', 'a')
    expect(await as('denier', 'edit', { path: 'secret/a.md', edits: [{ oldText: 'a', newText: 'b' }] })).toMatchObject({ status: 'denied', code: 'DENIED_POLICY' })
    put('asked.md', 'a')
    expect(await as('asker', 'edit', { path: 'asked.md', edits: [{ oldText: 'a', newText: 'b' }] })).toMatchObject({ status: 'needs_approval', code: 'PROFILE_ASK' })
    expect(await as('nothing', 'read', { path: 'x.md' })).toMatchObject({ code: 'TOOL_NOT_GRANTED' })
  })

  it('denies everything while the settings cannot be read', async () => {
    bench.config.error = 'line 3'
    expect(await bench.call(bench.session(), 'write', { path: 'x.md', content: 'x' })).toMatchObject({ status: 'denied', code: 'SETTING_INVALID' })
    bench.config.error = null
  })
})

describe('edit (06 §4)', () => {
  const edit = (edits: [string, string][], session = bench.session()) => bench.call(session, 'edit', { path: 'e.md', edits: edits.map(([oldText, newText]) => ({ oldText, newText })) })

  it('applies all or none, without a read before', async () => {
    put('e.md', 'alpha\nbeta\ngamma\n')
    expect(await edit([['alpha', 'A'], ['gamma\n', 'G\nH\n']])).toMatchObject({ content: '[OK] Replaced 2 blocks in e.md, +3/-2.' })
    expect(get('e.md')).toBe('A\nbeta\nG\nH\n')
  })

  it('reports every edit', async () => {
    put('e.md', 'one\ntwo  words\nx\nx\nthree\nx\n')
    expect((await edit([['one\n', '1\n'], ['two words', '2'], ['x\n', 'y\n'], ['ne', 'NE'], ['nowhere', '']])).content).toBe([
      '[FAIL] EDIT_FAILED: 4 of 5 edits cannot be applied to e.md; nothing was written.',
      'edits[0]: ok, line 1.',
      'edits[1]: oldText not found; line 2 differs only in white space.',
      'edits[2]: oldText occurs 3 times (lines 3, 4, 6); add surrounding text.',
      'edits[3]: overlaps edits[0] (line 1).',
      'edits[4]: oldText not found.',
    ].join('\n'))
    expect(get('e.md')).toBe('one\ntwo  words\nx\nx\nthree\nx\n')
  })

  it('refuses a text that would be too large before the author is asked', async () => {
    put('large.md', `start\n${'x'.repeat(8_388_610)}`)
    expect(await bench.call(bench.session({ workMode: 'discuss' }), 'edit', { path: 'large.md', edits: [{ oldText: 'start', newText: 's' }] }))
      .toMatchObject({ status: 'fail', code: 'CONTENT_TOO_LARGE', approval: null, content: '[FAIL] CONTENT_TOO_LARGE: large.md would have 8388612 bytes; at most 8388608 are allowed. Split it into several files.' })
  })

  it('keeps the endings of the file', async () => {
    put('e.md', 'alpha beta\r\ngamma\r\nlone\n')
    await edit([['beta\ngamma', 'B\nG']])
    expect(get('e.md')).toBe('alpha B\r\nG\r\nlone\n')
  })

  it.each<[string, string, [string, string][], string]>([
    ['no change', 'a', [['a', 'a']], 'NO_CHANGE'], ['empty old text', 'a', [['', 'b']], 'ARGS_INVALID'], ['broken character', 'a', [['a', '\uFFFD']], 'BAD_CHARACTER'],
  ])('%s', async (_name, content, edits, code) => {
    put('e.md', content)
    expect(await edit(edits)).toMatchObject({ status: 'fail', code })
    expect(get('e.md')).toBe(content)
  })

  it('refuses a stale text of its own session, also when the old text is unique (FE-01)', async () => {
    const session = bench.session()
    put('e.md', 'alpha\nbeta\n')
    await bench.call(session, 'read', { path: 'e.md' })
    put('e.md', 'alpha\nBETA\n')
    expect(await edit([['alpha', 'A']], session)).toMatchObject({ code: 'STALE_READ' })
    expect(await bench.call(session, 'edit', { path: 'missing.md', edits: [{ oldText: 'a', newText: 'b' }] })).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('switch_mode (04 §5)', () => {
  it('shows the plan, asks, and changes the mode', async () => {
    put('.agent/plan/p.md', '# 计划\n')
    const session = bench.session({ workMode: 'plan' })
    const asked = await bench.call(session, 'switch_mode', { targetMode: 'normal', planFilePath: '.agent/plan/p.md' })
    expect(asked).toMatchObject({ code: 'ALWAYS', approval: { effects: [{ kind: 'mode' }, { kind: 'plan', preview: '# 计划\n' }] } })
    expect(await bench.call(session, 'switch_mode', { targetMode: 'normal' }, { approve: 'yes' })).toMatchObject({ content: '[OK] Mode changed from plan to normal.' })
    expect(bench.project.sessionsDb.prepare('SELECT workMode FROM Session WHERE id = ?').get(session)).toEqual({ workMode: 'normal' })
  })

  it.each<[object, string]>([
    [{ targetMode: 'plan' }, 'MODE_SAME'], [{ targetMode: 'discuss', planFilePath: '.agent/plan/p.md' }, 'PLAN_PATH'], [{ targetMode: 'normal', planFilePath: 'AGENTS.md' }, 'PLAN_PATH'],
    [{ targetMode: 'normal', planFilePath: '../x.md' }, 'PLAN_PATH'], [{ targetMode: 'normal', planFilePath: '.agent/plan/none.md' }, 'PLAN_PATH'],
  ])('%j → %s', async (args, code) => { expect(await bench.call(bench.session({ workMode: 'plan' }), 'switch_mode', args)).toMatchObject({ status: 'fail', code }) })
})
