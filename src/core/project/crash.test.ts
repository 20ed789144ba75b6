import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exited, startChild } from '../../../test/project/child'
import { agent, author, makeProject, put, tempFolder } from '../../../test/project/make-project'
import { removeStrayTemps, writeFileAtomic } from './atomic-write'
import { createJournal } from './journal'
import { openProject } from './open-project'
import { createTrashStore } from './trash-store'
import type { By } from './types'

const text = (n: number): string => `${n}\n${String(n).repeat(4_000)}`

describe('after kill -9', () => {
  it('a group is all old or all new, and nothing acknowledged is lost', { timeout: 120_000 }, async () => {
    const { project, env } = await makeProject()
    const { dir } = project
    await project.close()
    let last = 0
    for (let round = 0; round < 6; round += 1) {
      let acknowledged = -1
      const child = startChild('writer-child.ts', [dir, env.home, String(last + 1)], (line) => {
        acknowledged = Number(line)
      })
      while (acknowledged < 0 && child.exitCode === null) await new Promise((done) => setTimeout(done, 5))
      await new Promise((done) => setTimeout(done, Math.random() * 60))
      child.kill('SIGKILL')
      await exited(child)
      const again = await openProject(dir, env, { emit: () => undefined, readOnlyOk: false, watch: false })
      const found = ['one.md', 'sub/two.md', 'three.md'].map((name) => readFileSync(join(dir, name), 'utf8'))
      await again.close()
      last = Number.parseInt(found[0] ?? '', 10)
      expect(found).toEqual([text(last), text(last), text(last)])
      expect(last).toBeGreaterThanOrEqual(acknowledged)
      expect([...readdirSync(dir), ...readdirSync(join(dir, 'sub'))].filter((name) => name.startsWith('.wq-'))).toEqual([])
    }
  })

  it.each<[string, Record<string, string | null>, Record<string, string | null>]>([
    ['no rename done', { 'a.md': 'old a', 'b.md': 'old b', 'new.md': null }, { 'a.md': 'old a', 'b.md': 'old b', 'new.md': null }],
    ['the first rename done', { 'a.md': 'new a', 'b.md': 'old b', 'new.md': null }, { 'a.md': 'old a', 'b.md': 'old b', 'new.md': null }],
    ['all but the last', { 'a.md': 'new a', 'b.md': null, 'new.md': null }, { 'a.md': 'old a', 'b.md': 'old b', 'new.md': null }],
    ['all done, not yet noted', { 'a.md': 'new a', 'b.md': null, 'new.md': 'fresh' }, { 'a.md': 'new a', 'b.md': null, 'new.md': 'fresh' }],
    ['somebody changed a file since', { 'a.md': 'outside', 'b.md': null, 'new.md': null }, { 'a.md': 'outside', 'b.md': 'old b', 'new.md': null }],
  ])('%s: none or all', async (_name, onDisk, wanted) => {
    const { project } = await makeProject()
    const hash: Record<string, string> = {}
    for (const content of ['old a', 'new a', 'old b', 'fresh']) hash[content] = await project.blobs.put(Buffer.from(content))
    const row = { movedTo: null, sizeBefore: null, sizeAfter: null }
    const group = createJournal(project.sessionsDb, project.env).begin([
      { ...row, path: 'a.md', kind: 'modify', before: hash['old a'] ?? '', after: hash['new a'] ?? '' },
      { ...row, path: 'b.md', kind: 'delete', before: hash['old b'] ?? '', after: null },
      { ...row, path: 'new.md', kind: 'create', before: null, after: hash['fresh'] ?? '' },
    ], agent)
    for (const [name, content] of Object.entries(onDisk)) if (content !== null) writeFileSync(join(project.dir, name), content)
    project.sessionsDb.prepare('UPDATE Journal SET groupId = ? WHERE groupId = ?').run('999999999.1.g_DEAD', group)
    await project.files.recover()
    const now = Object.fromEntries(Object.keys(wanted).map((name) => [name, existsSync(join(project.dir, name)) ? readFileSync(join(project.dir, name), 'utf8') : null]))
    expect(now).toEqual(wanted)
    expect(project.sessionsDb.prepare("SELECT count(*) FROM Journal WHERE state = 'intent'").pluck().get()).toBe(0)
  })

  it.each<[string, Record<string, string | null>, Record<string, string | null>]>([
    ['nothing done', { 'A.md': 'old', 'a.md': null, 'b.md': 'old b' }, { 'A.md': 'old', 'a.md': null, 'b.md': 'old b' }],
    ['its new name made', { 'A.md': 'old', 'a.md': 'new', 'b.md': 'old b' }, { 'A.md': 'old', 'a.md': null, 'b.md': 'old b' }],
    ['its old name gone, too', { 'A.md': null, 'a.md': 'new', 'b.md': 'old b' }, { 'A.md': 'old', 'a.md': null, 'b.md': 'old b' }],
    ['all done, not yet noted', { 'A.md': null, 'a.md': 'new', 'b.md': 'new b' }, { 'A.md': null, 'a.md': 'new', 'b.md': 'new b' }],
  ])('a move to a name that differs only in case, %s: none or all', async (_name, onDisk, wanted) => {
    const { project } = await makeProject()
    const hash: Record<string, string> = {}
    for (const content of ['old', 'new', 'old b', 'new b']) hash[content] = await project.blobs.put(Buffer.from(content))
    const row = { sizeBefore: null, sizeAfter: null }
    const group = createJournal(project.sessionsDb, project.env).begin([
      { ...row, path: 'A.md', kind: 'move', movedTo: 'a.md', before: hash['old'] ?? '', after: hash['new'] ?? '' },
      { ...row, path: 'b.md', kind: 'modify', movedTo: null, before: hash['old b'] ?? '', after: hash['new b'] ?? '' },
    ], agent)
    for (const [name, content] of Object.entries(onDisk)) if (content !== null) writeFileSync(join(project.dir, name), content)
    project.sessionsDb.prepare('UPDATE Journal SET groupId = ? WHERE groupId = ?').run('999999999.1.g_DEAD', group)
    await project.files.recover()
    expect(Object.fromEntries(Object.keys(wanted).map((name) => [name, existsSync(join(project.dir, name)) ? readFileSync(join(project.dir, name), 'utf8') : null]))).toEqual(wanted)
  })

  it.each([['none made yet'], ['half of it'], ['all of it']])('a deletion whose intent is noted, its copy in the trash %s: the text stays and the trash is empty', async (made) => {
    const { project, env, reopen } = await makeProject()
    const text = Buffer.from('雪')
    await put(project, 'a.md', '雪')
    const [id, hash] = [env.id('tr'), await project.blobs.put(text)]
    const group = createJournal(project.sessionsDb, env).begin([{ path: 'a.md', kind: 'delete', movedTo: id, before: hash, after: null, sizeBefore: 3, sizeAfter: null }], agent)
    project.sessionsDb.prepare('UPDATE Journal SET groupId = ? WHERE groupId = ?').run('999999999.1.g_DEAD', group)
    const trash = join(project.dir, '.nbook/trash')
    if (made === 'half of it') mkdirSync(join(trash, id))
    if (made === 'all of it') await createTrashStore(trash, env).addCopy({ id, path: 'a.md', bytes: text, hash, words: 1 }, agent)
    await project.close()
    const again = await reopen()
    expect([readFileSync(join(project.dir, 'a.md'), 'utf8'), again.trash.list(), readdirSync(trash)]).toEqual(['雪', [], []])
    expect(again.sessionsDb.prepare('SELECT state FROM Journal WHERE groupId = ?').pluck().get('999999999.1.g_DEAD')).toBe('undone')
  })

  it('a removal from the trash that stopped half-way is ended', async () => {
    const { project, reopen } = await makeProject()
    const item = await project.trash.put([await put(project, 'a.md', '雪')], author)
    const trash = join(project.dir, '.nbook/trash')
    renameSync(join(trash, item.id), join(trash, `.gone-${item.id}`))
    await project.close()
    await reopen()
    expect(readdirSync(trash)).toEqual([])
  })

  it('what a run removed lies in the trash once, also when recording the run begins anew', async () => {
    const { project, env } = await makeProject()
    await put(project, 'a.md', '雪')
    const by: By = { actor: 'shell', sessionId: 1, callId: 'call_1' }
    const run = await project.runs.begin(by, { nbookSafe: true })
    rmSync(join(project.dir, 'a.md'))
    const bytes = Buffer.from('雪')
    await createTrashStore(join(project.dir, '.nbook/trash'), env).addCopy({ id: env.id('tr'), path: 'a.md', bytes, hash: await project.blobs.put(bytes), words: 1 }, by)
    await run.end()
    expect(project.trash.list().map((item) => item.from)).toEqual(['a.md'])
  })

  it('leaves the group of a living process alone', async () => {
    const { project } = await makeProject()
    const path = await put(project, 'a.md', 'now')
    createJournal(project.sessionsDb, project.env).begin([{ path: 'a.md', kind: 'modify', movedTo: null, before: 'x', after: await project.files.hash(path), sizeBefore: null, sizeAfter: null }], agent)
    await project.files.recover()
    expect(project.sessionsDb.prepare("SELECT count(*) FROM Journal WHERE state = 'intent'").pluck().get()).toBe(1)
  })
})

/** A small file system of its own, where this machine lets us make one. */
function tinyDisk(dir: string): boolean {
  mkdirSync(dir)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir], { stdio: 'ignore' })
  } catch {
    return false
  }
  onTestFinished(() => void execFileSync('umount', [dir]))
  return true
}

describe('on a full disk', () => {
  it('the old text stays, the error says so, and writing goes on once there is room', async (context) => {
    const { project } = await makeProject()
    if (!tinyDisk(join(project.dir, 'disk'))) return context.skip()
    const path = await put(project, 'disk/a.md', 'old')
    writeFileSync(join(project.dir, 'disk/ballast'), Buffer.alloc(900_000))
    const base = await project.files.hash(path)
    await expect(project.files.apply([{ path, text: 'new'.repeat(100_000), base }], agent)).rejects.toMatchObject({ fault: { code: 'WRITE_FAILED', data: { cause: 'ENOSPC' } } })
    expect(readFileSync(path.real, 'utf8')).toBe('old')
    expect(readdirSync(join(project.dir, 'disk')).sort()).toEqual(['a.md', 'ballast'])
    rmSync(join(project.dir, 'disk/ballast'))
    await project.files.apply([{ path, text: 'new'.repeat(100_000), base }], agent)
    expect(readFileSync(path.real, 'utf8')).toHaveLength(300_000)
  })
})

describe('atomic writes', () => {
  it('replace whole files, keep the mode, leave no temp file, and say why they fail', async () => {
    const dir = tempFolder()
    await writeFileAtomic(join(dir, 'a.json'), '1', { mode: 0o600 })
    await writeFileAtomic(join(dir, 'a.json'), '2')
    expect(readFileSync(join(dir, 'a.json'), 'utf8')).toBe('2')
    expect(readdirSync(dir)).toEqual(['a.json'])
    await expect(writeFileAtomic(join(dir, 'none/a.json'), '1')).rejects.toMatchObject({ fault: { code: 'WRITE_FAILED', data: { cause: 'ENOENT' } } })
  })

  it('remove temp files of dead processes only', async () => {
    const dir = tempFolder()
    writeFileSync(join(dir, '.wq-3b9ac9ff-0123456789abcdef.tmp'), 'stray')
    writeFileSync(join(dir, `.wq-${process.pid.toString(16).padStart(8, '0')}-0123456789abcdef.tmp`), 'in use')
    writeFileSync(join(dir, '.wq-notes.tmp'), 'the author\'s')
    expect(await removeStrayTemps(dir)).toBe(1)
    expect(readdirSync(dir)).toHaveLength(2)
  })
})
