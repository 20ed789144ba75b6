import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import type { CoreEvent } from '@shared/events'
import type { Session } from '@shared/session'
import { project001 } from '../project/migrations/project-001'
import { project002 } from '../project/migrations/project-002'
import { project003 } from '../project/migrations/project-003'
import { sessions001 } from '../project/migrations/sessions-001'
import { sessions002 } from '../project/migrations/sessions-002'
import { sessions004 } from '../project/migrations/sessions-004'
import { watchCommits } from './commit-watch'

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

function rig() {
  const folder = mkdtempSync(join(tmpdir(), 'wenqu-watch-'))
  const open = (name: string, sql?: string) => {
    const db = new Database(join(folder, name))
    db.pragma('journal_mode = WAL')
    if (sql) db.exec(sql)
    return db
  }
  const projectDb = open('project.sqlite', project001.sql + project002.sql + project003.sql)
  const sessionsDb = open('sessions.sqlite', sessions001.sql + sessions002.sql + sessions004.sql)
  const other = { project: open('project.sqlite'), sessions: open('sessions.sqlite') }
  const trashDir = join(folder, 'trash')
  mkdirSync(trashDir)
  const events: CoreEvent[] = []
  const sessions: Session[] = []
  let asked = 0
  const watched = {
    projectDb, sessionsDb, trashDir, sessions: () => [...sessions], emit: (event: CoreEvent) => void events.push(event),
    approvals: async () => void (asked += 1), defect: (_where: string, error: unknown) => { throw error },
  }
  stops.push(watchCommits(watched, 15))
  return { projectDb, trashDir, other, events, sessions, asked: () => asked }
}

const act = (db: Database.Database, name: string, at: string) => db.prepare("INSERT INTO StoryAct (name, title, sortOrder, createdAt, updatedAt) VALUES (?, 't', 1, ?, ?)").run(name, at, at)
const commit = (db: Database.Database, n: number) => db.prepare('INSERT INTO ImportKey (key, importId) VALUES (?, ?)').run(`k${n}`, 'i')
const pause = () => new Promise((done) => setTimeout(done, 60))

describe('commits of other processes', () => {
  it('become one story event with what was made, changed and removed; our own commits none', async () => {
    const { projectDb, other, events } = rig()
    act(projectDb, 'mine', '1')
    await pause()
    expect(events).toEqual([])
    act(other.project, 'theirs', '2')
    other.project.prepare("INSERT INTO StoryThread (name, title, sortOrder, createdAt, updatedAt) VALUES ('t', 't', 1, '2', '2')").run()
    await pause()
    expect(events.flatMap((event) => (event.type === 'story.changed' ? event.kinds : []))).toEqual(expect.arrayContaining(['act', 'thread']))
    events.length = 0
    other.project.prepare("UPDATE StoryAct SET title = 'x', updatedAt = '3' WHERE name = 'theirs'").run()
    await pause()
    other.project.prepare("DELETE FROM StoryAct WHERE name = 'mine'").run()
    await pause()
    expect(events).toEqual([{ type: 'story.changed', kinds: ['act'], ids: ['2'], by: 'outside' }, { type: 'story.changed', kinds: ['act'], ids: ['1'], by: 'outside' }])
  })

  it('tell of the inbox when a change of the plan was kept elsewhere', async () => {
    const { other, events } = rig()
    other.project.exec("INSERT INTO EntityJournal (at, actor, area, entity, entityId, title, kind, payload, inbox) VALUES ('1', 'agent', 'story', 'act', '1', 't', 'create', '{}', 'new')")
    await expect.poll(() => events).toEqual([{ type: 'inbox.changed' }])
    other.project.exec("UPDATE EntityJournal SET inbox = 'kept'")
    await expect.poll(() => events).toEqual([{ type: 'inbox.changed' }, { type: 'inbox.changed' }])
  })

  it('tell of the trash when a file, a part of the plan or a slice came to it or left it elsewhere', async () => {
    const { trashDir, other, events } = rig()
    const told = async (n: number) => expect.poll(() => events.filter(({ type }) => type === 'trash.changed').length).toBe(n)
    mkdirSync(join(trashDir, 'tr_1'))
    await told(1)
    rmdirSync(join(trashDir, 'tr_1'))
    await told(2)
    other.project.exec("INSERT INTO StoryTrash (id, kind, entityId, name, payload, at, actor, words) VALUES ('st_1', 'act', 1, 'a', '{}', '1', 'author', 0)")
    await told(3)
    other.project.exec('DELETE FROM StoryTrash')
    await told(4)
  })

  it('tell of the world when its revision is another; our own commits and kept states do not', async () => {
    const { projectDb, other, events } = rig()
    const bump = (db: Database.Database) => db.exec('UPDATE WorldRevision SET revision = revision + 1')
    bump(projectDb)
    await pause()
    other.project.exec("INSERT INTO WorldSnapshot VALUES ('a', 1, 1, 'h', '{}', '[]', '[]')")
    await pause()
    expect(events).toEqual([])
    bump(other.project)
    await pause()
    expect(events).toEqual([{ type: 'world.changed', slices: [], subjects: [], by: 'outside' }])
  })

  it('tell which sessions came, changed and went, and have approvals looked at', async () => {
    const { other, events, sessions, asked } = rig()
    await pause()
    expect(asked()).toBe(0)
    sessions.push({ id: 1, title: 'a' } as Session)
    commit(other.sessions, 1)
    await pause()
    sessions[0] = { id: 2, title: 'b' } as Session
    commit(other.sessions, 2)
    await pause()
    expect(events).toEqual([{ type: 'session.changed', session: { id: 1, title: 'a' } }, { type: 'session.changed', session: { id: 2, title: 'b' } }, { type: 'session.removed', sessionId: 1 }])
    expect(asked()).toBe(2)
  })
})
