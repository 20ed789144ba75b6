import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../../../test/tools/bench'
import { rgPath } from '../../search/rg'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(async () => { await bench.close() })

const put = (path: string, content: string | Buffer) => { mkdirSync(dirname(join(bench.dir, path)), { recursive: true }); writeFileSync(join(bench.dir, path), content) }
const call = async (tool: string, args: object, session = bench.session({ profileKey: 'main' })) => bench.call(session, tool, args)
const grep = async (pattern: string, args: object = {}) => (await call('Grep', { pattern, ...args })).content
const glob = async (pattern: string, args: object = {}) => (await call('Glob', { pattern, ...args })).content

describe('Grep (06 §3, §10)', () => {
  beforeAll(() => {
    put('g/f.txt', 'one\nhit two\nthree\nfour\nhit five\nsix\n')
    put('g/b.md', '\uFEFFhit first\r\nnot\r\nhit third\r\n')
    put('g/.hidden.md', 'hit hidden\n')
    put('zh/a.md', '林晚推开门。\n雪落下来。\n')
    put('zh/b.md', '她姓林。\n')
  })

  it.each<[string, object, string]>([
    ['files', {}, 'g/b.md\ng/f.txt'],
    ['content', { output_mode: 'content' }, 'g/b.md:1:hit first\ng/b.md:3:hit third\ng/f.txt:2:hit two\ng/f.txt:5:hit five'],
    ['count', { output_mode: 'count' }, 'g/b.md:2\ng/f.txt:2'],
    ['-n false', { output_mode: 'content', '-n': false, type: 'md' }, 'g/b.md:hit first\ng/b.md:hit third'],
    ['10: context', { output_mode: 'content', context: 1, path: 'g/f.txt' }, 'g/f.txt-1-one\ng/f.txt:2:hit two\ng/f.txt-3-three\ng/f.txt-4-four\ng/f.txt:5:hit five\ng/f.txt-6-six'],
    ['groups', { output_mode: 'content', '-A': 0, '-B': 1, path: 'g/f.txt' }, 'g/f.txt-1-one\ng/f.txt:2:hit two\n--\ng/f.txt-4-four\ng/f.txt:5:hit five'],
    ['10: head_limit counts context rows', { output_mode: 'content', '-C': 1, path: 'g/f.txt', head_limit: 4 }, 'g/f.txt-1-one\ng/f.txt:2:hit two\ng/f.txt-3-three\ng/f.txt-4-four\n\n(Showing 1 of 2 matches. Use offset=4 to continue, or narrow the search.)'],
    ['context wins over -A and -B', { output_mode: 'content', context: 0, '-A': 3, '-B': 3, path: 'g/f.txt' }, 'g/f.txt:2:hit two\ng/f.txt:5:hit five'],
    ['offset', { output_mode: 'content', offset: 3 }, 'g/f.txt:5:hit five\n\n(Showing 1 of 4 matches.)'],
    ['files, limited', { head_limit: 1 }, 'g/b.md\n\n(Results truncated: 1 of 2 files. Use offset=1 to continue, or narrow the search.)'],
    ['-u', { '-u': true, path: 'g', glob: '*.md' }, 'g/.hidden.md\ng/b.md'],
    ['a named file ignores glob and type', { path: 'g/f.txt', glob: '*.md', type: 'rust' }, 'g/f.txt'],
    ['a hidden file by its name', { path: 'g/.hidden.md' }, 'g/.hidden.md'],
    ['missing path', { path: 'nowhere' }, 'No matches found\n(nowhere does not exist.)'],
  ])('%s', async (_name, args, expected) => { expect(await grep('hit', args)).toBe(expected) })

  it.each<[string, object, string]>([
    ['林', { output_mode: 'content' }, 'zh/a.md:1:林晚推开门。\nzh/b.md:1:她姓林。'],
    ['林晚', {}, 'zh/a.md'],
    ['。$', { output_mode: 'count', path: 'zh' }, 'zh/a.md:2\nzh/b.md:1'],
    ['门。\\n雪', { multiline: true, output_mode: 'content' }, 'zh/a.md:1:林晚推开门。\nzh/a.md:2:雪落下来。'],
    ['开.*落', { multiline: true }, 'zh/a.md'],
    ['HIT F', { '-i': true, output_mode: 'content', '-o': true }, 'g/b.md:1:hit f\ng/f.txt:5:hit f'],
    ['first$', {}, 'g/b.md'], ['^hit first', {}, 'g/b.md'],
    ['[hn]', { output_mode: 'content', '-o': true, path: 'g/b.md', head_limit: 2 }, 'g/b.md:1:h\ng/b.md:2:n\n\n(Showing 2 of 4 matches. Use offset=2 to continue, or narrow the search.)'],
    ['nothing at all', {}, 'No matches found\n(Hidden and ignored files were skipped; -u: true searches them.)'],
    ['nothing at all', { '-u': true }, 'No matches found'], ['nothing at all', { path: 'g/f.txt' }, 'No matches found'],
  ])('%s %j', async (pattern, args, expected) => { expect(await grep(pattern, args)).toBe(expected) })

  it.each([['(', {}], ['(?=a)', {}], ['a', { type: 'nosuchtype' }], ['a', { glob: '[' }]])('%s %j fails with what ripgrep says', async (pattern, args) => {
    expect(await call('Grep', { pattern, ...args })).toMatchObject({ status: 'fail', code: 'GREP_FAILED', content: expect.stringMatching(/^\[FAIL\] GREP_FAILED: rg: /) as string })
    expect((await call('Grep', { pattern, ...args })).content).not.toContain('\\x')
  })

  it('takes no option from an argument', async () => {
    put('opt.md', '--files\n-e\n')
    expect(await grep('--files', { path: 'opt.md' })).toBe('opt.md')
    expect(await grep('a', { glob: '--files' })).toContain('No matches found')
    expect(await call('Grep', { pattern: 'a', type: '--files' })).toMatchObject({ code: 'GREP_FAILED' })
  })

  it('9: 300 hits, 250 at a time; 0 shows all', async () => {
    put('many/m.txt', 'aHit\n'.repeat(300))
    const some = await grep('aHit', { output_mode: 'content', path: 'many' })
    expect(some.split('\n')).toHaveLength(252)
    expect(some).toContain('(Showing 250 of 300 matches. Use offset=250 to continue')
    expect((await grep('aHit', { output_mode: 'content', path: 'many', head_limit: 0 })).split('\n')).toHaveLength(300)
  })

  it('is in the order of ripgrep\'s own sorting, whatever names stand side by side', async () => {
    const names = ['a/z.md', 'a.md', 'a b.md', 'a-b/x.md', 'a0.md', 'B.md', 'b/a/c.md', 'b/a.md', 'b.md', '中/一.md', '中.md', '\u{20000}.md', '\uFF21.md']
    for (const name of names) put(`order/${name}`, 'orderHit\n')
    const sorted = execFileSync(rgPath(), ['--files-with-matches', '--sort=path', 'orderHit', './'], { cwd: join(bench.dir, 'order'), encoding: 'utf8' }).trim().split('\n').map((name) => name.replace('./', 'order/'))
    expect((await grep('orderHit', { path: 'order' })).split('\n')).toEqual(sorted)
    expect(sorted).toHaveLength(names.length)
  })

  it('lets the second half go until the rows fit in 32 KB, and cuts a line that is longer alone', async () => {
    put('wide/w.txt', `${'x'.repeat(1_000)} wideHit\n`.repeat(100))
    const text = await grep('wideHit', { output_mode: 'content' })
    expect(text).toContain('(Showing 25 of 100 matches. Use offset=25 to continue')
    put('wide/one.txt', `oneHit ${'字'.repeat(40_000)}\n`)
    const one = await grep('oneHit', { output_mode: 'content' })
    expect(Buffer.byteLength(one)).toBeLessThanOrEqual(32_768)
    expect(one.endsWith('字 … [line truncated]')).toBe(true)
  })

  it('stops after 16 MiB of hits and says so', async () => {
    put('flood/f.txt', `${'flood '.repeat(200)}\n`.repeat(9_000))
    expect(await grep('flood', { output_mode: 'count' })).toMatch(/\n\n\(Partial: the search stopped after 16 MiB of hits, in flood\/f\.txt\. Narrow the pattern or the path\.\)$/)
    put('flood/line.txt', `lineHit ${'y'.repeat(20_000_000)}`)
    expect(await grep('lineHit')).toContain('flood/line.txt')
  })

  it('skips what is no UTF-8 and names it, hit or not; binary files go unnamed', async () => {
    put('enc/gbk.md', Buffer.from('c4e3bac3a3ac0a', 'hex'))
    put('enc/latin.md', Buffer.from('caf\xe9 odd\n', 'latin1'))
    put('enc/u16.md', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('odd text', 'utf16le')]))
    put('enc/nul.bin', 'odd\n\0\n')
    put('enc/pic.png', Buffer.from('89504e470d0a1a0a0000000d6f6464', 'hex'))
    put('enc/good.md', 'odd\n')
    expect(await grep('odd', { path: 'enc' })).toBe('enc/good.md\n\n(Skipped, not UTF-8: enc/gbk.md, enc/latin.md, enc/u16.md. Import brings them in.)')
    expect(await grep('odd', { path: 'enc/latin.md' })).toBe('No matches found\n(Skipped, not UTF-8: enc/latin.md. Import brings them in.)')
  })

  it('looks at the whole of a file whose first hit ends the search, whatever was read before', async () => {
    put('encLate/a.md', Buffer.concat([Buffer.from(`lateHit\n${'x'.repeat(5_000)}`), Buffer.from([0xe9, 0x20])]))
    put('encLate/b.md', 'lateHit\n')
    put('encLate/c.md', `lateHit\n${'字'.repeat(30_000)}\n`)
    put('encLate/d.md', Buffer.concat([Buffer.from(`lateHit\n${'字'.repeat(30_000)}`), Buffer.from([0xe5, 0xad])]))
    put('encLate/e.md', `lateHit\n${'字'.repeat(20_000)}\n`)
    expect(await grep('lateHit', { path: 'encLate' })).toBe('encLate/b.md\nencLate/c.md\nencLate/e.md\n\n(Skipped, not UTF-8: encLate/a.md, encLate/d.md. Import brings them in.)')
  })

  it('counts on every page what can be shown: UTF-16 is found by ripgrep, but named as skipped', async () => {
    for (const n of [1, 3, 5, 7]) put(`wide/${n}.md`, '宽页\n')
    for (const n of [2, 4, 6]) put(`wide/${n}.md`, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('宽页\n', 'utf16le')]))
    const skipped = '(Skipped, not UTF-8: wide/2.md, wide/4.md, wide/6.md. Import brings them in.)'
    expect(await grep('宽页', { path: 'wide', head_limit: 2 })).toBe(`wide/1.md\nwide/3.md\n\n(Results truncated: 2 of 4 files. Use offset=2 to continue, or narrow the search.)\n${skipped}`)
    expect(await grep('宽页', { path: 'wide', head_limit: 2, offset: 2 })).toBe(`wide/5.md\nwide/7.md\n\n(Results truncated: 2 of 4 files.)\n${skipped}`)
    expect(await grep('宽页', { path: 'wide', head_limit: 1, offset: 3, output_mode: 'content' })).toBe(`wide/7.md:1:宽页\n\n(Showing 1 of 4 matches.)\n${skipped}`)
    expect(await grep('宽页', { path: 'wide', output_mode: 'count' })).toBe(`wide/1.md:1\nwide/3.md:1\nwide/5.md:1\nwide/7.md:1\n\n${skipped}`)
  })

  it('counts lines as Read does (8)', async () => {
    put('ff.md', 'a\fb\u2028c\u0085d\nffHit\n')
    expect(await grep('ffHit', { output_mode: 'content', path: 'ff.md' })).toBe('ff.md:2:ffHit')
    expect((await call('Read', { file_path: 'ff.md', offset: 2 })).content).toContain('     2\tffHit')
  })

  it('follows no link, never shows .git and .nbook, and asks before a private place', async () => {
    writeFileSync(join(bench.home, 'secret.txt'), 'canaryHit\n')
    symlinkSync(bench.home, join(bench.dir, 'out'))
    put('sub/.git/config', 'canaryHit\n')
    put('sub/.GIT/x', 'canaryHit\n')
    put('.nbook/blobs/x', 'canaryHit\n')
    expect(await grep('canaryHit', { '-u': true })).toMatch(/^No matches found\n\(Skipped/)
    expect(await grep('canaryHit', { '-u': true, glob: '**/config' })).toBe('No matches found')
    expect(await call('Grep', { pattern: 'canaryHit', path: 'out' })).toMatchObject({ code: 'PATH_LINK_ESCAPE' })
    expect(await grep('canaryHit', { path: '.nbook', '-u': true })).toBe('No matches found')
    expect(await call('Grep', { pattern: 'canaryHit', path: '.nbook/blobs' })).toMatchObject({ code: 'PATH_PROTECTED' })
    expect(await call('Grep', { pattern: 'x', path: '/root/.ssh' })).toMatchObject({ status: 'needs_approval', code: 'PATH_PRIVATE' })
    expect(await grep('canaryHit', { path: join(bench.home, 'secret.txt') })).toBe(join(bench.home, 'secret.txt'))
    expect(await call('Grep', { pattern: 'x', path: '../' })).toMatchObject({ code: 'PATH_OUTSIDE' })
  })

  it('an ignore file that un-hides them brings back neither hidden files nor the control folders, nor does what they hold end a search', async () => {
    const own = await openBench()
    const write = (path: string, text: string | Buffer): void => { mkdirSync(dirname(join(own.dir, path)), { recursive: true }); writeFileSync(join(own.dir, path), text) }
    try {
      write('.ignore', '!.nbook\n!.git\n!.NBook\n!.shown\n!*.md\n')
      write('a.md', 'unhidHit\n')
      for (const path of ['.nbook/n.md', '.nbook/skills/s/SKILL.md', '.git/g.md', 'sub/.git/g.md', 'sub/.NBook/n.md', '.shown/s.md']) write(path, 'unhidHit\n')
      write('.nbook/latin.md', Buffer.from('caf\xe9\n', 'latin1'))
      write('.nbook/flood.md', `${'unhidHit '.repeat(100)}\n`.repeat(20_000))
      // ripgrep itself lists them all.
      expect(execFileSync(rgPath(), ['--files'], { cwd: own.dir, encoding: 'utf8' }).split('\n')).toEqual(expect.arrayContaining(['a.md', '.nbook/n.md', '.git/g.md', 'sub/.NBook/n.md', '.shown/s.md']))
      const session = own.session({ profileKey: 'main' })
      const told = async (tool: string, args: object) => (await own.call(session, tool, args)).content
      for (const mode of ['files_with_matches', 'content', 'count']) expect(await told('Grep', { pattern: 'unhidHit', output_mode: mode })).toMatch(/^a\.md(:1|:1:unhidHit)?$/)
      expect((await told('Glob', { pattern: '**/{a,n,g,s,SKILL,flood}.md' })).split('\n').toSorted()).toEqual(['.shown/s.md', 'a.md'])
    } finally {
      await own.close()
    }
  })

  it('honours .gitignore inside a repository, as ripgrep does', async () => {
    put('repo/.gitignore', 'skipped.md\n')
    put('repo/skipped.md', 'ignoreHit\n')
    put('repo/kept.md', 'ignoreHit\n')
    expect(await grep('ignoreHit', { path: 'repo' })).toBe('repo/kept.md\nrepo/skipped.md')
    execFileSync('git', ['init', '-q', join(bench.dir, 'repo')])
    expect(await grep('ignoreHit', { path: 'repo' })).toBe('repo/kept.md')
    expect(await grep('ignoreHit', { path: 'repo', '-u': true })).toBe('repo/kept.md\nrepo/skipped.md')
  })
})

describe('Glob (06 §3)', () => {
  beforeAll(() => {
    for (const [n, name] of ['old.md', 'new.md', 'mid.md', 'mid2.md'].entries()) {
      put(`gl/${name}`, 'x')
      const at = [10, 30, 20, 20][n] ?? 0
      utimesSync(join(bench.dir, 'gl', name), at, at)
    }
    put('gl/deep/d.md', 'x')
    utimesSync(join(bench.dir, 'gl/deep/d.md'), 5, 5)
    put('gl/.h.md', 'x')
    put('gl/T.TXT', 'x')
  })

  it.each<[string, object, string]>([
    ['gl/*.md', {}, 'gl/new.md\ngl/mid.md\ngl/mid2.md\ngl/old.md'],
    ['*.md', { path: 'gl' }, 'gl/new.md\ngl/mid.md\ngl/mid2.md\ngl/old.md'],
    ['gl/**/d.md', {}, 'gl/deep/d.md'],
    ['gl/*.txt', {}, 'No files found\n(Hidden and ignored files are not listed.)'],
    ['*', { path: 'nowhere' }, 'No files found\n(Hidden and ignored files are not listed.)'],
    ['*', { path: 'gl/old.md' }, 'No files found\n(Hidden and ignored files are not listed.)'],
    ['gl/{new,old}.md', {}, 'gl/new.md\ngl/old.md'],
  ])('%s %j', async (pattern, args, expected) => { expect(await glob(pattern, args)).toBe(expected) })

  it.each(['', '/a', '../a', '{..,a}/b', 'a\\b', 'a\nb', '{a,b}'.repeat(9)])('%j is no pattern', async (pattern) => { expect(await call('Glob', { pattern })).toMatchObject({ code: 'GLOB_INVALID' }) })

  it('shows 200 of more', async () => {
    for (let n = 0; n < 205; n += 1) put(`lots/${n}.x`, '')
    const text = await glob('lots/*')
    expect(text.split('\n')).toHaveLength(202)
    expect(text.endsWith('\n\n(Showing 200 of 205 files. Narrow the pattern.)')).toBe(true)
  })

  it('lists absolute folders outside by their whole names, and nothing of the app', async () => {
    writeFileSync(join(bench.home, 'plain.q'), '')
    expect(await glob('*.q', { path: bench.home })).toBe(join(bench.home, 'plain.q'))
    expect(await glob('**', { path: '.nbook' })).not.toMatch(/sqlite|blobs|trash|backups/)
  })

  it('tells of each file by its own name, whatever was told of others beside it', async () => {
    const files = bench.deps.services.files
    if (files === undefined) throw new Error('the bench has files')
    const caller = bench.caller(bench.session({ profileKey: 'main' }))
    const folder = await files.authorize(caller, '.', 'read', { kind: 'any' })
    const own = bench.project.env.home
    const table: [string, boolean][] = [
      ...['a.md', 'x.sqlite', 'g/x.sqlite', '.nbook/a.md', '.nbook/skills/s.md', '.nbook/skills/x.sqlite', 'sub/.nbook/a.md', '.git/blobs/x', 'blobs/x'].map((path): [string, boolean] => [join(bench.dir, path), true]),
      ...['.nbook/project.sqlite', '.nbook/a.sqlite-wal', '.NBook/Project.SQLite', '.nbook/blobs', '.nbook/blobs/x', '.nbook/trash/t/content', '.nb\u200Book/backups/b', 'sub/.nbook/x.sqlite/y'].map((path): [string, boolean] => [join(bench.dir, path), false]),
      ...['skills/s/SKILL.md', 'tools/t.ts', 'workflows/w', 'memory/m.md'].map((path): [string, boolean] => [join(own, path), true]),
      ...['config.json', 'keys/k', 'blobs', 'x.md', 'skills/.nbook/x.sqlite'].map((path): [string, boolean] => [join(own, path), false]),
      [own, false], [join(bench.home, 'plain.q'), true], [`${own}x/y`, true],
    ]
    for (const order of [table, table.toReversed()]) {
      const told = files.visible(caller, folder, true)
      expect(order.map(([path]) => [path, told(path)])).toEqual(order)
    }
  })
})
