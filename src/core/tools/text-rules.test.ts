import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../test/tools/bench'

/** 06 §2, each rule of text with each tool that changes a file. */
let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(() => bench.close())

let made = 0
function file(bytes: string | Buffer): string {
  made += 1
  writeFileSync(join(bench.dir, `t${made}.md`), bytes)
  return `t${made}.md`
}
const bytesOf = (path: string): Buffer => readFileSync(join(bench.dir, path))

interface Changer { readonly tool: string; args(path: string, from: string, to: string): object }
const changers: readonly Changer[] = [
  { tool: 'Edit', args: (file_path, from, to) => ({ file_path, old_string: from, new_string: to }) },
  { tool: 'edit', args: (path, from, to) => ({ path, edits: [{ oldText: from, newText: to }] }) },
  { tool: 'apply_patch', args: (path, from, to) => ({ patch: ['*** Begin Patch', `*** Update File: ${path}`, '@@', ...from.split('\n').map((line) => `-${line}`), ...to.split('\n').map((line) => `+${line}`), '*** End Patch'].join('\n') }) },
]
const whole: readonly Changer[] = [{ tool: 'Write', args: (file_path, _from, content) => ({ file_path, content }) }, { tool: 'write', args: (path, _from, content) => ({ path, content }) }]
const noeta = (tool: string): boolean => /^[A-Z]/.test(tool)

/** Reads the file, then changes it. */
async function change({ tool, args }: Changer, path: string, from: string, to: string) {
  const session = bench.session({ profileKey: noeta(tool) ? 'main' : 'leader.default', permissionMode: 'acceptEdits', writeMode: 'apply' })
  await bench.call(session, noeta(tool) ? 'Read' : 'read', noeta(tool) ? { file_path: path } : { path })
  return bench.call(session, tool, args(path, from, to))
}

describe.each(changers)('06 §2: $tool', (changer) => {
  it.each<[rule: string, before: string, from: string, to: string, after: string]>([
    ['a BOM is not matched and stays', '\uFEFFalpha\nbeta\n', 'alpha', 'A', '\uFEFFA\nbeta\n'],
    ['a CRLF file keeps CRLF, also in what is added', 'alpha\r\nbeta\r\n', 'alpha', 'A\nB', 'A\r\nB\r\nbeta\r\n'],
    ['several lines of a CRLF file', 'alpha\r\nbeta\r\ngamma\r\n', 'alpha\nbeta', 'A\nB', 'A\r\nB\r\ngamma\r\n'],
    ['an LF file keeps LF', 'alpha\nbeta\n', 'alpha', 'A\nB', 'A\nB\nbeta\n'],
    ['as many CRLF as LF: CRLF', 'alpha\r\nbeta\n', 'alpha', 'A\nB', 'A\r\nB\r\nbeta\n'],
    ['untouched lines stay byte for byte', 'alpha\nx \t\r\ny\u2028z\f\nlast', 'alpha', 'A', 'A\nx \t\r\ny\u2028z\f\nlast'],
    ['names of characters are not made others', 'e\u0301 é\nalpha\n', 'alpha', 'A', 'e\u0301 é\nA\n'],
    ['U+FFFD that the file holds may stay', 'a\uFFFDb\nalpha\n', 'alpha', 'A', 'a\uFFFDb\nA\n'],
  ])('%s', async (_rule, before, from, to, after) => {
    const path = file(before)
    expect(await change(changer, path, from, to)).toMatchObject({ status: 'ok' })
    expect(bytesOf(path).toString('utf8')).toBe(after)
  })
  it.each<[what: string, bytes: Buffer, code: string]>([
    ['GBK', Buffer.concat([Buffer.from('alpha\n'), Buffer.from('c4e3bac3a3ac'.repeat(40), 'hex')]), 'NOT_UTF8'], ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('alpha\n', 'utf16le')]), 'NOT_'], ['one bad byte', Buffer.from('alpha caf\xe9\n', 'latin1'), 'NOT_UTF8'], ['NUL', Buffer.from('alpha\0\n'), 'NOT_TEXT'],
  ])('%s is not changed', async (_what, bytes, code) => {
    const path = file(bytes)
    const { tool } = changer
    const session = bench.session({ profileKey: noeta(tool) ? 'main' : 'leader.default', permissionMode: 'acceptEdits', writeMode: 'apply' })
    const seen = noeta(tool) ? await bench.call(session, 'Read', { file_path: path }) : null
    const done = await bench.call(session, tool, changer.args(path, 'alpha', 'A'))
    // Edit needs a read, which refuses what is hardly a text with the same code.
    expect([done.status, (seen?.code ?? done.code)?.startsWith(code)]).toEqual(['fail', true])
    expect(bytesOf(path).equals(bytes)).toBe(true)
  })
})

describe.each([...changers, ...whole])('06 §2, new text: $tool', (changer) => {
  it.each([['a lone surrogate', 'a\uD800b', 'ARGS_INVALID'], ['U+FFFD the file does not hold', 'a\uFFFDb', 'BAD_CHARACTER']])('%s', async (_what, to, code) => {
    const path = file('alpha\n')
    expect(await change(changer, path, 'alpha', to)).toMatchObject({ status: 'fail', code })
    expect(bytesOf(path).toString('utf8')).toBe('alpha\n')
  })
})

describe.each(whole)('06 §2, a whole file: $tool', (changer) => {
  it.each<[rule: string, before: string, content: string, after: string]>([
    ['a BOM stays, also when the content has none', '\uFEFFalpha\n', 'beta\n', '\uFEFFbeta\n'], ['one BOM, not two', '\uFEFFalpha\n', '\uFEFFbeta\n', '\uFEFFbeta\n'], ['the content is stored as it is', 'alpha\r\n', 'a\nb\r\nc', 'a\nb\r\nc'],
  ])('%s', async (_rule, before, content, after) => {
    const path = file(before)
    expect(await change(changer, path, '', content)).toMatchObject({ status: 'ok' })
    expect(bytesOf(path).toString('utf8')).toBe(after)
  })
  it('8,388,608 bytes fit, one more does not', async () => {
    const path = file('alpha\n')
    expect(await change(changer, path, '', 'x'.repeat(8_388_609))).toMatchObject({ code: 'CONTENT_TOO_LARGE' })
    expect(await change(changer, path, '', 'x'.repeat(8_388_608))).toMatchObject({ status: 'ok' })
  })
})
