import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBench, type Bench } from '../../../../test/tools/bench'
import type { OpenedProject } from '../../project/types'
import type { GrepRequest } from './grep-request'
import { createNotUtf8Memo } from './not-utf8-memo'
import { createFileSearch, type FileSearch } from './search-service'

const gbk = Buffer.from('c4e3bac3a3ac0a', 'hex')
const hitThenGbk = Buffer.concat([Buffer.from('hit\n'), gbk])
const plain: GrepRequest = { pattern: 'hit', mode: 'files_with_matches', glob: null, type: null, ignoreCase: false, numbers: true, only: false, unrestricted: false, before: 0, after: 0, multiline: false, limit: 250, offset: 0 }

let bench: Bench
let place: string
let at = 0
beforeAll(async () => {
  bench = await openBench([], undefined, undefined, true)
  await vi.waitUntil(() => bench.project.seen(bench.dir) !== null, { timeout: 10_000 })
})
afterAll(async () => { await bench.close() })
beforeEach(() => {
  place = `m${at += 1}`
  put('a.md', 'hit\n')
})

const real = (path: string): string => join(bench.dir, place, path)
const put = (path: string, content: string | Buffer): void => { mkdirSync(dirname(real(path)), { recursive: true }); writeFileSync(real(path), content) }
const withSeen = (seen: OpenedProject['seen']): FileSearch => createFileSearch(Object.create(bench.project, { seen: { value: seen } }) as OpenedProject)

async function told(search: FileSearch, more: Partial<GrepRequest> = {}, path = place, show: (real: string) => boolean = () => true): Promise<string> {
  const folder = await bench.project.files.authorize(path, { use: 'read', kind: 'any' })
  return await search.grep({ path: folder, show }, { ...plain, ...more }, new AbortController().signal) ?? ''
}
const grep = (more: Partial<GrepRequest> = {}, path?: string): Promise<string> => told(bench.deps.services.search as FileSearch, more, path)
const skipped = (...names: string[]): string => `(Skipped, not UTF-8: ${names.map((name) => `${place}/${name}`).join(', ')}. Import brings them in.)`

describe('Grep in a watched project', () => {
  it('names a file as long as it is no UTF-8, however it became so, told at once', async () => {
    const found = `${place}/a.md`
    expect(await grep()).toBe(found)
    put('b.md', gbk)
    for (let again = 0; again < 3; again += 1) expect(await grep()).toBe(`${found}\n\n${skipped('b.md')}`)
    put('b.md', 'hit as UTF-8\n')
    expect(await grep()).toBe(`${found}\n${place}/b.md`)
    put('b.md', gbk)
    expect(await grep()).toBe(`${found}\n\n${skipped('b.md')}`)
    renameSync(real('b.md'), real('c.md'))
    expect(await grep()).toBe(`${found}\n\n${skipped('c.md')}`)
    put('new/deep/d.md', gbk)
    expect(await grep()).toBe(`${found}\n\n${skipped('c.md', 'new/deep/d.md')}`)
    rmSync(real('c.md'))
    rmSync(real('new'), { recursive: true })
    put('new/deep/d.md', 'now a text\n')
    expect(await grep()).toBe(found)
    put('new/deep/d.md', gbk)
    expect(await grep()).toBe(`${found}\n\n${skipped('new/deep/d.md')}`)
  })

  it('leaves out a file whose bad line stands behind its first hit, in every mode, shown or not', async () => {
    put('z.md', hitThenGbk)
    for (const mode of ['files_with_matches', 'content', 'count', 'files_with_matches'] as const) expect(await grep({ mode })).toMatch(new RegExp(`^${place}/a\\.md(:1|:1:hit)?\n\n\\(Skipped, not UTF-8: ${place}/z\\.md\\.`))
    rmSync(real('z.md'))
    put('y.md', 'hit\n')
    put('z.md', hitThenGbk)
    // Not one of the rows that are shown, but neither counted.
    for (let again = 0; again < 2; again += 1) expect(await grep({ limit: 1 })).toMatch(new RegExp(`1 of 2 files.*\n\\(Skipped, not UTF-8: ${place}/z\\.md\\.`))
    expect(await grep({ pattern: 'none of these' })).toContain(skipped('z.md'))
    expect(await grep({ limit: 1 })).toContain('1 of 2 files')
  })

  it('keeps places, globs and types apart', async () => {
    put('in/b.md', gbk)
    put('in/c.txt', gbk)
    for (let again = 0; again < 2; again += 1) {
      expect(await grep()).toContain(skipped('in/b.md', 'in/c.txt'))
      expect(await grep({}, `${place}/in`)).toContain(skipped('in/b.md', 'in/c.txt'))
      expect(await grep({ glob: '*.md' })).toContain(skipped('in/b.md'))
      expect(await grep({ type: 'txt' })).toContain(skipped('in/c.txt'))
      put('in/.ignore', again === 0 ? 'b.md\n' : '')
      expect(await grep()).toContain(again === 0 ? skipped('in/c.txt') : skipped('in/b.md', 'in/c.txt'))
      rmSync(real('in/.ignore'))
    }
  })
})

describe('what is kept of a search', () => {
  it('stands as long as the count does; what is shown and what is named is looked at all the same', async () => {
    let count: number | null = 1
    const search = withSeen(() => count)
    put('b.md', gbk)
    expect(await told(search)).toContain(skipped('b.md'))
    // As if no change were told: only a file that is neither shown nor named goes unnoticed.
    put('c.md', gbk)
    expect(await told(search)).toContain(skipped('b.md'))
    put('a.md', hitThenGbk)
    expect(await told(search, { mode: 'content' })).toContain(skipped('a.md', 'b.md'))
    put('b.md', 'hit\n')
    expect(await told(search)).toBe(`${place}/b.md\n\n${skipped('a.md', 'c.md')}`)
    put('d.md', gbk)
    count = null
    expect(await told(search)).toContain(skipped('a.md', 'c.md', 'd.md'))
    count = 2
    expect(await told(search)).toContain(skipped('a.md', 'c.md', 'd.md'))
  })

  it('is left when something changes while ripgrep runs', async () => {
    let asked = 0
    const search = withSeen(() => (asked += 1) > 2 ? asked : 1)
    expect(await told(search)).toBe(`${place}/a.md`)
    put('b.md', gbk)
    expect(await told(search)).toBe(`${place}/a.md\n\n${skipped('b.md')}`)
    expect(asked).toBe(3)
  })

  it('is not kept by who may not be told of all, nor given to them', async () => {
    const search = withSeen(() => 1)
    put('b.md', gbk)
    const less = (path: string): boolean => !path.endsWith('b.md')
    expect(await told(search, {}, place, less)).toBe(`${place}/a.md`)
    expect(await told(search)).toContain(skipped('b.md'))
    expect(await told(search, {}, place, less)).toBe(`${place}/a.md`)
  })

  it('is of few places and few names, and of one count', () => {
    let count = 1
    const memo = createNotUtf8Memo(() => count)
    const names = (place: number): readonly string[] | null | undefined => memo.of(`/p/${place}`, [])?.names
    for (let place = 0; place < 20; place += 1) memo.of(`/p/${place}`, [])?.keep([`${place}.md`])
    expect([names(0), names(15), names(16)]).toEqual([['0.md'], ['15.md'], null])
    const early = memo.of('/p/1', [])
    count = 2
    expect([early?.holds(), names(0)]).toEqual([false, null])
    early?.keep(['old.md'])
    memo.of('/p/2', [])?.keep(Array.from({ length: 101 }, (_, n) => `${n}.md`))
    expect([names(1), names(2)]).toEqual([null, null])
  })
})

it('tells what a search tells that keeps nothing, whatever others do between', { timeout: 60_000 }, async () => {
  const bare = withSeen(() => null)
  let state = 20_261_130
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const one = <T>(list: readonly [T, ...T[]]): T => list[next(list.length)] ?? list[0]
  const file = (): string => one(['a.md', 'f/a.md', 'f/b.md', 'f/g/a.md', 'h/a.md', 'h/b.txt'])
  const changes: readonly [() => void, ...(() => void)[]] = [
    () => put(file(), one(['hit\n', 'none\n', 'hit\nnone\nhit\n', gbk, hitThenGbk, Buffer.concat([gbk, hitThenGbk]), Buffer.from('\x89PNG\n\0hit\n', 'latin1'), 'hit\n\0\n', `hit\n${'x'.repeat(100_000)}\n\0`,  Buffer.from('\uFEFFhit', 'utf16le')])),
    () => rmSync(real(one(['f/a.md', 'f/b.md', 'f/g', 'h'])), { recursive: true, force: true }),
    () => move('f', 'h'),
    () => move('h', 'f'),
    () => { rmSync(real('f'), { recursive: true, force: true }); put('f/a.md', gbk) },
    () => put('.ignore', one(['', 'f\n', '*.txt\n'])),
    () => undefined,
  ]
  const move = (from: string, to: string): void => {
    rmSync(real(to), { recursive: true, force: true })
    put(`${from}/moved.md`, 'hit\n')
    renameSync(real(from), real(to))
  }
  for (let step = 0; step < 150; step += 1) {
    for (let n = next(3); n > 0; n -= 1) one(changes)()
    const request: Partial<GrepRequest> = { mode: one(['files_with_matches', 'content', 'count']), glob: one([null, null, '*.md']), after: next(2) }
    const path = one([place, '.'])
    const wanted = await told(bare, request, path)
    // Once after the changes, once with what was kept.
    for (const time of ['first', 'second']) expect(await grep(request, path), `step ${step}, ${time}`).toBe(wanted)
  }
})
