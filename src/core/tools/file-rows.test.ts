import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { benchProfiles, openBench, type Bench } from '../../../test/tools/bench'
import { projectRules, createRuleBook } from '../shell/judge/rule-sources'

/** The rows of 06 §10 that `file-examples.test.ts` (by the command line) does not have, and where each row is tested. */
const profiles = benchProfiles()
const main = profiles.get('main')
if (main !== undefined) profiles.set('planner', { ...main, key: 'planner', gates: { ...main.gates, writeGlobs: ['plans/*.md'] } })
let bench: Bench
beforeAll(async () => { bench = await openBench([], profiles) })
afterAll(() => bench.close())

const put = (path: string, content: string | Buffer): void => { mkdirSync(dirname(join(bench.dir, path)), { recursive: true }); writeFileSync(join(bench.dir, path), content) }
const get = (path: string): string => readFileSync(join(bench.dir, path), 'utf8')
const noeta = (profileKey = 'main') => bench.session({ profileKey, permissionMode: 'acceptEdits', writeMode: 'apply' })
const call = async (tool: string, args: object, session = /^[A-Z]/.test(tool) ? noeta() : bench.session()) => bench.call(session, tool, args)

describe('06 §10', () => {
  it('3: an empty file and an offset past the end are read, and count as read', async () => {
    put('empty.md', '')
    put('two.md', 'a\nb\n')
    const session = noeta()
    expect((await call('Read', { file_path: 'empty.md' }, session)).content).toBe('(The file exists but is empty.)')
    expect(await call('Read', { file_path: 'two.md', offset: 10 }, session)).toMatchObject({ status: 'ok', content: '(The file has only 2 lines; offset 10 is past its end.)' })
    for (const path of ['empty.md', 'two.md']) expect(await call('Write', { file_path: path, content: 'a\nb\nc\n' }, session)).toMatchObject({ status: 'ok' })
  })

  it('4: a PDF by its first bytes', async () => {
    put('book.md', '%PDF-1.7\n')
    expect(await call('Read', { file_path: 'book.md' })).toMatchObject({ code: 'PDF_UNSUPPORTED' })
  })

  it('5: Latin-1 is shown with a note and not edited', async () => {
    put('latin.md', Buffer.from('caf\xe9\n', 'latin1'))
    const session = noeta()
    expect((await call('Read', { file_path: 'latin.md' }, session)).content).toBe('     1\tcaf\uFFFD\n\n(1 invalid bytes shown as U+FFFD; the file cannot be edited until it is imported.)')
    expect(await call('Edit', { file_path: 'latin.md', old_string: 'caf', new_string: 'x' }, session)).toMatchObject({ code: 'NOT_UTF8' })
    expect(readFileSync(join(bench.dir, 'latin.md')).toString('latin1')).toBe('caf\xe9\n')
  })

  it('7: three rows of 300,000, the hash of the whole', async () => {
    put('long.md', Array.from({ length: 300_000 }, (_, n) => `行${n + 1}\n`).join(''))
    const done = await call('Read', { file_path: 'long.md', offset: 250_000, limit: 3 })
    expect(done.content.split('\n').slice(0, 3)).toEqual(['250000\t行250000', '250001\t行250001', '250002\t行250002'])
    expect(done.details).toMatchObject({ lines: 300_000, hash: await bench.project.files.hash(await bench.project.files.authorize('long.md', { use: 'read' })) })
  })

  it('8: form feed and U+2028 end no line, for Read and Grep alike', async () => {
    put('feed.md', 'one\ntwo\f2\u20282 feedHit\nthree\n')
    expect((await call('Read', { file_path: 'feed.md' })).content.split('\n')[1]).toBe('     2\ttwo\f2\u20282 feedHit')
    expect((await call('Grep', { pattern: 'feedHit', output_mode: 'content' })).content).toMatch(/^feed\.md:2:two/)
  })

  it.each([
    [9, 'Grep', { pattern: 'rowHit', output_mode: 'content', head_limit: 0, path: 'rows.md' }, 'ok', null],
    [12, 'read', { path: '/etc/hosts' }, 'fail', 'PATH_OUTSIDE'], [13, 'read', { path: '~/.ssh/id_rsa' }, 'fail', 'PATH_INVALID'], [13, 'read', { path: 'ch\0.md' }, 'fail', 'PATH_INVALID'],
    [15, 'write', { path: 'CON', content: 'x' }, 'fail', 'PATH_NOT_PORTABLE'], [15, 'write', { path: 'a.md.', content: 'x' }, 'fail', 'PATH_NOT_PORTABLE'], [15, 'read', { path: 'PROGRA~1' }, 'fail', 'PATH_NOT_PORTABLE'],
    [16, 'write', { path: '.nbook/config.json', content: 'x' }, 'fail', 'PATH_PROTECTED'], [16, 'read', { path: '.NBOOK/Project.SQLite' }, 'fail', 'PATH_PROTECTED'],
    [17, 'read', { path: '.nbook/skills/s/SKILL.md' }, 'ok', null], [17, 'write', { path: '.nbook/skills/s/SKILL.md', content: 'x' }, 'fail', 'PATH_PROTECTED'],
  ])('%d: %s %j', async (_row, tool, args, status, code) => {
    put('rows.md', 'rowHit\n'.repeat(300))
    put('.nbook/skills/s/SKILL.md', 'x\n')
    const done = await call(tool, args)
    expect([done.status, done.code]).toEqual([status, code])
    if (tool === 'Grep') expect(done.content.split('\n')).toHaveLength(300)
  })

  it('20: what a profile may write is judged by where the path leads, before any read check', async () => {
    put('src/x.md', 'x\n')
    expect(await call('Write', { file_path: 'plans/../src/x.md', content: 'y' }, noeta('planner'))).toMatchObject({ code: 'PATH_NOT_ALLOWED' })
    expect(await call('Write', { file_path: 'plans/x.md', content: 'y' }, noeta('planner'))).toMatchObject({ status: 'ok' })
  })

  it('21: an edit after a change from outside', async () => {
    put('stale.md', 'one\n')
    const session = noeta()
    await call('Read', { file_path: 'stale.md' }, session)
    put('stale.md', 'outside\n')
    expect(await call('Edit', { file_path: 'stale.md', old_string: 'one', new_string: 'two' }, session)).toMatchObject({ code: 'STALE_READ' })
    expect(get('stale.md')).toBe('outside\n')
  })

  it('27: the BOM stays', async () => {
    put('bom.md', '\uFEFFalpha\n')
    const session = noeta()
    await call('Read', { file_path: 'bom.md' }, session)
    expect(await call('Edit', { file_path: 'bom.md', old_string: 'alpha', new_string: 'beta' }, session)).toMatchObject({ status: 'ok' })
    expect(get('bom.md')).toBe('\uFEFFbeta\n')
  })

  it('33, 34: an exit code, and a time that is over', async () => {
    const yes = { approve: 'yes' as const }
    expect((await bench.call(noeta(), 'Bash', { command: 'printf x; exit 3' }, yes)).content).toBe('[FAIL] EXIT_CODE: Exit code 3\nx')
    const late = await bench.call(noeta(), 'Bash', { command: 'echo hi; sleep 900', timeout: 1_000 }, yes)
    expect([late.code, late.content.includes('hi')]).toEqual(['TIMEOUT', true])
  })

  it('37, 38: what bash removed is named and can be put back; no key reaches it', async () => {
    put('manuscript/a.md', '雪\n')
    const removed = await call('bash', { command: 'rm manuscript/a.md' })
    expect(removed.content).toContain('(Changed: D manuscript/a.md')
    await bench.project.trash.restore(bench.project.trash.list().find((one) => one.from === 'manuscript/a.md')?.id ?? '')
    expect(get('manuscript/a.md')).toBe('雪\n')
    process.env['OPENAI_API_KEY'] = 'sk-canary'
    try {
      expect((await call('bash', { command: 'env' })).content).not.toContain('canary')
    } finally {
      delete process.env['OPENAI_API_KEY']
    }
  })

  it('42: the rules of a project that is not trusted are told of once, however many sessions ask; without a file nothing is', () => {
    const told: string[] = []
    const look = (dir: string): void => { for (let session = 0; session < 2; session += 1) createRuleBook(dir, (text) => told.push(text)).rules([], false) }
    look(join(bench.home, 'other'))
    expect(told).toEqual([])
    put('.noeta/shell-allowlist.json', '[{"program":"make"}]')
    look(bench.dir)
    expect(told).toEqual([expect.stringMatching(/^ALLOWLIST_UNTRUSTED: .*\.noeta\/shell-allowlist\.json would allow commands.*human trust/)])
    expect(projectRules(bench.dir).rules).toHaveLength(1)
  })

  const elsewhere: Readonly<Record<number, readonly [file: string, words: string]>> = {
    31: ['../project/crash.test.ts', 'a group is all old or all new'], 32: ['../project/crash.test.ts', 'on a full disk'], 35: ['../shell/shell-service.test.ts', 'are eight at most'],
    36: ['permission-examples.fixtures.ts', 'TOOL_NOT_GRANTED not_mounted'], 39: ['../shell/hardened.test.ts', 'a booby-trapped repository'], 40: ['packs/noeta/bash.test.ts', 'SHELL_GIT_CONFIG'], 41: ['../shell/shell-service.test.ts', 'rg is ours'],
    19: ['../cli/file-examples.test.ts', 'rows 19, 22-24 and 26'], 22: ['../cli/file-examples.test.ts', 'rows 19, 22-24 and 26'], 23: ['../cli/file-examples.test.ts', 'rows 19, 22-24 and 26'], 24: ['../cli/file-examples.test.ts', 'rows 19, 22-24 and 26'], 26: ['../cli/file-examples.test.ts', 'rows 19, 22-24 and 26'],
    ...Object.fromEntries([1, 2, 4, 6, 9, 10, 11, 12, 13, 14, 15, 16, 18, 21, 25, 28, 29, 30].map((row) => [row, ['../cli/file-examples.test.ts', `['${row}', `] as const])),
  }
  it('every example has its test', () => {
    const here = new Set([3, 5, 7, 8, 17, 20, 27, 33, 34, 37, 38, 42, ...Object.keys(elsewhere).map(Number)])
    expect(Array.from({ length: 42 }, (_, n) => n + 1).filter((row) => !here.has(row))).toEqual([])
    for (const [row, [file, words]] of Object.entries(elsewhere)) {
      expect(existsSync(join(import.meta.dirname, file)), file).toBe(true)
      expect(readFileSync(join(import.meta.dirname, file), 'utf8'), `row ${row}`).toContain(words)
    }
  })
})
