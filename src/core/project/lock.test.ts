import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exited, startChild } from '../../../test/project/child'
import { makeProject, put, tempFolder } from '../../../test/project/make-project'
import { createEnv } from './env'
import { takeLock } from './lock'
import { judgeLock, ownRecord, readLock, type LockRecord } from './lock-file'
import { openProject } from './open-project'

const first = (script: string, args: string[]): Promise<{ line: string; child: ReturnType<typeof startChild> }> =>
  new Promise((done) => {
    const child = startChild(script, args, (line) => done({ line, child }))
  })

describe('judging a lock', () => {
  const mine: LockRecord = { ...ownRecord(createEnv('/h')), at: '2026-01-01T00:10:00.000Z' }
  it.each<[string, Partial<LockRecord>, string]>([
    ['this very process', {}, 'own'],
    ['a reused pid: another start time', { startTime: '1' }, 'dead'],
    ['another living process of this home', { pid: process.ppid, startTime: null }, 'shared'],
    ['a living process of another home', { pid: process.ppid, startTime: null, home: '/other' }, 'live'],
    ['a living process of another user', { pid: process.ppid, startTime: null, user: 'somebody' }, 'live'],
    ['a dead process of another home', { pid: 999_999_999, home: '/other' }, 'dead'],
    ['a dead one with a living sharer', { pid: 999_999_999, startTime: '5', sharers: [{ pid: process.ppid, startTime: null }] }, 'shared'],
    ['another machine, fresh', { machine: 'other', at: '2026-01-01T00:09:30.000Z' }, 'live'],
    ['another machine, old', { machine: 'other', at: '2026-01-01T00:01:00.000Z' }, 'stale'],
    ['another pid namespace, fresh', { space: 'pid:[1]', pid: 999_999_999, at: '2026-01-01T00:09:30.000Z' }, 'live'],
  ])('%s', (_name, more, wanted) => {
    expect(judgeLock({ ...mine, ...more }, mine)).toBe(wanted)
  })
})

describe('the lock of a project', () => {
  it('is shared by processes of one home and refuses another home', { timeout: 40_000 }, async () => {
    const { project, env } = await makeProject()
    const { dir } = project
    const same = await first('holder-child.ts', [dir, env.home])
    expect(same.line).toBe('writable')
    const other = createEnv(join(tempFolder(), 'home'))
    const second = await openProject(dir, other, { emit: () => undefined, readOnlyOk: true, watch: false })
    expect(second.readOnly).toBe(true)
    expect(second.lock()).toMatchObject({ pid: process.pid, stale: false })
    expect(() => second.assertWritable()).toThrow('PROJECT_LOCKED')
    expect(() => second.projectDb.exec('DELETE FROM StoryAct')).toThrow(/readonly/)
    expect(second.takeOverLock()).toBe(false)
    await expect(put(second, 'a.md', 'x')).rejects.toMatchObject({ fault: { code: 'PROJECT_LOCKED' } })
    await expect(openProject(dir, other, { emit: () => undefined, readOnlyOk: false })).rejects.toMatchObject({ fault: { code: 'PROJECT_LOCKED' } })
    await second.close()
    await project.close()
    expect(readLock(join(dir, '.nbook/lock'))).toMatchObject({ pid: same.child.pid })
    same.child.stdin?.end()
    await exited(same.child)
    expect(existsSync(join(dir, '.nbook/lock'))).toBe(false)
  })

  it('is taken at once from a killed process, whatever home it had', { timeout: 40_000 }, async () => {
    const { project, env } = await makeProject()
    await project.close()
    const { line, child } = await first('holder-child.ts', [project.dir, join(tempFolder(), 'home')])
    expect(line).toBe('writable')
    const reader = await openProject(project.dir, env, { emit: () => undefined, readOnlyOk: true, watch: false })
    expect(reader.readOnly).toBe(true)
    await reader.close()
    child.kill('SIGKILL')
    await exited(child)
    const again = await openProject(project.dir, env, { emit: () => undefined, readOnlyOk: false, watch: false })
    expect(again.readOnly).toBe(false)
    await again.close()
  })

  it('waits for the author where only the heartbeat is old; a broken file counts so too', async () => {
    const env = createEnv(tempFolder())
    const path = join(env.home, 'lock')
    for (const content of [JSON.stringify({ ...ownRecord(env), machine: 'desk', at: '2020-01-01T00:00:00.000Z' }), 'not json']) {
      writeFileSync(path, content)
      const lock = takeLock({ path, env })
      expect(lock.held()).toBe(false)
      expect(lock.holder()).toMatchObject({ stale: true })
      expect(lock.takeOver()).toBe(true)
      expect(lock.held()).toBe(true)
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid })
      lock.release()
      expect(existsSync(path)).toBe(false)
    }
  })

  it('renews its heartbeat and notices when it was taken away', async () => {
    const env = createEnv(tempFolder())
    const path = join(env.home, 'lock')
    let changes = 0
    const lock = takeLock({ path, env, beat: 15, onChange: () => (changes += 1) })
    const before = readLock(path)?.at
    await new Promise((done) => setTimeout(done, 80))
    expect(readLock(path)?.at).not.toBe(before)
    writeFileSync(path, JSON.stringify({ ...ownRecord(env), machine: 'desk' }))
    await new Promise((done) => setTimeout(done, 80))
    expect([lock.held(), changes]).toEqual([false, 1])
    lock.release()
    expect(readLock(path)?.machine).toBe('desk')
  })

  it('tells one who may only read as soon as the holder is gone; since is when it was opened', async () => {
    const env = createEnv(tempFolder())
    const path = join(env.home, 'lock')
    const opened = '2026-01-01T00:00:00.000Z'
    writeFileSync(path, JSON.stringify({ ...ownRecord(env), home: '/other', pid: process.ppid, startTime: null, since: opened }))
    const told = new Promise<void>((done) => {
      const lock = takeLock({ path, env, beat: 15, onChange: () => { if (lock.holder()?.stale === true) done() } })
      expect(lock.holder()).toMatchObject({ stale: false, at: opened })
      onTestFinished(() => lock.release())
      rmSync(path)
    })
    await told
    expect(existsSync(path)).toBe(false)
  })
})
