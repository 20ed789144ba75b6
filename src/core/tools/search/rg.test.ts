import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isNeverListed, rgPath, runRg } from './rg'

let dir = ''
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'wenqu-rg-'))
  for (let folder = 0; folder < 20; folder += 1) {
    mkdirSync(join(dir, `f${folder}`))
    for (let file = 0; file < 50; file += 1) writeFileSync(join(dir, `f${folder}`, `${file}.md`), `${file % 10 === 0 ? 'seldom ' : ''}often ${'x'.repeat(400)}\n`.repeat(4))
  }
  writeFileSync(join(dir, 'huge.md'), `one line ${'y'.repeat(3_000_000)}\n`)
})
afterAll(() => { rmSync(dir, { recursive: true }) })

async function read(args: readonly string[], onChunk: (chunk: Buffer) => boolean = () => true) {
  const chunks: Buffer[] = []
  const end = await runRg({ args, cwd: dir, signal: new AbortController().signal, onChunk: (chunk) => { chunks.push(chunk); return onChunk(chunk) } })
  return { ...end, chunks, lines: Buffer.concat(chunks).toString('utf8').split('\n').toSorted() }
}

describe('what ripgrep writes', () => {
  it.each([['seldom'], ['often'], ['one line'], ['nothing of this'], ['.']])('%s: all of it is read', async (pattern) => {
    const args = ['--line-number', '--no-config', '--', pattern, './']
    const { code, stopped, lines } = await read(args)
    const alone = spawnSync(rgPath(), args, { cwd: dir, maxBuffer: 64 * 1_048_576, encoding: 'utf8' }).stdout.split('\n').toSorted()
    expect(lines).toEqual(alone)
    expect({ code, stopped }).toEqual({ code: alone.length > 1 ? 0 : 1, stopped: false })
  })

  it('is no longer taken when the reader has enough; what it throws is the answer', async () => {
    expect(await read(['often', './'], () => false)).toMatchObject({ stopped: true, chunks: { length: 1 } })
    await expect(read(['often', './'], () => { throw new Error('cannot be taken') })).rejects.toThrow('cannot be taken')
  })

  it('ends when it is stopped', async () => {
    const control = new AbortController()
    const run = runRg({ args: ['--threads=1', 'often', './'], cwd: dir, signal: control.signal, onChunk: () => { control.abort(new Error('stopped')); return true } })
    await expect(run).rejects.toThrow('stopped')
  })
})

it.each<[string, boolean]>([
  ['.git', true], ['a/.git', true], ['a/.GIT/b', true], ['.nbook/x.md', true], ['.NBook/x.md', true], ['a/b/.nbook', true],
  ['.gitignore', false], ['git/a', false], ['a.git/b', false], ['a/.git2/b', false], ['.nbooks', false], ['nbook', false],
])('%s is never listed: %s', (path, never) => { expect(isNeverListed(path)).toBe(never) })
