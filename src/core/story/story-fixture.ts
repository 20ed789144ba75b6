import Database from 'better-sqlite3'
import { ulid } from 'ulid'
import type { CoreEvent } from '@shared/events'
import { fail } from '@shared/fault'
import type { ProseNode } from '@shared/story'
import { project001 } from '../project/migrations/project-001'
import { project002 } from '../project/migrations/project-002'
import { project003 } from '../project/migrations/project-003'
import type { By, Env } from '../project/types'
import { createWorldService } from '../world/world-service'
import { createStoryService } from './story-service'
import type { StoryTimes } from './story-world'
import type { Focus, StoryCommit, StorySave, StorySaved, StoryService } from './types'

export const author: By = { actor: 'author', sessionId: null, callId: null }
export const agentBy = (callId: string, sessionId = 1): By => ({ actor: 'agent', sessionId, callId })

export interface StoryFixture {
  db: Database.Database
  env: Env
  story: StoryService
  events: CoreEvent[]
  prose: ProseNode[]
  /** `save('chapter', 'update', '3', {sortOrder: 0})` as an agent of session 1, with its focus. */
  save(kind: StorySave['kind'], action: string, id: string | null, fields: Record<string, unknown>, commit?: StoryCommit): StorySaved
  /** Every table of the file as text, to compare before and after. */
  dump(): string
}

/** Time that moves on by a second each call, ids in order. */
export function testEnv(): Env {
  let at = Date.UTC(2026, 0, 1)
  return { now: () => new Date((at += 1_000)), id: (prefix) => `${prefix}_${ulid()}`, random: () => 0.5, home: '/nowhere' }
}

export function dumpOf(db: Database.Database): string {
  const tables = db.prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  return JSON.stringify(tables.map(({ name }) => [name, db.prepare(`SELECT * FROM ${name}`).all()]))
}

/** An empty story on real SQLite in memory. */
export function emptyStory(path = ':memory:', locale: 'zh-CN' | 'en' = 'zh-CN', times: StoryTimes | null = null): StoryFixture {
  const db = new Database(path)
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'Story'").get() === undefined) db.exec(project001.sql + project002.sql + project003.sql)
  const env = testEnv()
  const events: CoreEvent[] = []
  const prose: ProseNode[] = []
  const focus = new Map<number, Focus>()
  const files = { schema: () => ({ types: {}, hash: 'empty', empty: true }), calendar: () => fail('CALENDAR_MISSING', 'No calendar.') }
  const world = createWorldService({ db, env, emit: () => undefined, files })
  const story = createStoryService({
    db, env, emit: (event) => events.push(event), manifestTitle: () => 'Story', prose: () => Promise.resolve(prose), proseSync: () => prose, locale: () => locale, world: { times, attrs: (id, at) => world.attrs(id, { at }) ?? {} },
    focus: { get: (id) => focus.get(id) ?? {}, set: (id, value) => void focus.set(id, value) },
  })
  let calls = 0
  return {
    db, env, story, events, prose, dump: () => dumpOf(db),
    save: (kind, action, id, fields, commit) => {
      const callId = `call${(calls += 1)}`
      return story.save(story.focused({ kind, action, id, fields, prose }, 1), commit ?? { by: agentBy(callId), exactlyOnce: { sessionId: 1, callId } })
    },
  }
}

/** The start of 02 §15: chapters c1…c5, thread 1, draft scenes 1 and 2 in chapter 1, 3 in none, promise 1 with a plant on scene 1, decision 1. No focus yet. */
export function specStory(locale: 'zh-CN' | 'en' = 'zh-CN', times: StoryTimes | null = null): StoryFixture {
  const fixture = emptyStory(':memory:', locale, times)
  const byAuthor: StoryCommit = { by: author, exactlyOnce: null }
  for (const n of [1, 2, 3, 4, 5]) fixture.save('chapter', 'create', null, { name: `c${n}`, title: `Chapter ${n}` }, byAuthor)
  fixture.save('thread', 'create', null, { name: 't1', title: 'Main', isMainThread: true }, byAuthor)
  for (const chapterId of ['1', '1', null]) fixture.save('scene', 'create', null, { threadId: '1', chapterId, title: 'Scene' }, byAuthor)
  fixture.save('promise', 'create', null, { name: 'p1', title: 'Promise' }, byAuthor)
  fixture.save('beat', 'set', null, { promiseId: '1', sceneId: '1', kind: 'plant', note: 'n' }, byAuthor)
  fixture.save('decision', 'create', null, { name: 'd1', title: 'Decision', question: 'Which?', options: [{ option: 'A' }, { option: 'B' }] }, byAuthor)
  fixture.events.length = 0
  return fixture
}

/** A beat of promise 1 that fulfils nothing by itself. */
export function beat(fixture: StoryFixture, sceneId: number, kind: string, note: string | null = null): void {
  fixture.save('beat', 'set', null, { promiseId: '1', sceneId: String(sceneId), kind, note, ...(kind === 'payoff' ? { autoFulfill: false } : {}) }, { by: author, exactlyOnce: null })
}

export const promiseStatus = (fixture: StoryFixture): string => fixture.db.prepare<[], { status: string }>('SELECT status FROM StoryPromise WHERE id = 1').get()?.status ?? 'gone'

/** Ids of a list in its order. */
export const chapterOrder = (fixture: StoryFixture): string => fixture.story.chapters({ limit: 200 }).items.map((c) => String(c['id'])).join(' ')
export const sceneOrder = (fixture: StoryFixture, list: 'thread' | 'chapter', id: string): string => fixture.story.scenesOf(list, id).map((s) => s.id).join(' ')
