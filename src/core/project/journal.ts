import type Database from 'better-sqlite3'
import { waitsInInbox } from './entity-journal'
import { commitBeside } from './log-room'
import { isAlive, ownProcess } from './process-identity'
import { relaxedCommit } from './relaxed-commit'
import type { By, Env } from './types'

export type JournalKind = 'create' | 'modify' | 'delete' | 'move'
/** One row of 06 §7. Paths as the project shows them; hashes are SHA-256; sizes in bytes. For a move `movedTo` is the new path, for a delete the trash item. */
export interface JournalEntry {
  path: string; kind: JournalKind; movedTo: string | null
  before: string | null; after: string | null; sizeBefore: number | null; sizeAfter: number | null
}
export interface JournalRow extends JournalEntry { seq: number; at: string; sessionId: number | null; callId: string | null; actor: string; state: 'intent' | 'done' | 'undone'; groupId: string }

export interface Journal {
  /** Writes the intent of a group, on the disk when it returns; gives the group's id. */
  begin(entries: readonly JournalEntry[], by: By): string
  /** `begin` that goes to the disk beside what is done meanwhile: before any name changes, `onDisk` is waited for. */
  beginBeside(entries: readonly JournalEntry[], by: By): { group: string; onDisk: Promise<void> }
  /** Runs `work` while no other process can finish a group of this project, and marks the group done with it, or not at all. `relaxed`: a full commit of this database follows before anyone is told; where the power goes before it, the next start ends the group. */
  finish(group: string, work: () => void, relaxed?: boolean): void
  undo(group: string): void
  /** One finished group at once, for changes that one rename makes. */
  record(entries: readonly JournalEntry[], by: By): void
  /** Groups whose process is gone, or that this process began before it last started. */
  abandoned(): { group: string; rows: JournalRow[] }[]
  rowsOf(group: string): JournalRow[]
  ofCall(sessionId: number, callId: string): JournalRow[]
  latest(path: string): JournalRow | null
  /** What the newest row of any process, also an unfinished one, says a path holds; null when none names it. */
  stateOf(path: string): { hash: string | null } | null
  /** Whether another group, done after this one read `before` there, brought a path to the same content. */
  madeByOther(group: string, path: string, before: string | null, after: string | null): boolean
  /** Deletions into this trash item first, then any of these contents, the newest first. */
  trashed(item: string, hashes: readonly string[]): JournalRow[]
  /** Deletions into a trash item that the author brought back to their places wait in the inbox no more. True when some waited. */
  broughtBack(item: string): boolean
  /** The number of the newest row; 0 when there is none. */
  lastSeq(): number
  /** Finished rows after that one, in order. */
  after(seq: number): JournalRow[]
}

/** Groups this process is working on right now, whichever opening of the project began them. */
const active = new Set<string>()

/** The journal of file changes in sessions.sqlite (06 §7). A group's id names its process, so that nobody undoes a living one's work. */
export function createJournal(db: Database.Database, env: Env): Journal {
  // Values by their place: by name costs a look-up each, and a patch has many rows.
  const insert = db.prepare(`INSERT INTO Journal (at, sessionId, callId, actor, state, groupId, inbox, path, kind, movedTo, before, after, sizeBefore, sizeAfter)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const mark = db.prepare("UPDATE Journal SET state = ? WHERE groupId = ? AND state = 'intent'")
  const write = db.transaction((entries: readonly JournalEntry[], by: By, state: string, groupId: string) => {
    const at = env.now().toISOString()
    const inbox = waitsInInbox(by.actor) ? 'new' : 'kept'
    for (const { path, kind, movedTo, before, after, sizeBefore, sizeAfter } of entries) insert.run(at, by.sessionId, by.callId, by.actor, state, groupId, inbox, path, kind, movedTo, before, after, sizeBefore, sizeAfter)
  })
  const newGroup = (): string => `${ownProcess.pid}.${ownProcess.startTime ?? '-'}.${env.id('g')}`
  const settle = (group: string, state: 'done' | 'undone'): void => {
    mark.run(state, group)
  }
  const begin = (entries: readonly JournalEntry[], by: By): string => {
    const group = newGroup()
    active.add(group)
    try {
      write.immediate(entries, by, 'intent', group)
    } catch (error) {
      active.delete(group)
      throw error
    }
    return group
  }
  return {
    begin,
    beginBeside: (entries, by) => {
      const { made: group, onDisk } = commitBeside(db, () => begin(entries, by))
      return { group, onDisk }
    },
    finish: (group, work, relaxed = false) => {
      const end = (): void => db.transaction(() => {
        work()
        settle(group, 'done')
      }).immediate()
      if (relaxed) relaxedCommit(db, end)
      else end()
      active.delete(group)
    },
    undo: (group) => {
      settle(group, 'undone')
      active.delete(group)
    },
    record: (entries, by) => {
      write.immediate(entries, by, 'done', newGroup())
    },
    abandoned: () => {
      const rows = db.prepare("SELECT * FROM Journal WHERE state = 'intent' ORDER BY seq").all() as JournalRow[]
      const groups = Map.groupBy(rows, (row) => row.groupId)
      return [...groups].filter(([group]) => !active.has(group) && isAbandoned(group)).map(([group, found]) => ({ group, rows: found }))
    },
    rowsOf: (group) => db.prepare('SELECT * FROM Journal WHERE groupId = ? ORDER BY seq').all(group) as JournalRow[],
    ofCall: (sessionId, callId) => db.prepare('SELECT * FROM Journal WHERE sessionId = ? AND callId = ? ORDER BY seq').all(sessionId, callId) as JournalRow[],
    latest: (path) => (db.prepare("SELECT * FROM Journal WHERE path = ? AND state = 'done' ORDER BY seq DESC LIMIT 1").get(path) as JournalRow | undefined) ?? null,
    stateOf: (path) => {
      const row = db.prepare("SELECT path, kind, after FROM Journal WHERE (path = ? OR movedTo = ?) AND state <> 'undone' ORDER BY seq DESC LIMIT 1").get(path, path) as Pick<JournalRow, 'path' | 'kind' | 'after'> | undefined
      return row === undefined ? null : { hash: hashAt(row, path) }
    },
    madeByOther: (group, path, before, after) => {
      const row = db.prepare("SELECT * FROM Journal WHERE (path = ? OR movedTo = ?) AND state = 'done' AND groupId <> ? ORDER BY seq DESC LIMIT 1").get(path, path, group) as JournalRow | undefined
      if (row === undefined || hashAt(row, path) !== after) return false
      const began = db.prepare('SELECT min(seq) FROM Journal WHERE groupId = ?').pluck().get(group) as number
      return row.seq > began || (row.path === path ? row.before : null) === before
    },
    trashed: (item, hashes) => db.prepare("SELECT * FROM Journal WHERE kind = 'delete' AND state <> 'undone' AND (movedTo = ? OR before IN (SELECT value FROM json_each(?))) ORDER BY movedTo IS ? DESC, seq DESC").all(item, JSON.stringify(hashes), item) as JournalRow[],
    broughtBack: (item) => db.prepare("UPDATE Journal SET inbox = 'reverted', settledAt = ? WHERE movedTo = ? AND kind = 'delete' AND inbox = 'new'").run(env.now().toISOString(), item).changes > 0,
    lastSeq: () => (db.prepare('SELECT max(seq) AS seq FROM Journal').get() as { seq: number | null }).seq ?? 0,
    after: (seq) => db.prepare("SELECT * FROM Journal WHERE seq > ? AND state = 'done' ORDER BY seq").all(seq) as JournalRow[],
  }
}

/** What a row leaves at one of the names it touches. */
const hashAt = (row: Pick<JournalRow, 'path' | 'kind' | 'after'>, path: string): string | null => (row.kind === 'move' && row.path === path ? null : row.after)

function isAbandoned(group: string): boolean {
  const [pid = '', startTime = '-'] = group.split('.')
  if (Number(pid) === ownProcess.pid && startTime === (ownProcess.startTime ?? '-')) return true
  return !isAlive(Number(pid), startTime === '-' ? null : startTime)
}
