import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../../../test/tools/bench'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(async () => { await bench.close() })

const put = (path: string, content: string | Buffer) => { mkdirSync(dirname(join(bench.dir, path)), { recursive: true }); writeFileSync(join(bench.dir, path), content) }
const get = (path: string) => readFileSync(join(bench.dir, path), 'utf8')
const main = (writeMode: 'apply' | 'dry_run' = 'apply') => bench.session({ profileKey: 'main', writeMode, permissionMode: 'acceptEdits' })
const call = (session: number, tool: string, args: object) => bench.call(session, tool, args)
const edit = (session: number, file_path: string, old_string: string, new_string: string, more: object = {}) => call(session, 'Edit', { file_path, old_string, new_string, ...more })
/** A session that has read a file with this content. */
async function reader(path: string, content: string | Buffer, writeMode: 'apply' | 'dry_run' = 'apply'): Promise<number> {
  put(path, content)
  const session = main(writeMode)
  expect(await call(session, 'Read', { file_path: path })).toMatchObject({ status: 'ok' })
  return session
}

describe('Edit (06 §4, §10)', () => {
  it('21: needs a read of this version', async () => {
    put('a.md', 'alpha\n')
    const session = main()
    expect(await edit(session, 'a.md', 'alpha', 'A')).toMatchObject({ code: 'NOT_READ' })
    await call(session, 'Read', { file_path: 'a.md' })
    put('a.md', 'alpha changed\n')
    expect(await edit(session, 'a.md', 'alpha', 'A')).toMatchObject({ code: 'STALE_READ' })
    expect(get('a.md')).toBe('alpha changed\n')
  })

  it('22: what it wrote it knows; 4 rows either side are shown', async () => {
    const session = await reader('b.md', Array.from({ length: 20 }, (_, at) => `l${at + 1}\n`).join(''))
    expect((await edit(session, 'b.md', 'l10\n', 'TEN\nTEN2\n')).content).toBe(['[OK] Edited b.md: 1 replacement, +2/-1.', ...[6, 7, 8, 9].map((n) => `     ${n}\tl${n}`), '    10\tTEN', '    11\tTEN2', '    12\tl11', '    13\tl12', '    14\tl13', '    15\tl14'].join('\n'))
    expect(await edit(session, 'b.md', 'TEN2', 'x')).toMatchObject({ status: 'ok' })
  })

  it.each<[string, string, string, string, string]>([
    ['23: CRLF', 'alpha\r\nbeta\r\ngamma\r\n', 'alpha\nbeta', 'A\nB', 'A\r\nB\r\ngamma\r\n'],
    ['literal endings when CRLF does not occur', 'a\r\nb\nc\r\n', 'b\nc', 'B\nC', 'a\r\nB\nC\r\n'],
    ['27: BOM', '\uFEFFalpha\n', 'alpha', 'A', '\uFEFFA\n'],
    ['$ is a letter', 'price\n', 'price', '$& $1 $$', '$& $1 $$\n'],
    ['deletion', 'a\nb\nc\n', 'b\n', '', 'a\nc\n'],
    ['no final newline stays', 'a\nb', 'a', 'A', 'A\nb'],
  ])('%s', async (_name, before, old, now, after) => {
    const session = await reader('c.md', before)
    expect(await edit(session, 'c.md', old, now)).toMatchObject({ status: 'ok' })
    expect(get('c.md')).toBe(after)
  })

  it('24: twice is ambiguous, with both ways out; replace_all takes both', async () => {
    const session = await reader('d.md', 'x\ny\nx\n')
    const result = await edit(session, 'd.md', 'x', 'z')
    expect(result.content).toBe('[FAIL] AMBIGUOUS: old_string occurs 2 times in d.md (lines 1, 3); nothing was written. Add surrounding text until it occurs once, or set replace_all to true.')
    expect(get('d.md')).toBe('x\ny\nx\n')
    expect((await edit(session, 'd.md', 'x', 'z', { replace_all: true })).content).toMatch(/^\[OK\] Edited d\.md: 2 replacements, \+2\/-2\.\n/)
    expect(get('d.md')).toBe('z\ny\nz\n')
  })

  it.each<[string, string, string, string]>([
    ['same', 'alpha', 'alpha', 'NO_CHANGE'], ['empty', '', 'x', 'ARGS_INVALID'], ['absent', 'nowhere', 'x', 'NOT_MATCHED'], ['white space', 'two words', 'x', 'NOT_MATCHED'],
    ['broken character', 'alpha', '\uFFFD', 'BAD_CHARACTER'], ['half character', 'alpha', '\uD800', 'ARGS_INVALID'], ['too large', 'alpha', 'x'.repeat(8_388_609), 'CONTENT_TOO_LARGE'],
  ])('refuses %s', async (_name, old, now, code) => {
    const session = await reader('e.md', 'alpha\ntwo  words\n')
    const result = await edit(session, 'e.md', old, now)
    expect(result).toMatchObject({ status: 'fail', code })
    if (old === 'two words') expect(result.content).toContain('line 2 differs only in white space')
    expect(get('e.md')).toBe('alpha\ntwo  words\n')
  })

  it('5: a text that is not UTF-8 is shown, not changed', async () => {
    const session = await reader('latin.md', Buffer.from('caf\xe9\n', 'latin1'))
    expect(await edit(session, 'latin.md', 'caf', 'x')).toMatchObject({ code: 'NOT_UTF8' })
    expect(readFileSync(join(bench.dir, 'latin.md'), 'latin1')).toBe('caf\xe9\n')
  })

  it('19: another name of the same file keeps its bytes', async () => {
    writeFileSync(join(bench.home, 'secret.txt'), 'canary\n')
    linkSync(join(bench.home, 'secret.txt'), join(bench.dir, 'hard.md'))
    const session = main()
    await call(session, 'Read', { file_path: 'hard.md' })
    expect(await edit(session, 'hard.md', 'canary', 'bird')).toMatchObject({ status: 'ok' })
    expect([get('hard.md'), readFileSync(join(bench.home, 'secret.txt'), 'utf8')]).toEqual(['bird\n', 'canary\n'])
  })
})

describe('Write (06 §3, §4, §10)', () => {
  it('creates, replaces what was read, and leaves the same alone', async () => {
    const session = main()
    expect((await call(session, 'Write', { file_path: 'new/deep/w.md', content: 'one\n' })).content).toBe('[OK] Created new/deep/w.md (4 bytes, +1/-0).')
    expect((await call(session, 'Write', { file_path: 'new/deep/w.md', content: 'two\nx\n' })).content).toBe('[OK] Updated new/deep/w.md (6 bytes, +2/-1).')
    expect((await call(session, 'Write', { file_path: 'new/deep/w.md', content: 'two\nx\n' })).content).toBe('[OK] new/deep/w.md (unchanged).')
    expect(await call(main(), 'Write', { file_path: 'new/deep/w.md', content: 'y' })).toMatchObject({ code: 'NOT_READ' })
  })

  it('does not lose what was never read', async () => {
    put('l.md', 'line of text\n'.repeat(600))
    const session = main()
    await call(session, 'Read', { file_path: 'l.md', limit: 100 })
    expect((await call(session, 'Write', { file_path: 'l.md', content: 'short' })).content).toMatch(/^\[FAIL\] WOULD_LOSE_TEXT: l\.md has 7800 bytes, the new text 5, and lines 101-600 of it were never read\./)
    await call(session, 'Read', { file_path: 'l.md', offset: 101 })
    expect(await call(session, 'Write', { file_path: 'l.md', content: 'short' })).toMatchObject({ status: 'ok' })
  })

  it('20: the profile\'s globs come before any read check', async () => {
    put('src/x.md', 'x')
    const session = bench.session({ profileKey: 'planner', writeMode: 'apply', permissionMode: 'acceptEdits' })
    const result = await call(session, 'Write', { file_path: 'plans/../src/x.md', content: 'y' })
    expect(result).toMatchObject({ code: 'PATH_NOT_ALLOWED' })
    expect(result.content).toContain('plans/*.md')
    expect(await call(session, 'Write', { file_path: 'plans/y.md', content: 'y' })).toMatchObject({ status: 'ok' })
  })

  it('18: follows no link outside, and writes no absolute path but of a granted folder', async () => {
    symlinkSync('/etc', join(bench.dir, 'out'))
    const session = main()
    expect(await call(session, 'Write', { file_path: 'out/x', content: 'x' })).toMatchObject({ code: 'PATH_LINK_ESCAPE' })
    const outside = join(bench.home, 'granted')
    mkdirSync(outside)
    expect(await call(session, 'Write', { file_path: join(outside, 'a.md'), content: 'x' })).toMatchObject({ code: 'PATH_OUTSIDE' })
    bench.deps.services.files?.writeRoots.grant(session, outside)
    expect((await call(session, 'Write', { file_path: join(outside, 'a.md'), content: 'x' })).content).toBe(`[OK] Created ${join(outside, 'a.md')} (1 bytes, +1/-0).`)
    expect(await call(main(), 'Write', { file_path: join(outside, 'b.md'), content: 'x' })).toMatchObject({ code: 'PATH_OUTSIDE' })
    expect(await call(bench.session({ profileKey: 'main', parentId: session, role: 'child', writeMode: 'apply', permissionMode: 'bypassPermissions' }), 'Write', { file_path: join(outside, 'c.md'), content: 'x' })).toMatchObject({ code: 'PATH_OUTSIDE' })
  })
})

describe('dry run (06 §4)', () => {
  const files = () => bench.deps.services.files ?? (() => { throw new Error('the bench has files') })()

  it('26: leaves a proposal and nothing else; repeating it changes nothing', async () => {
    const session = main('dry_run')
    const first = await call(session, 'Write', { file_path: 'fresh/p.md', content: 'p\n' })
    expect(first.content).toMatch(/^\[OK\] NOT WRITTEN: proposal pr_[0-9A-Z]{26} for fresh\/p\.md, \+1\/-0, waits for the author in the change inbox\. Repeating the call does not write it\.$/)
    expect(first.changes).toEqual([])
    const again = await call(session, 'Write', { file_path: 'fresh/p.md', content: 'p\n' })
    expect(again.content).toBe(first.content)
    expect(existsSync(join(bench.dir, 'fresh'))).toBe(false)
    expect(bench.project.sessionsDb.prepare('SELECT count(*) FROM ReadRegistry WHERE sessionId = ?').pluck().get(session)).toBe(0)
    expect(files().proposals.list()).toMatchObject([{ path: 'fresh/p.md', base: null, added: 1, removed: 0, state: 'new', diff: '--- /dev/null\n+++ b/fresh/p.md\n@@ -0,0 +1,1 @@\n+p' }])
  })

  it('is applied by the author while the file is as it was, else the author compares', async () => {
    const session = await reader('q.md', 'one\ntwo\n', 'dry_run')
    const { details } = await edit(session, 'q.md', 'two', 'TWO')
    const id = (details['proposal'] as { id: string }).id
    expect(get('q.md')).toBe('one\ntwo\n')
    put('q.md', 'outside\n')
    await expect(files().proposals.apply(id)).rejects.toMatchObject({ fault: { code: 'STALE_READ' } })
    put('q.md', 'one\ntwo\n')
    await files().proposals.apply(id)
    expect(get('q.md')).toBe('one\nTWO\n')
    await expect(files().proposals.apply(id)).rejects.toMatchObject({ fault: { code: 'PROPOSAL_SETTLED' } })
    expect(bench.project.sessionsDb.prepare("SELECT actor, kind FROM Journal WHERE path = 'q.md' AND state = 'done'").get()).toEqual({ actor: 'author', kind: 'modify' })
  })

  it('is seen or not wanted once', async () => {
    const session = main('dry_run')
    const { details } = await call(session, 'Write', { file_path: 'seen.md', content: 's' })
    const { id } = details['proposal'] as { id: string }
    expect(files().proposals.settle(id, 'reverted')).toMatchObject({ state: 'reverted' })
    expect(() => files().proposals.settle(id, 'kept')).toThrow(/already reverted/)
    await expect(files().proposals.apply(id)).rejects.toMatchObject({ fault: { code: 'PROPOSAL_SETTLED' } })
    expect(await files().proposals.text(id)).toBe('s')
    expect(existsSync(join(bench.dir, 'seen.md'))).toBe(false)
    expect(bench.events.filter((event) => event.type === 'inbox.changed').length).toBeGreaterThanOrEqual(2)
  })

  it('makes all checks, and its card says that it only proposes', async () => {
    const session = bench.session({ profileKey: 'main' })
    put('r.md', 'r\n')
    expect(await call(session, 'Write', { file_path: 'r.md', content: 'x' })).toMatchObject({ code: 'NOT_READ' })
    const asked = await call(session, 'Write', { file_path: 's.md', content: 'x' })
    expect(asked).toMatchObject({ status: 'needs_approval', code: 'RISK_HIGH', approval: { effects: [{ action: 'propose', target: 's.md' }] } })
    bench.project.sessionsDb.prepare("UPDATE Session SET writeMode = 'apply' WHERE id = ?").run(session)
    expect(await bench.pipeline.answer(asked.approval?.id ?? '', 'approve', String(asked.details['effectsHash']), 'author', null)).toMatchObject({ status: 'stale' })
    expect(existsSync(join(bench.dir, 's.md'))).toBe(false)
  })
})
