import { existsSync, linkSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, symlinkSync, writeFileSync, chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agent, author, makeProject, put, tempFolder } from '../../../test/project/make-project'
import { hashBytes } from './hash'
import type { FileChange } from './types'

const code = (wanted: string) => expect.objectContaining({ fault: expect.objectContaining({ code: wanted }) })

describe('project files', () => {
  it('creates, changes and tells, with a journal row and old bytes kept', async () => {
    const { project, events } = await makeProject()
    const path = await put(project, 'manuscript/a/one.md', '他走了。\n')
    const before = await project.files.hash(path)
    const changes = await project.files.apply([{ path, text: '她走了。\n', base: before }], agent)
    expect(changes).toEqual([{ kind: 'file', target: 'manuscript/a/one.md', before, after: await project.files.hash(path) }])
    expect(readFileSync(path.real, 'utf8')).toBe('她走了。\n')
    expect(Buffer.from((await project.blobs.get(before ?? '')) ?? []).toString()).toBe('他走了。\n')
    expect(project.sessionsDb.prepare('SELECT kind, actor, state FROM Journal ORDER BY seq').all()).toEqual([
      { kind: 'create', actor: 'author', state: 'done' }, { kind: 'modify', actor: 'agent', state: 'done' },
    ])
    expect(events.filter((event) => event.type === 'file.changed').map((event) => [event.kind, event.by])).toEqual([['create', 'author'], ['modify', 'agent']])
    expect(project.history.list('manuscript/a/one.md')).toMatchObject([{ reason: 'agent', words: 3 }])
    expect(readdirSync(join(project.dir, 'manuscript/a'))).toEqual(['one.md'])
  })

  it('writes identical text not at all', async () => {
    const { project } = await makeProject()
    const path = await put(project, 'a.md', 'x')
    const inode = statSync(path.real).ino
    expect(await project.files.apply([{ path, text: 'x', base: await project.files.hash(path) }], author)).toEqual([])
    expect(statSync(path.real).ino).toBe(inode)
  })

  it.each<[string, string | null, string]>([
    ['a stale base', 'f'.repeat(64), 'STALE_READ'],
    ['a file where none was expected', null, 'FILE_EXISTS'],
  ])('refuses %s', async (_name, base, wanted) => {
    const { project } = await makeProject()
    const path = await put(project, 'a.md', 'x')
    await expect(project.files.apply([{ path, text: 'y', base }], author)).rejects.toEqual(code(wanted))
    expect(readFileSync(path.real, 'utf8')).toBe('x')
  })

  it('changes several files or none', async () => {
    const { project } = await makeProject()
    const one = await put(project, 'a.md', '1')
    const two = await put(project, 'b.md', '2')
    const fresh = await project.files.authorize('lorebook/new/deep.md', { use: 'create' })
    const group = (base: string | null): FileChange[] => [{ path: one, text: 'A', base: null }, { path: fresh, text: 'N', base: null }, { path: two, text: 'B', base }]
    const [first, ...rest] = group('0'.repeat(64))
    await expect(project.files.apply([{ ...(first ?? { path: one, text: 'A' }), base: await project.files.hash(one) }, ...rest], author)).rejects.toEqual(code('STALE_READ'))
    expect([readFileSync(one.real, 'utf8'), readFileSync(two.real, 'utf8'), existsSync(fresh.real), existsSync(join(project.dir, 'lorebook/new'))]).toEqual(['1', '2', false, false])
  })

  it('changes more files than are open at once, in several folders', async () => {
    const { project } = await makeProject()
    const paths = await Promise.all(Array.from({ length: 150 }, (_, n) => project.files.authorize(`lore/${n % 3}/${n}.md`, { use: 'create' })))
    const texts = (): string[] => paths.map((path) => readFileSync(path.real, 'utf8'))
    await project.files.apply(paths.map((path, n) => ({ path, text: `旧${n}`, base: null })), agent)
    expect(texts()).toEqual(paths.map((_, n) => `旧${n}`))
    const bases = await Promise.all(paths.map((path) => project.files.hash(path)))
    const changes = paths.map((path, n): FileChange => ({ path, text: `新${n}`, base: bases[n] ?? null }))
    writeFileSync(paths[149]?.real ?? '', '别人写的')
    await expect(project.files.apply(changes, agent)).rejects.toEqual(code('STALE_READ'))
    expect(texts()).toEqual(paths.map((_, n) => (n === 149 ? '别人写的' : `旧${n}`)))
    await project.files.apply(changes.slice(0, 149), agent)
    expect(texts().slice(0, 149)).toEqual(paths.slice(0, 149).map((_, n) => `新${n}`))
    expect([0, 1, 2].flatMap((n) => readdirSync(join(project.dir, `lore/${n}`))).toSorted()).toEqual(paths.map((_, n) => `${n}.md`).toSorted())
    expect(paths.slice(0, 149).map(({ shown }) => project.history.list(shown).length)).toEqual(Array.from({ length: 149 }, () => 1))
  })

  it('believes no hash of contents that stand there no longer', async () => {
    const { project } = await makeProject()
    const path = await put(project, 'a.md', '旧')
    const base = await project.files.hash(path) ?? ''
    const change: FileChange = { path, text: '新', base, known: [{ bytes: Buffer.from('旧'), hash: base }] }
    writeFileSync(path.real, '外')
    await expect(project.files.apply([change], agent)).rejects.toEqual(code('STALE_READ'))
    writeFileSync(path.real, '旧')
    await project.files.apply([change], agent)
    expect([readFileSync(path.real, 'utf8'), project.history.list('a.md')[0]?.hash]).toEqual(['新', base])
  })

  it.each([[3], [65_536], [70_000]])('compares all %i bytes before it renames, whatever was read when the file stood as it stands', async (size) => {
    const { project } = await makeProject()
    const there = `${'雪'.repeat(size / 3)}${'a'.repeat(size % 3)}`
    const path = await put(project, 'a.md', there)
    const reading = project.files.reading()
    const seen = await reading.bytes(path)
    await reading.close()
    const wrong = Buffer.from(seen.bytes)
    wrong[size - 1] = (wrong[size - 1] ?? 0) ^ 1
    const change = { path, text: '新', base: hashBytes(wrong), known: [{ ...seen, bytes: wrong, hash: hashBytes(wrong) }] }
    // Also where the end of the change waits for the row of its call: afterwards every commit is a full one again.
    for (const how of [{}, { endsWithCall: true }]) {
      await expect(project.files.apply([change], agent, how)).rejects.toEqual(code('STALE_READ'))
      expect([readFileSync(path.real, 'utf8'), readdirSync(project.dir).filter((name) => name.startsWith('.wq-')), project.sessionsDb.pragma('synchronous', { simple: true })]).toEqual([there, [], 2])
    }
    expect(project.sessionsDb.prepare("SELECT count(*) FROM Journal WHERE state = 'intent'").pluck().get()).toBe(0)
    await project.files.apply([{ ...change, base: seen.hash, known: [seen] }], agent, { endsWithCall: true })
    expect(project.sessionsDb.pragma('synchronous', { simple: true })).toBe(2)
    expect([readFileSync(path.real, 'utf8'), project.history.list('a.md')[0]?.hash]).toEqual(['新', seen.hash])
  })

  it('reads a file again that was changed, or changed its mode, since it was read', async () => {
    const { project } = await makeProject()
    const path = await put(project, 'a.md', '旧')
    const reading = project.files.reading()
    const seen = await reading.bytes(path)
    await reading.close()
    writeFileSync(path.real, '外')
    await expect(project.files.apply([{ path, text: '新', base: seen.hash, known: [seen] }], agent)).rejects.toEqual(code('STALE_READ'))
    writeFileSync(path.real, '旧')
    chmodSync(path.real, 0o600)
    await project.files.apply([{ path, text: '新', base: seen.hash, known: [seen] }], agent)
    expect([readFileSync(path.real, 'utf8'), statSync(path.real).mode & 0o777]).toEqual(['新', 0o600])
  })

  it('gives a moved file the mode it had at the end, not that of the file it replaced', async () => {
    const { project } = await makeProject()
    const [from, to] = [await put(project, 'a.md', '旧'), await put(project, 'b.md', '别')]
    const reading = project.files.reading()
    const [seen, other] = [await reading.bytes(from), await reading.bytes(to)]
    await reading.close()
    chmodSync(from.real, 0o600)
    chmodSync(to.real, 0o640)
    await project.files.apply([{ path: from, text: '新', base: seen.hash, moveTo: to, known: [seen, other] }], agent)
    expect([readFileSync(to.real, 'utf8'), statSync(to.real).mode & 0o777]).toEqual(['新', 0o600])
  })

  it('takes a group back when a later rename fails, and says WRITE_FAILED', async () => {
    const { project } = await makeProject()
    const one = await put(project, 'a.md', '1')
    const two = await put(project, 'sub/b.md', '2')
    const bases = [await project.files.hash(one), await project.files.hash(two)]
    const changes: FileChange[] = [{ path: one, text: 'A', base: bases[0] ?? null }, { path: two, text: null, base: bases[1] ?? null }]
    project.sessionsDb.exec("CREATE TEMP TRIGGER no_end BEFORE UPDATE OF state ON Journal WHEN NEW.state = 'done' BEGIN SELECT RAISE(ABORT, 'full'); END")
    await expect(project.files.apply(changes, agent)).rejects.toThrow()
    project.sessionsDb.exec('DROP TRIGGER no_end')
    expect([readFileSync(one.real, 'utf8'), readFileSync(two.real, 'utf8')]).toEqual(['1', '2'])
    expect(project.trash.list()).toEqual([])
    expect(readdirSync(project.dir).filter((name) => name.startsWith('.wq-'))).toEqual([])
    // The versions are of the same commit as the change.
    expect([project.history.list('a.md'), project.history.list('sub/b.md')]).toEqual([[], []])
    await project.files.apply(changes, agent)
    expect([project.history.list('a.md'), project.history.list('sub/b.md')].map((all) => all.length)).toEqual([1, 1])
  })

  it('moves onto a file, keeping what was there in the trash and the history of what moved', async () => {
    const { project } = await makeProject()
    const from = await put(project, 'a.md', 'one')
    const to = await put(project, 'b.md', 'two')
    await project.history.keep('a.md', 'old one', 'named', 'author', 'draft')
    await project.files.apply([{ path: from, text: 'one!', base: await project.files.hash(from), moveTo: to }], agent)
    expect([existsSync(from.real), readFileSync(to.real, 'utf8')]).toEqual([false, 'one!'])
    expect(project.trash.list()).toMatchObject([{ from: 'b.md', sessionId: 1, by: 'agent', words: 1 }])
    expect(project.history.list('b.md').map((one) => one.name)).toContain('draft')
  })

  it('keeps BOM, mode and hard-linked strangers', async () => {
    const { project, workspace } = await makeProject()
    writeFileSync(join(workspace, 'secret.txt'), '\uFEFFsecret')
    linkSync(join(workspace, 'secret.txt'), join(project.dir, 'a.md'))
    chmodSync(join(project.dir, 'a.md'), 0o640)
    const path = await project.files.authorize('a.md', { use: 'write' })
    expect(await project.files.readText(path)).toMatchObject({ text: 'secret', bom: true })
    await project.files.apply([{ path, text: 'mine', base: await project.files.hash(path) }], author)
    expect(readFileSync(path.real, 'utf8')).toBe('\uFEFFmine')
    expect(statSync(path.real).mode & 0o777).toBe(0o640)
    expect(readFileSync(join(workspace, 'secret.txt'), 'utf8')).toBe('\uFEFFsecret')
  })

  it.each([
    ['a lone surrogate', 'a\uD800', 'ARGS_INVALID'], ['a NUL', 'a\0', 'ARGS_INVALID'], ['a replacement character', 'a\uFFFD', 'BAD_CHARACTER'], ['too much', 'x'.repeat(8_388_609), 'CONTENT_TOO_LARGE'],
  ])('refuses %s', async (_name, text, wanted) => {
    const { project } = await makeProject()
    const path = await project.files.authorize('a.md', { use: 'create' })
    await expect(project.files.apply([{ path, text, base: null }], author)).rejects.toEqual(code(wanted))
    expect(existsSync(path.real)).toBe(false)
  })

  it('never changes a file that is not UTF-8, but moves and deletes it', async () => {
    const { project } = await makeProject()
    const bytes = Buffer.from('cbfbcbb5', 'hex')
    writeFileSync(join(project.dir, 'gbk.txt'), bytes)
    const path = await project.files.authorize('gbk.txt', { use: 'write' })
    const base = await project.files.hash(path)
    await expect(project.files.apply([{ path, text: 'x', base }], author)).rejects.toEqual(code('NOT_UTF8'))
    await expect(project.files.readText(path)).rejects.toThrow(/GBK/)
    const to = await project.files.authorize('b.txt', { use: 'create' })
    await project.files.apply([{ path, text: null, base, moveTo: to }], author)
    expect(readFileSync(to.real)).toEqual(bytes)
    await project.files.apply([{ path: to, text: null, base }], author)
    expect(project.trash.list()).toMatchObject([{ name: 'b.txt', bytes: 4 }])
  })

  it('moves no byte outside when a folder becomes a link after authorization', async () => {
    const { project } = await makeProject()
    const outside = tempFolder()
    await put(project, 'notes/a.md', 'x')
    const path = await project.files.authorize('notes/b.md', { use: 'create' })
    renameSync(join(project.dir, 'notes'), join(project.dir, 'gone'))
    symlinkSync(outside, join(project.dir, 'notes'))
    await expect(project.files.apply([{ path, text: 'leak', base: null }], author)).rejects.toEqual(code('PATH_CHANGED'))
    expect(readdirSync(outside)).toEqual([])
  })

  it('does not make a vanished project folder again', async () => {
    const { project, workspace } = await makeProject()
    const path = await project.files.authorize('a.md', { use: 'create' })
    renameSync(project.dir, join(workspace, 'elsewhere'))
    await expect(project.files.apply([{ path, text: 'x', base: null }], author)).rejects.toEqual(code('PROJECT_NOT_FOUND'))
    expect(existsSync(project.dir)).toBe(false)
  })

  it('renames folders and makes them; a taken name is refused', async () => {
    const { project, events } = await makeProject()
    await put(project, 'manuscript/v1/c1/index.md', 'x')
    await project.history.keep('manuscript/v1/c1/index.md', 'old', 'day', 'author')
    const from = await project.files.authorize('manuscript/v1', { use: 'write', kind: 'any' })
    const to = await project.files.authorize('manuscript/v2', { use: 'create', kind: 'any' })
    await project.files.move(from, to, author)
    expect(existsSync(join(project.dir, 'manuscript/v2/c1/index.md'))).toBe(true)
    expect(project.history.list('manuscript/v2/c1/index.md')).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ type: 'file.changed', kind: 'move', path: 'manuscript/v2', from: 'manuscript/v1' })
    mkdirSync(join(project.dir, 'manuscript/v3'))
    await expect(project.files.move(to, await project.files.authorize('manuscript/v3', { use: 'write', kind: 'any' }), author)).rejects.toEqual(code('FILE_EXISTS'))
    await project.files.makeFolder(await project.files.authorize('reference/x/y', { use: 'create', kind: 'any' }), author)
    expect(statSync(join(project.dir, 'reference/x/y')).isDirectory()).toBe(true)
    for (const folder of ['reference/x', 'reference/x/y']) await project.files.removeEmptyFolder(await project.files.authorize(folder, { use: 'write', kind: 'folder' }), author)
    expect([existsSync(join(project.dir, 'reference/x')), existsSync(join(project.dir, 'reference/x/y'))], 'only the empty one goes').toEqual([true, false])
  })

  it('writes one path one after the other', async () => {
    const { project } = await makeProject()
    const path = await put(project, 'a.md', '0')
    const base = await project.files.hash(path)
    const results = await Promise.allSettled([1, 2, 3].map((n) => project.files.apply([{ path, text: String(n), base }], author)))
    expect(results.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  })
})
