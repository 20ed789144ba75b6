import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBench, type Bench } from '../../../../../test/tools/bench'

let bench: Bench
let session: number
beforeEach(async () => {
  bench = await openBench()
  session = bench.session({ profileKey: 'main' })
})
afterEach(() => bench.close())

const call = (tool: string, args: unknown) => bench.call(session, tool, args, { approve: 'yes' })
const page = (name: string): string => join(bench.dir, '.nbook/memory', `${name}.md`)
const globalPage = (name: string): string => join(bench.home, '.wenqu/memory', `${name}.md`)
function put(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}
const said = (content: string): Record<string, unknown> => JSON.parse(content.replace(/^\[OK\] /, '')) as Record<string, unknown>

describe('memory tools (07 §4)', () => {
  it('asks before it writes, shows the page, writes it for its owner alone, journalled', async () => {
    const asked = await bench.call(session, 'memory_write', { name: '愿望', text: '少用成语' })
    expect(asked).toMatchObject({ status: 'needs_approval', code: 'RISK_MEDIUM' })
    expect(asked.approval?.effects[0]).toMatchObject({ target: '.nbook/memory/愿望.md', action: 'create', preview: expect.stringContaining('+少用成语') as string })
    expect(existsSync(page('愿望'))).toBe(false)
    const done = await call('memory_write', { name: '愿望', text: '少用成语', description: '文风' })
    expect(said(done.content)).toEqual({ name: '愿望', scope: 'project', bytes: statSync(page('愿望')).size })
    expect(statSync(page('愿望')).mode & 0o777).toBe(0o600)
    expect(readFileSync(page('愿望'), 'utf8')).toMatch(/^---\ndescription: 文风\ncreated: \d{4}-\d\d-\d\d\nupdated: \d{4}-\d\d-\d\d\nsource_task: \d+\n---\n\n少用成语\n$/)
    expect(bench.project.sessionsDb.prepare('SELECT path, actor, state FROM Journal').all()).toEqual([{ path: '.nbook/memory/愿望.md', actor: 'agent', state: 'done' }])
  })

  it('writes where the page is, else in the project; says what is similar to a new one', async () => {
    put(globalPage('文风'), 'x\n')
    expect(said((await call('memory_write', { name: '文风', text: 'y' })).content)).toMatchObject({ scope: 'global' })
    expect(readFileSync(globalPage('文风'), 'utf8')).toContain('\n\ny\n')
    expect(said((await call('memory_write', { name: '文风2', text: 'y' })).content)).toMatchObject({ scope: 'project', similar: ['文风'] })
    expect(said((await call('memory_write', { name: '文风2', text: 'z' })).content)).not.toHaveProperty('similar')
    expect(said((await call('memory_write', { name: '文风2', text: 'z', scope: 'global' })).content)).toMatchObject({ scope: 'global', note: expect.stringContaining('project') as string })
  })

  it('reads the project’s page first, and names near ones', async () => {
    put(globalPage('a-page'), 'global\n')
    expect(said((await call('memory_read', { name: 'a-page' })).content)).toEqual({ name: 'a-page', text: 'global\n', truncated: false })
    put(page('a-page'), 'own\n')
    expect(said((await call('memory_read', { name: 'a-page' })).content)).toMatchObject({ text: 'own\n' })
    const missing = await call('memory_read', { name: 'a-pag' })
    expect(missing).toMatchObject({ code: 'MEMORY_UNKNOWN', content: expect.stringContaining('a-page') as string })
    put(page('big'), 'x'.repeat(1_048_576 + 5))
    expect((await call('memory_read', { name: 'big' })).details).toMatchObject({ name: 'big', truncated: true })
  })

  it('searches names and texts without case: ten pages, three lines each (rows 30)', async () => {
    for (let at = 0; at < 12; at += 1) put(page(`p${String(at).padStart(2, '0')}`), `Snow one\nsnow two\nSNOW three\nsnow four\n`)
    const found = said((await call('memory_search', { query: 'sNoW' })).content)
    expect(found).toMatchObject({ total: 12, truncated: true })
    expect(found['results']).toHaveLength(10)
    expect((found['results'] as unknown[])[0]).toEqual({ name: 'p00', lines: ['Snow one', 'snow two', 'SNOW three'] })
    expect(said((await call('memory_search', { query: '张三' })).content)).toEqual({ query: '张三', results: [], total: 0, truncated: false })
    expect(await call('memory_search', { query: ' ' })).toMatchObject({ code: 'ARGS_INVALID' })
  })

  it('puts the same name away three times (row 29)', async () => {
    for (const name of ['x.md', 'x-2.md', 'x-3.md']) {
      put(page('x'), `${name}\n`)
      expect(said((await call('memory_archive', { name: 'x' })).content)).toEqual({ name: 'x', archived_to: `.nbook/memory/archive/${name}` })
      expect(readFileSync(join(bench.dir, '.nbook/memory/archive', name), 'utf8')).toBe(`${name}\n`)
      expect(existsSync(page('x'))).toBe(false)
    }
    expect(said((await call('memory_search', { query: 'x' })).content)).toMatchObject({ total: 0 })
    expect(await call('memory_archive', { name: 'x' })).toMatchObject({ code: 'MEMORY_UNKNOWN' })
  })

  it('never leaves its folder: names, links, other spellings (row 31)', async () => {
    expect(await call('memory_write', { name: '../x', text: 'x' })).toMatchObject({ code: 'MEMORY_NAME' })
    put(page('own'), 'x\n')
    writeFileSync(join(bench.dir, 'secret.md'), 'secret\n')
    symlinkSync('../../secret.md', page('link'))
    expect(await call('memory_write', { name: 'link', text: 'x' })).toMatchObject({ code: 'PATH_LINK_ESCAPE' })
    expect(await call('memory_read', { name: 'link' })).toMatchObject({ code: 'PATH_LINK_ESCAPE' })
    expect((await call('memory_search', { query: 'secret' })).content).not.toContain('link')
    expect(readFileSync(join(bench.dir, 'secret.md'), 'utf8')).toBe('secret\n')
    expect(await call('memory_write', { name: 'OWN', text: 'x' })).toMatchObject({ code: 'PATH_COLLISION' })
  })

  it('a page changed after the card was shown is shown anew', async () => {
    put(page('a'), 'one\n')
    const asked = await bench.call(session, 'memory_write', { name: 'a', text: 'mine' })
    put(page('a'), 'two\n')
    const answer = await bench.pipeline.answer(asked.approval?.id ?? '', 'approve', String(asked.details['effectsHash']), 'author', null)
    expect(answer).toMatchObject({ status: 'stale' })
    expect(readFileSync(page('a'), 'utf8')).toBe('two\n')
  })
})
