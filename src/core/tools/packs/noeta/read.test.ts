import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../../../test/tools/bench'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(async () => { await bench.close() })

const put = (path: string, content: string | Buffer) => { mkdirSync(dirname(join(bench.dir, path)), { recursive: true }); writeFileSync(join(bench.dir, path), content) }
const main = () => bench.session({ profileKey: 'main', writeMode: 'apply', permissionMode: 'acceptEdits' })
const read = (args: object, session = main()) => bench.call(session, 'Read', args)
const numbered = (n: number, wide = 0) => Array.from({ length: n }, (_, at) => `line ${at + 1}${'.'.repeat(wide)}\n`).join('')
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(40, 7)])

describe('Read (06 §3, §10)', () => {
  it.each<[string, string | Buffer, object, string]>([
    ['1: rows', 'hi\nthere\n', {}, '     1\thi\n     2\tthere'],
    ['2: a part', numbered(10), { offset: 3, limit: 2 }, '     3\tline 3\n     4\tline 4\n\n(Showing lines 3-4 of 10 total lines. Use offset=5 to continue.)'],
    ['the last part needs no way on', numbered(4), { offset: 3 }, '     3\tline 3\n     4\tline 4\n\n(Showing lines 3-4 of 4 total lines.)'],
    ['3: empty', '', {}, '(The file exists but is empty.)'],
    ['3: past the end', 'a\nb\n', { offset: 10 }, '(The file has only 2 lines; offset 10 is past its end.)'],
    ['8: form feed and U+2028 are inside a line', 'a\fb\u2028c\r\nd', {}, '     1\ta\fb\u2028c\n     2\td'],
    ['BOM', '\uFEFFa\n', {}, '     1\ta'],
    ['5: Latin-1', Buffer.from('caf\xe9\n', 'latin1'), {}, '     1\tcaf\uFFFD\n\n(1 invalid bytes shown as U+FFFD; the file cannot be edited until it is imported.)'],
    ['a long line is cut by characters', `${'字'.repeat(2_001)}\n${'😀'.repeat(2_000)}\n`, {}, `     1\t${'字'.repeat(2_000)} … [line truncated]\n     2\t${'😀'.repeat(2_000)}`],
  ])('%s', async (_name, content, args, expected) => {
    put('r.md', content)
    expect(await read({ file_path: 'r.md', ...args })).toMatchObject({ status: 'ok', content: expected })
  })

  it.each<[string, string | Buffer, string]>([
    ['4: NUL', 'a\0b', 'NOT_TEXT'], ['4: PDF', '%PDF-1.4 x', 'PDF_UNSUPPORTED'], ['a PDF by name only is a text', 'plain', 'ok'],
    ['6: 20 KB of GBK', Buffer.from('c4e3bac3a3acc4e3bac3'.repeat(2_000), 'hex'), 'NOT_UTF8'], ['17 invalid bytes of few', Buffer.alloc(1_000, 0xff), 'NOT_UTF8'],
  ])('%s', async (_name, content, code) => {
    put('bad.pdf', content)
    const result = await read({ file_path: 'bad.pdf' })
    expect(result.code ?? 'ok').toBe(code)
    if (code === 'NOT_TEXT') expect(result.content).toContain('(3 bytes)')
  })

  it('16 invalid bytes, or few among many, are still shown', async () => {
    put('some.md', Buffer.concat([Buffer.alloc(16, 0xff), Buffer.from('\nx\n')]))
    expect((await read({ file_path: 'some.md' })).content).toContain('(16 invalid bytes shown')
    put('many.md', Buffer.concat([Buffer.alloc(40, 0xff), Buffer.from(`\n${'x\n'.repeat(20_000)}`)]))
    expect((await read({ file_path: 'many.md', limit: 1 })).content).toContain('(40 invalid bytes shown')
  })

  it("what is read can be written back as it was shown, the home folder's name in it too; elsewhere that is masked", async () => {
    const line = `他家在${homedir()}/abc，路很远。`
    put('home.md', `雪\n${line}\n`)
    const session = main()
    expect((await read({ file_path: 'home.md' }, session)).content).toBe(`     1\t雪\n     2\t${line}`)
    expect((await bench.call(session, 'Grep', { pattern: '路很远', output_mode: 'content', path: 'home.md' })).content).toBe(`home.md:2:${line}`)
    expect(await bench.call(session, 'Edit', { file_path: 'home.md', old_string: line, new_string: `${line}雪。` })).toMatchObject({ status: 'ok' })
    const lead = bench.session({ permissionMode: 'acceptEdits' })
    expect((await bench.call(lead, 'read', { path: 'home.md' })).content).toContain(`${line}雪。`)
    expect(await bench.call(lead, 'write', { path: 'home.md', content: `雪\n${line}\n` })).toMatchObject({ status: 'ok' })
    expect(readFileSync(join(bench.dir, 'home.md'), 'utf8')).toBe(`雪\n${line}\n`)
    expect((await bench.call(main(), 'Read', { file_path: join(homedir(), 'is-not-there.md') })).content).not.toContain(homedir())
  })

  it('stops before the row that would cross 102,400 bytes, each row costing 8 more', async () => {
    put('big.md', `${'x'.repeat(1_016)}\n`.repeat(150))
    const { content } = await read({ file_path: 'big.md' })
    expect(content.endsWith('\n\n(Stopped at 100 KB. Showing lines 1-100 of 150 total lines. Use offset=101 to continue, or Grep to find a place.)')).toBe(true)
  })

  it('7: a window far down, and the hash of the whole', async () => {
    put('long.md', numbered(300_000))
    const session = main()
    const result = await read({ file_path: 'long.md', offset: 250_000, limit: 3 }, session)
    expect(result.content).toBe('250000\tline 250000\n250001\tline 250001\n250002\tline 250002\n\n(Showing lines 250000-250002 of 300000 total lines. Use offset=250003 to continue.)')
    const { createHash } = await import('node:crypto')
    const hash = createHash('sha256').update(readFileSync(join(bench.dir, 'long.md'))).digest('hex')
    expect(bench.project.sessionsDb.prepare('SELECT hash, ranges FROM ReadRegistry WHERE sessionId = ?').get(session)).toEqual({ hash, ranges: '[[250000,250002]]' })
  })

  it('registers empty reads and reads past the end; a cut line was not served', async () => {
    const session = main()
    put('e.md', '')
    put('p.md', 'a\nb\n')
    put('c.md', `a\n${'x'.repeat(2_001)}\nb\n`)
    for (const args of [{ file_path: 'e.md' }, { file_path: 'p.md', offset: 10 }, { file_path: 'c.md' }]) await read(args, session)
    expect(bench.project.sessionsDb.prepare('SELECT ranges FROM ReadRegistry WHERE sessionId = ? ORDER BY path').pluck().all(session)).toEqual(['[[1,1],[3,3]]', '[]', '[]'])
  })

  it('attaches pictures up to 5 MiB, by their bytes and not their name', async () => {
    put('map.txt', png)
    expect(await read({ file_path: 'map.txt' })).toMatchObject({ status: 'ok', content: 'Read image map.txt (image/png, 48 bytes)', details: { image: { mime: 'image/png', bytes: 48 } } })
    put('huge.png', Buffer.concat([png, Buffer.alloc(5 * 1_048_576)]))
    expect(await read({ file_path: 'huge.png' })).toMatchObject({ code: 'IMAGE_TOO_LARGE' })
  })

  it('reads an earlier result', async () => {
    put('r.md', 'first\nsecond\n')
    const session = main()
    await bench.call(session, 'Read', { file_path: 'r.md' }, { callId: 'call_one' })
    expect((await read({ file_path: 'result://call_one', offset: 2 }, session)).content).toContain('     2\t     2\tsecond')
    expect(await read({ file_path: 'result://call_one' }, main())).toMatchObject({ code: 'RESULT_NOT_FOUND' })
  })

  it('says that a file has other names', async () => {
    put('l1.md', 'a\n')
    linkSync(join(bench.dir, 'l1.md'), join(bench.dir, 'l2.md'))
    expect((await read({ file_path: 'l1.md' })).details).toMatchObject({ hardLinks: 2 })
  })
})

describe('where Read may look (06 §1.1, 05 §2.3)', () => {
  it('12: any absolute path, but not the system\'s own', async () => {
    expect(await read({ file_path: '/etc/hosts' })).toMatchObject({ status: 'ok' })
    expect(await bench.call(bench.session({ permissionMode: 'bypassPermissions' }), 'read', { path: '/etc/hosts' })).toMatchObject({ code: 'PATH_OUTSIDE' })
    for (const path of ['/proc/self/environ', '/sys/kernel/notes', '/dev/zero', '/etc/../proc/self/environ']) expect(await read({ file_path: path }), path).toMatchObject({ code: 'PATH_OUTSIDE' })
    expect(await read({ file_path: '../secret.txt' })).toMatchObject({ code: 'PATH_OUTSIDE' })
  })

  it('asks before a private place, and tells nothing of it before that', async () => {
    for (const path of ['/home/u/.ssh/id_rsa', '/root/.netrc', '/etc/shadow']) expect(await read({ file_path: path }), path).toMatchObject({ status: 'needs_approval', code: 'PATH_PRIVATE' })
    expect(await read({ file_path: '/home/u/.ssh/id_rsa' }, bench.session({ profileKey: 'main', permissionMode: 'bypassPermissions' }))).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('does not follow a link out of the project, nor the app\'s own files', async () => {
    symlinkSync('/etc', join(bench.dir, 'out'))
    expect(await read({ file_path: 'out/hosts' })).toMatchObject({ code: 'PATH_LINK_ESCAPE' })
    for (const path of ['.nbook/sessions.sqlite', join(bench.dir, '.nbook/blobs/x'), join(bench.home, '.wenqu/trust.json')]) expect(await read({ file_path: path }), path).toMatchObject({ code: 'PATH_PROTECTED' })
  })
})
