import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../../../test/tools/bench'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(async () => { await bench.close() })

const put = (path: string, content: string | Buffer) => { mkdirSync(dirname(join(bench.dir, path)), { recursive: true }); writeFileSync(join(bench.dir, path), content) }
const get = (path: string) => readFileSync(join(bench.dir, path), 'utf8')
const has = (path: string) => existsSync(join(bench.dir, path))
const begin = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')
const patch = (text: string, session = bench.session()) => bench.call(session, 'apply_patch', { patch: text })
const update = (path: string, ...lines: string[]) => patch(begin(`*** Update File: ${path}`, ...lines))

beforeEach(() => {
  put('a.md', 'one\ntwo\nthree\nfour\nfive\n')
  put('b.md', 'alpha\nbeta\ngamma\n')
  put('d.md', 'gone\n')
})

describe('apply_patch (06 §5)', () => {
  it('adds, updates, moves and deletes in one change', async () => {
    put('c.md', 'old c\n')
    const session = bench.session()
    const result = await patch(begin('*** Add File: lore/x.md', '+# X', '+', '*** Update File: a.md', '@@', ' one', '-two', '+TWO', '+TWO2', '*** Update File: b.md', '*** Move to: c.md', ' alpha', '-beta', '+BETA', '*** Delete File: d.md'), session)
    expect(result.content).toBe('[OK] Patch applied: A lore/x.md; U a.md (+2/-1); M b.md -> c.md (+1/-1) (the old c.md in trash); D d.md (in trash)')
    expect([get('lore/x.md'), get('a.md'), get('c.md'), has('b.md'), has('d.md')]).toEqual(['# X\n\n', 'one\nTWO\nTWO2\nthree\nfour\nfive\n', 'alpha\nBETA\ngamma\n', false, false])
    expect(result.changes.map((change) => change.target)).toEqual(['lore/x.md', 'a.md', 'b.md -> c.md', 'd.md'])
    const trash = bench.project.trash.list().filter((item) => item.sessionId === session)
    expect(trash.map((item) => [item.name, item.by]).toSorted()).toEqual([['c.md', 'agent'], ['d.md', 'agent']])
    const item = trash.find((one) => one.name === 'd.md')
    expect(await bench.project.trash.restore(item?.id ?? '')).toEqual({ restoredTo: 'd.md', renamed: false })
    expect(get('d.md')).toBe('gone\n')
    expect(await bench.call(session, 'write', { path: 'a.md', content: 'x' })).toMatchObject({ status: 'ok' })
  })

  it('shows every file on the card, and its denial changes nothing', async () => {
    put('c2.md', 'old c\n')
    const session = bench.session({ workMode: 'discuss' })
    const asked = await patch(begin('*** Add File: n.md', '+n', '*** Update File: a.md', '-one', '+1', '*** Update File: b.md', '*** Move to: c2.md', '*** Delete File: d.md'), session)
    expect(asked).toMatchObject({ status: 'needs_approval', code: 'MODE_DISCUSS' })
    expect(asked.approval?.effects.map(({ target, action, before, after }) => [target, action, before !== null, after !== null])).toEqual([
      ['n.md', 'create', false, true], ['a.md', 'change', true, true], ['b.md', 'move', true, false], ['c2.md', 'trash', true, false], ['c2.md', 'change', true, true], ['d.md', 'trash', true, false],
    ])
    expect(asked.approval?.effects.at(-1)?.preview).toBe('--- a/d.md\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-gone')
    expect([has('n.md'), get('a.md'), has('b.md'), has('d.md')]).toEqual([false, 'one\ntwo\nthree\nfour\nfive\n', true, true])
    expect(await bench.pipeline.answer(asked.approval?.id ?? '', 'approve', String(asked.details['effectsHash']), 'author', null)).toMatchObject({ status: 'executed' })
    expect([get('n.md'), get('c2.md'), has('b.md'), has('d.md')]).toEqual(['n\n', 'alpha\nbeta\ngamma\n', false, false])
  })

  it.each<[string, string, string[], string]>([
    ['the first @@ may be missing', 'a\nb\n', ['-a', '+A'], 'A\nb\n'],
    ['an empty line is an empty context line', 'a\n\nb\n', ['@@', ' a', '', '-b', '+B'], 'a\n\nB\n'],
    ['a header moves the cursor behind its line', 'x\n## two\nx\n', ['@@ ## two', '-x', '+X'], 'x\n## two\nX\n'],
    ['a header may be indented in the file', 'x\n   ## two  \nx\n', ['@@ ## two', '-x', '+X'], 'x\n   ## two  \nX\n'],
    ['a header and several places: the first below it', 'h\nx\nx\n', ['@@ h', '-x', '+X'], 'h\nX\nx\n'],
    ['positions of a unified diff are ignored', 'a\nb\n', ['@@ -9,3 +9,4 @@', '-b', '+B'], 'a\nB\n'],
    ['context keeps the white space of the file', 'a  \nb\t\nc\n', ['@@', ' a', '-b', '+B'], 'a  \nB\nc\n'],
    ['exact wins over white space', 'x \nx\n', ['@@', '-x', '+X'], 'x \nX\n'],
    ['hunks go downwards', 'x\ny\nx\n', ['@@ x', '-y', '+Y', '@@', '-x', '+X'], 'x\nY\nX\n'],
    ['the end of the file', 'x\ny\nx\n', ['@@', '-x', '+X', '*** End of File'], 'x\ny\nX\n'],
    ['only added lines go to the end', 'a\n', ['@@', '+b', '+c'], 'a\nb\nc\n'],
    ['only added lines behind a header', 'a\nb\n', ['@@ a', '+x'], 'a\nx\nb\n'],
    ['no final newline stays so', 'a\nb', ['@@', ' a', '-b', '+B'], 'a\nB'],
    ['no final newline, lines added at the end', 'a\nb', ['@@', '+c'], 'a\nb\nc'],
    ['no final newline, the last line taken', 'a\nb', ['@@', ' a', '-b'], 'a'],
    ['CRLF', 'a\r\nb\r\nc\r\n', ['@@', ' a', '-b', '+B', '+B2'], 'a\r\nB\r\nB2\r\nc\r\n'],
    ['mixed endings stay where they are', 'a\r\nb\nc\r\n', ['@@', ' a', ' b', '-c', '+C'], 'a\r\nb\nC\r\n'],
    ['BOM', '\uFEFFa\nb\n', ['@@', '-a', '+A'], '\uFEFFA\nb\n'],
    ['U+2028 and form feed are inside a line', 'a\u2028\fb\nc\n', ['@@', '-a\u2028\fb', '+x'], 'x\nc\n'],
    ['everything taken', 'a\n', ['@@', '-a'], ''],
    ['into an empty file', '', ['@@', '+a'], 'a\n'],
    ['CRLF in the patch counts as a newline', 'a\nb\n', ['@@\r', '-a\r', '+A\r'], 'A\nb\n'],
  ])('%s', async (_name, before, lines, after) => {
    put('m.md', before)
    expect(await update('m.md', ...lines)).toMatchObject({ status: 'ok' })
    expect(get('m.md')).toBe(after)
  })

  it.each<[string, string, string, number]>([
    ['no Begin', '*** Add File: x\n+x\n*** End Patch', 'PATCH_SYNTAX', 1],
    ['no End', '*** Begin Patch\n*** Add File: x\n+x', 'PATCH_SYNTAX', 3],
    ['text after End', `${begin('*** Add File: x', '+x')}\nmore`, 'PATCH_SYNTAX', 5],
    ['no section', begin(), 'PATCH_SYNTAX', 2],
    ['unknown line', begin('*** Update File: a.md', '@@', 'one'), 'PATCH_SYNTAX', 4],
    ['line in no section', begin('hello', '*** Delete File: d.md'), 'PATCH_SYNTAX', 2],
    ['header without path', begin('*** Add File: ', '+x'), 'PATCH_SYNTAX', 2],
    ['Move without path', begin('*** Update File: a.md', '*** Move to:'), 'PATCH_SYNTAX', 3],
    ['Add without +', begin('*** Add File: x', '+a', 'b'), 'PATCH_SYNTAX', 4],
    ['Add without a line', begin('*** Add File: x', '*** Delete File: d.md'), 'PATCH_SYNTAX', 2],
    ['Update with nothing', begin('*** Update File: a.md'), 'PATCH_SYNTAX', 2],
    ['Move elsewhere', begin('*** Update File: a.md', '@@', '-one', '*** Move to: z.md'), 'PATCH_SYNTAX', 5],
    ['Move after Add', begin('*** Add File: z.md', '*** Move to: y.md', '+x'), 'PATCH_SYNTAX', 3],
    ['hunk without lines', begin('*** Update File: a.md', '@@', '@@', '-one'), 'PATCH_SYNTAX', 4],
    ['End of File without lines', begin('*** Update File: a.md', '@@', '*** End of File'), 'PATCH_SYNTAX', 4],
    ['a hunk after End of File without @@', begin('*** Update File: a.md', '-five', '*** End of File', '-one'), 'PATCH_SYNTAX', 5],
    ['@@ without a space', begin('*** Update File: a.md', '@@one', '-two'), 'PATCH_SYNTAX', 3],
    ['line after Delete', begin('*** Delete File: d.md', '-gone'), 'PATCH_SYNTAX', 3],
    ['30: two sections for one file', begin('*** Update File: a.md', '-one', '+1', '*** Delete File: ./a.md'), 'PATCH_DUPLICATE', 5],
    ['moved onto another section\'s file', begin('*** Delete File: d.md', '*** Update File: a.md', '*** Move to: d.md'), 'PATCH_DUPLICATE', 4],
    ['new names that differ in case', begin('*** Add File: New.md', '+x', '*** Add File: new.md', '+x'), 'PATH_COLLISION', 4],
    ['a new file as a folder', begin('*** Add File: n1/x', '+x', '*** Add File: n1', '+x'), 'NOT_A_FILE', 2],
    ['Add on existing', begin('*** Add File: a.md', '+x'), 'FILE_EXISTS', 2],
    ['Update of missing', begin('*** Update File: none.md', '@@', '-a'), 'NOT_FOUND', 2],
    ['Delete of missing', begin('*** Delete File: none.md'), 'NOT_FOUND', 2],
    ['Delete of a folder', begin('*** Delete File: manuscript'), 'NOT_A_FILE', 2],
    ['old lines not there', begin('*** Update File: a.md', '@@', ' one', '-TWO'), 'PATCH_CONTEXT', 3],
    ['a part of a line', begin('*** Update File: a.md', '@@', '-tw'), 'PATCH_CONTEXT', 3],
    ['above the cursor', begin('*** Update File: a.md', '@@', '-three', '@@', '-one'), 'PATCH_CONTEXT', 5],
    ['not at the end', begin('*** Update File: a.md', '@@', '-one', '*** End of File'), 'PATCH_CONTEXT', 3],
    ['header not there', begin('*** Update File: a.md', '@@ six', '-one'), 'PATCH_HEADER', 3],
    ['no change', begin('*** Update File: a.md', '@@', '-one', '+one'), 'NO_CHANGE', 2],
    ['moved onto itself', begin('*** Update File: a.md', '*** Move to: ./a.md'), 'NO_CHANGE', 2],
    ['29: path outside', begin('*** Update File: a.md', '*** Move to: ../../x', '-one', '+1'), 'PATH_OUTSIDE', 3],
    ['protected path', begin('*** Add File: .nbook/x', '+x'), 'PATH_PROTECTED', 2],
    ['broken character', begin('*** Update File: a.md', '@@', '-one', '+\uFFFD'), 'BAD_CHARACTER', 2],
  ])('refuses: %s', async (_name, text, code, line) => {
    const result = await patch(text)
    expect(result).toMatchObject({ status: 'fail', code })
    expect(result.content).toContain(`patch line ${line}: ${code}: `)
    expect([get('a.md'), has('x'), has('z.md')]).toEqual(['one\ntwo\nthree\nfour\nfive\n', false, false])
  })

  it('tells all problems at once, with the nearest line; nothing is written (28)', async () => {
    put('s.md', 'x\ny\nx\n')
    const result = await patch(begin('*** Update File: a.md', '@@', '-one', '+ONE', '*** Update File: s.md', '@@', '-x', '+X', '*** Update File: b.md', '@@ gama', '-beta', '@@', ' alpha', '-betta', '*** Delete File: none.md'))
    expect(result.content).toBe([
      '[FAIL] PATCH_AMBIGUOUS: 4 problems in the patch; nothing was written.',
      'patch line 7: PATCH_AMBIGUOUS: s.md: its old lines stand at 2 places (lines 1, 3); add context or a header.',
      'patch line 11: PATCH_HEADER: b.md: no line at or below line 1 reads "gama". Nearest: line 3, "gamma".',
      'patch line 13: PATCH_CONTEXT: b.md: its old lines do not stand at or below line 1. Nearest: line 2, "beta"; the patch has "betta".',
      'patch line 16: NOT_FOUND: "none.md" does not exist.',
    ].join('\n'))
    expect([get('a.md'), get('s.md'), get('b.md')]).toEqual(['one\ntwo\nthree\nfour\nfive\n', 'x\ny\nx\n', 'alpha\nbeta\ngamma\n'])
  })

  it('counts a last line without a newline among the places', async () => {
    put('s.md', 'x\ny\nx')
    expect((await patch(begin('*** Update File: s.md', '@@', '-x', '+X'))).content).toContain('PATCH_AMBIGUOUS: s.md: its old lines stand at 2 places (lines 1, 3)')
    expect(await patch(begin('*** Update File: s.md', '@@', ' y', '-x', '+X', '+z'))).toMatchObject({ status: 'ok' })
    expect(get('s.md')).toBe('x\ny\nX\nz')
  })

  it('is stale when a file changed since it was read, also for Delete and for what a Move replaces', async () => {
    const session = bench.session()
    for (const path of ['a.md', 'b.md', 'd.md']) await bench.call(session, 'read', { path })
    for (const path of ['a.md', 'b.md', 'd.md']) put(path, `${get(path)}more\n`)
    expect(await patch(begin('*** Update File: a.md', '@@', '-one', '+1'), session)).toMatchObject({ code: 'STALE_READ' })
    expect(await patch(begin('*** Delete File: d.md'), session)).toMatchObject({ code: 'STALE_READ' })
    put('fresh.md', 'f\n')
    expect(await patch(begin('*** Update File: fresh.md', '*** Move to: b.md'), session)).toMatchObject({ code: 'STALE_READ' })
  })

  it('moves and deletes what is no text, but does not change it', async () => {
    put('p.bin', Buffer.from([0, 1, 2, 255]))
    put('g.md', Buffer.from('c4e3bac3', 'hex'))
    expect(await patch(begin('*** Update File: p.bin', '*** Move to: q/p.bin', '*** Delete File: g.md'))).toMatchObject({ status: 'ok' })
    expect(readFileSync(join(bench.dir, 'q/p.bin'))).toEqual(Buffer.from([0, 1, 2, 255]))
    put('g.md', Buffer.from('c4e3bac3', 'hex'))
    expect(await update('g.md', '@@', '-a')).toMatchObject({ code: 'NOT_UTF8' })
    expect(await update('q/p.bin', '@@', '-a')).toMatchObject({ code: 'NOT_TEXT' })
  })

  it('knows a moved file as far as its session read it', async () => {
    const session = bench.session()
    put('long.md', 'line of text\n'.repeat(600))
    await bench.call(session, 'read', { path: 'long.md', limit: 10 })
    await patch(begin('*** Update File: long.md', '*** Move to: moved.md'), session)
    expect(await bench.call(session, 'write', { path: 'moved.md', content: 'x' })).toMatchObject({ code: 'WOULD_LOSE_TEXT' })
    put('unread.md', 'x\n')
    await patch(begin('*** Update File: unread.md', '*** Move to: moved2.md'), session)
    expect(await bench.call(session, 'write', { path: 'moved2.md', content: 'y' })).toMatchObject({ code: 'NOT_READ' })
  })

  it.each([['case', 'names/A.md', 'names/a.md'], ['composition', 'names/\u00E9.md', 'names/e\u0301.md'], ['a folder\'s last file', 'names/\u00DF/A.MD', 'names/\u00DF/a.md']])('moves a file to a name that differs only in %s', async (_name, from, to) => {
    put(from, 'one\ntwo\n')
    expect(await patch(begin(`*** Update File: ${from}`, `*** Move to: ${to}`, '-one', '+ONE'))).toMatchObject({ status: 'ok', content: `[OK] Patch applied: M ${from} -> ${to} (+1/-1)` })
    expect([get(to), has(from)]).toEqual(['ONE\ntwo\n', false])
    expect(await patch(begin(`*** Update File: ${to}`, `*** Move to: ${from}`))).toMatchObject({ status: 'ok' })
    expect([get(from), has(to)]).toEqual(['ONE\ntwo\n', false])
  })

  it('refuses a new name that differs only in case from a file that is not the moved one, also from two that are moved onto each other', async () => {
    for (const name of ['P.md', 'Q.md', 'R.md', 'r.MD', 'Deep/s.md']) put(`twins/${name}`, `${name}\n`)
    const refused = async (...lines: string[]) => (await patch(begin(...lines))).content.match(/patch line \d+: PATH_COLLISION/g)
    expect(await refused('*** Update File: twins/P.md', '*** Move to: twins/q.md')).toEqual(['patch line 3: PATH_COLLISION'])
    expect(await refused('*** Update File: twins/P.md', '*** Move to: twins/q.md', '*** Update File: twins/Q.md', '*** Move to: twins/p.md')).toEqual(['patch line 3: PATH_COLLISION', 'patch line 5: PATH_COLLISION'])
    expect(await refused('*** Update File: twins/R.md', '*** Move to: twins/r.md')).toEqual(['patch line 3: PATH_COLLISION'])
    expect(await refused('*** Update File: twins/Deep/s.md', '*** Move to: twins/deep/s.md')).toEqual(['patch line 3: PATH_COLLISION'])
    expect(await refused('*** Delete File: twins/P.md', '*** Add File: twins/p.md', '+x')).toEqual(['patch line 3: PATH_COLLISION'])
    expect(await refused('*** Update File: twins/P.md', '*** Move to: twins/p.md', '*** Update File: twins/Q.md', '*** Move to: twins/p.MD')).toEqual(['patch line 5: PATH_COLLISION', 'patch line 5: PATH_COLLISION'])
    expect(['P.md', 'Q.md', 'R.md', 'r.MD', 'Deep/s.md'].map((name) => get(`twins/${name}`))).toEqual(['P.md\n', 'Q.md\n', 'R.md\n', 'r.MD\n', 'Deep/s.md\n'])
  })

  it('is exempt in plan mode only when every source and destination is a plan file (05 §9 5, 6)', async () => {
    put('.agent/plan/p.md', 'p\n')
    const plan = () => bench.session({ workMode: 'plan' })
    expect(await patch(begin('*** Update File: .agent/plan/p.md', '@@', '-p', '+q', '*** Update File: a.md', '@@', '-one', '+1'), plan())).toMatchObject({ code: 'MODE_PLAN' })
    expect(await patch(begin('*** Update File: .agent/plan/p.md', '*** Move to: z.md'), plan())).toMatchObject({ code: 'MODE_PLAN' })
    expect(await patch(begin('*** Update File: .agent/plan/p.md', '*** Move to: .agent/plan/q.md', '*** Add File: .agent/plan/r.md', '+r'), plan())).toMatchObject({ status: 'ok' })
  })

  it('keeps to the profile\'s globs and denials with every path', async () => {
    expect(await patch(begin('*** Update File: a.md', '*** Move to: plans/a.md'), bench.session({ profileKey: 'globbed' }))).toMatchObject({ code: 'PATH_NOT_ALLOWED' })
    expect(await patch(begin('*** Add File: plans/n.md', '+n', '*** Add File: n.md', '+n'), bench.session({ profileKey: 'globbed' }))).toMatchObject({ code: 'PATH_NOT_ALLOWED' })
    expect(has('plans/n.md')).toBe(false)
  })
})
