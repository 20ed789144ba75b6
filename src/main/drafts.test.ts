import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDrafts } from './drafts'

let home = ''
beforeAll(async () => void (home = await mkdtemp(join(tmpdir(), 'wenqu-drafts-'))))
afterAll(() => rm(home, { recursive: true, force: true }))

const draft = (path: string, text: string) => ({ project: 'p', path, text, baseHash: 'h' })

describe('draft journal (09 §5 Saving)', () => {
  it('gives back what was put, per project, newest text per path', async () => {
    const drafts = openDrafts(home, () => new Date(0))
    await Promise.all(['a', 'b', 'c', 'last'].map((text) => drafts.put('/n/one', draft('ch.md', text))))
    await drafts.put('/n/one', draft('other.md', ''))
    await drafts.put('/n/two', draft('ch.md', 'theirs'))
    expect(await openDrafts(home).list('/n/one')).toEqual([{ ...draft('ch.md', 'last'), at: '1970-01-01T00:00:00.000Z' }, { ...draft('other.md', ''), at: '1970-01-01T00:00:00.000Z' }])
    await drafts.drop('/n/one', 'ch.md')
    await drafts.drop('/n/one', 'never-there.md')
    expect((await drafts.list('/n/one')).map((one) => one.path)).toEqual(['other.md'])
    expect((await drafts.list('/n/two')).map((one) => one.text)).toEqual(['theirs'])
    expect(await drafts.list('/n/none')).toEqual([])
  })

  it('a drop asked for after a put wins, and one before it does not', async () => {
    const drafts = openDrafts(home)
    void drafts.put('k', draft('a.md', '1'))
    void drafts.drop('k', 'a.md')
    expect(await drafts.list('k')).toEqual([])
    void drafts.drop('k', 'a.md')
    void drafts.put('k', draft('a.md', '2'))
    expect((await drafts.list('k')).map((one) => one.text)).toEqual(['2'])
  })

  it('leaves a file alone that is no draft, and removes what dead writers left', async () => {
    const drafts = openDrafts(home)
    await drafts.put('broken', draft('a.md', 'x'))
    const folder = join(home, 'drafts', createHash('sha256').update('broken').digest('hex').slice(0, 32))
    await writeFile(join(folder, 'zero.json'), '')
    await writeFile(join(folder, '.1-x.tmp'), 'half')
    expect((await drafts.list('broken')).map((one) => one.text)).toEqual(['x'])
    expect((await readdir(folder)).filter((name) => name.startsWith('.') || name === 'zero.json')).toEqual(['zero.json'])
  })
})

describe('drafts and SIGKILL (DL-01, T2)', () => {
  it('30 kills at any moment: every acknowledged text is there, whole', { timeout: 60_000 }, async () => {
    const out = join(home, 'built')
    await build({ configFile: false, logLevel: 'silent', resolve: { alias: { '@shared': resolve('src/shared') } }, ssr: { noExternal: true }, build: { ssr: resolve('test/processes/draft-writer.ts'), outDir: out, target: 'node22' } })
    for (let round = 0; round < 30; round += 1) {
      const place = join(home, `round-${round}`)
      const writer = spawn(process.execPath, [join(out, 'draft-writer.js'), place, round % 3 === 0 ? '200000' : '200'], { stdio: ['ignore', 'pipe', 'inherit'] })
      let said = ''
      writer.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
      await once(writer.stdout, 'data')
      setTimeout(() => writer.kill('SIGKILL'), round * 7)
      await once(writer, 'close')
      const acknowledged = Number(said.trim().split('\n').at(-1))
      const found = (await openDrafts(place).list('novel')).map((one) => one.text)
      expect(found.every((text) => text.endsWith(':end'))).toBe(true)
      expect(Math.max(...found.map((text) => Number(text.split(':')[0])))).toBeGreaterThanOrEqual(acknowledged)
    }
  })
})
