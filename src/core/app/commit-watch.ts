import { statSync } from 'node:fs'
import type Database from 'better-sqlite3'
import type { CoreEvent } from '@shared/events'
import type { Session } from '@shared/session'
import type { StoryKind } from '@shared/story'
import { storedRevision } from '../world/stored'

export interface WatchedProject {
  projectDb: Database.Database
  sessionsDb: Database.Database
  /** Where the items of the trash lie. */
  trashDir: string
  sessions(): Session[]
  emit(event: CoreEvent): void
  /** Takes in approvals that another process asked for or answered, and tells of them itself. */
  approvals(): Promise<void>
  defect(where: string, error: unknown): void
}

const storyTables: readonly [StoryKind, string][] = [
  ['act', 'StoryAct'], ['phase', 'StoryPhase'], ['chapter', 'StoryChapter'], ['thread', 'StoryThread'], ['scene', 'StoryScene'], ['promise', 'StoryPromise'], ['decision', 'StoryDecision'],
]

/**
 * Tells the window what other processes committed: the CLI, another core. SQLite's `data_version` changes when another connection
 * commits; then the rows are compared with those last seen (09 §1 Live: ≤200 ms at a 400 ms poll is met by what runs in here; outside
 * processes are seen within one poll). Returns the way to stop.
 */
export function watchCommits(project: WatchedProject, everyMs = 400): () => void {
  const story = watchStory(project)
  const world = watchWorld(project)
  const inbox = watchEntities(project)
  const sessions = watchSessions(project)
  const trash = watchTrash(project)
  const timer = setInterval(() => {
    try {
      story()
      world()
      inbox()
      sessions()
      trash()
    } catch {
      // A database that is busy or closing is looked at again in the next round.
    }
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** True when another connection has committed since the last call. */
function foreignCommits(db: Database.Database): () => boolean {
  const read = () => Number(db.pragma('data_version', { simple: true }))
  let seen = read()
  return () => {
    const now = read()
    if (now === seen) return false
    seen = now
    return true
  }
}

function watchStory({ projectDb, emit }: WatchedProject): () => void {
  const changed = foreignCommits(projectDb)
  const statements = storyTables.map(([kind, table]) => [kind, projectDb.prepare<[], { id: number; at: string }>(`SELECT id, updatedAt AS at FROM ${table}`)] as const)
  const look = () => new Map(statements.flatMap(([kind, all]) => all.all().map(({ id, at }) => [`${kind} ${id}`, at] as const)))
  let seen = look()
  return () => {
    if (!changed()) return
    const now = look()
    const keys = differences(seen, now)
    seen = now
    if (keys.length === 0) return
    const kinds = storyTables.map(([kind]) => kind).filter((kind) => keys.some((key) => key.startsWith(`${kind} `)))
    emit({ type: 'story.changed', kinds, ids: keys.map((key) => key.slice(key.indexOf(' ') + 1)), by: 'outside' })
  }
}

/** The world has one revision for all of it; who commits it elsewhere does not say what changed. */
function watchWorld({ projectDb, emit }: WatchedProject): () => void {
  const changed = foreignCommits(projectDb)
  let seen = storedRevision(projectDb)
  return () => {
    const now = storedRevision(projectDb)
    if (changed() && now !== seen) emit({ type: 'world.changed', slices: [], subjects: [], by: 'outside' })
    seen = now
  }
}

/** Changes of story and world that were kept or taken back elsewhere; those of files are among the sessions. */
function watchEntities({ projectDb, emit }: WatchedProject): () => void {
  const changed = foreignCommits(projectDb)
  const waiting = projectDb.prepare<[], number>("SELECT count(*) FROM EntityJournal WHERE inbox = 'new'").pluck()
  let seen = waiting.get()
  return () => {
    if (!changed()) return
    const now = waiting.get()
    if (now !== seen) emit({ type: 'inbox.changed' })
    seen = now
  }
}

/** What was moved into the trash, brought back or purged elsewhere: files are items of its folder, story and slices are rows. Of our own it tells once more. */
function watchTrash({ projectDb, trashDir, emit }: WatchedProject): () => void {
  const changed = foreignCommits(projectDb)
  const rows = projectDb.prepare<[], string>("SELECT (SELECT count(*) FROM StoryTrash) || ' ' || (SELECT count(*) FROM WorldHidden)").pluck()
  const folder = (): number => statSync(trashDir, { throwIfNoEntry: false })?.mtimeMs ?? 0
  let [seenRows, seenFolder] = [rows.get(), folder()]
  return () => {
    const [nowRows, nowFolder] = [changed() ? rows.get() : seenRows, folder()]
    if (nowRows !== seenRows || nowFolder !== seenFolder) emit({ type: 'trash.changed' })
    ;[seenRows, seenFolder] = [nowRows, nowFolder]
  }
}

function watchSessions({ sessionsDb, sessions, emit, approvals, defect }: WatchedProject): () => void {
  const changed = foreignCommits(sessionsDb)
  const look = () => new Map(sessions().map((session) => [session.id, session] as const))
  const inbox = () => JSON.stringify(sessionsDb.prepare('SELECT (SELECT max(seq) FROM Journal) AS rows, (SELECT count(*) FROM Journal WHERE inbox = \'new\') AS waiting, (SELECT count(*) FROM Proposal WHERE state = \'new\') AS proposals').get())
  let seen = look()
  let seenInbox = inbox()
  return () => {
    if (!changed()) return
    const nowInbox = inbox()
    if (nowInbox !== seenInbox) emit({ type: 'inbox.changed' })
    seenInbox = nowInbox
    approvals().catch((error: unknown) => defect('answers of another process', error))
    const now = look()
    for (const session of now.values()) if (JSON.stringify(seen.get(session.id)) !== JSON.stringify(session)) emit({ type: 'session.changed', session })
    for (const id of seen.keys()) if (!now.has(id)) emit({ type: 'session.removed', sessionId: id })
    seen = now
  }
}

function differences(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  const keys = [...now].filter(([key, at]) => before.get(key) !== at).map(([key]) => key)
  for (const key of before.keys()) if (!now.has(key)) keys.push(key)
  return keys
}
