import type { z } from 'zod'
import { fail } from '@shared/fault'
import type { CoreEvent } from '@shared/events'
import type { Entry, EntryType, Session } from '@shared/session'
import { relaxedCommit } from '../project/relaxed-commit'
import type { OpenedProject } from '../project/types'
import { BranchCache, type Branch } from './context/branch-cache'
import type { Draft } from './draft'
import { EntryTree, OFF_BRANCH } from './entry-tree'
import { toSession, type EntryRow, type Pause, type SessionRow } from './session-rows'
import { prepared } from '../project/statements'
import { transact } from '../project/transact'

export interface NewEntry { type: z.infer<typeof EntryType>; origin: Entry['origin']; payload: Record<string, unknown>; runId?: string | null; /** Absent: after the active leaf. */ parentId?: string | null; /** In the middle of a run: the run's next full commit brings it to the disk. */ passing?: boolean; /** Another version of the message that follows: the leaf stays, and nobody is told before that one is there. */ beside?: boolean }
export interface NewSession {
  profileKey: string; profileHash: string; kind: Session['kind']; role: Session['role']; parentId: number | null; rootId: number | null; depth: number
  workMode: Session['workMode']; permissionMode: Session['permissionMode']; writeMode: Session['writeMode']; model: string | null; title?: string; titleSource?: Session['titleSource']; initial?: Record<string, unknown>
}
type Settable = Partial<Pick<SessionRow, 'title' | 'titleSource' | 'summary' | 'workMode' | 'permissionMode' | 'writeMode' | 'model' | 'status' | 'runId' | 'recoveries' | 'detached' | 'frozen' | 'payload' | 'tags' | 'schema'>> & { pause?: Pause | null; unread?: boolean }

const unknown = (id: number): never => fail('SESSION_UNKNOWN', `There is no session ${id}.`)
const offBranch = (type: NewEntry['type']): boolean => OFF_BRANCH.some((one) => one === type)

/** Sessions and entries in `sessions.sqlite`; committed before anything is told (04 §2, §10). */
export class SessionStore {
  readonly #project: OpenedProject
  readonly tree: EntryTree
  readonly #branches: BranchCache
  #untold: CoreEvent[] = []

  constructor(project: OpenedProject) {
    this.#project = project
    this.tree = new EntryTree(project.sessionsDb)
    this.#branches = new BranchCache(project.sessionsDb, this.tree)
  }

  find(id: number): SessionRow | undefined {
    return prepared<[number], SessionRow>(this.#project.sessionsDb, 'SELECT * FROM Session WHERE id = ?').get(id)
  }

  row(id: number): SessionRow {
    return this.find(id) ?? unknown(id)
  }

  get(id: number): Session { return toSession(this.row(id)) }

  /** The active branch as its run works with it (04 §6, §7). */
  branch(id: number): Branch { return this.branchOf(this.row(id)) }

  /** The same by a row that was just read. */
  branchOf({ id, activeLeafId }: SessionRow): Branch { return this.#branches.of(id, activeLeafId) }

  list(): Session[] {
    return prepared<[], SessionRow>(this.#project.sessionsDb, 'SELECT * FROM Session ORDER BY updatedAt DESC, id DESC').all().map(toSession)
  }

  withStatus(...statuses: Session['status'][]): SessionRow[] {
    return prepared<[string], SessionRow>(this.#project.sessionsDb, 'SELECT * FROM Session WHERE status IN (SELECT value FROM json_each(?)) ORDER BY id').all(JSON.stringify(statuses))
  }

  create(given: NewSession): Session {
    const at = this.#now()
    const { lastInsertRowid } = prepared(this.#project.sessionsDb, `INSERT INTO Session (profileKey, profileHash, parentId, rootId, depth, kind, role, title, titleSource,
      workMode, permissionMode, writeMode, model, initial, createdAt, updatedAt) VALUES (@profileKey, @profileHash, @parentId, coalesce(@rootId, 0), @depth, @kind, @role, @title,
      @titleSource, @workMode, @permissionMode, @writeMode, @model, @initial, @at, @at)`).run({ title: '', titleSource: 'placeholder', ...given, initial: JSON.stringify(given.initial ?? {}), at })
    const id = Number(lastInsertRowid)
    if (given.rootId === null) prepared(this.#project.sessionsDb, 'UPDATE Session SET rootId = id WHERE id = ?').run(id)
    return this.changed(id)
  }

  /** Tells the window about a session as it stands. */
  changed(id: number): Session {
    const session = this.get(id)
    this.#tell({ type: 'session.changed', session })
    return session
  }

  set(id: number, change: Settable): Session {
    const { pause, unread, ...plain } = change
    const values: Record<string, unknown> = { ...plain }
    if (pause !== undefined) values['pause'] = pause === null ? null : JSON.stringify(pause)
    if (unread !== undefined) values['unread'] = unread ? 1 : 0
    const columns = Object.keys(values).map((name) => `${name} = @${name}`)
    prepared(this.#project.sessionsDb, `UPDATE Session SET ${[...columns, 'updatedAt = @at'].join(', ')} WHERE id = @id`).run({ ...values, id, at: this.#now() })
    return this.changed(id)
  }

  /** A new run: its epoch shuts every older one out (04 §3). */
  nextEpoch(id: number, runId: string): SessionRow {
    prepared(this.#project.sessionsDb, "UPDATE Session SET epoch = epoch + 1, runId = ?, status = 'running', pause = NULL, updatedAt = ? WHERE id = ?").run(runId, this.#now(), id)
    this.changed(id)
    return this.row(id)
  }

  /** RUN_FENCED when a newer run, or a cancel, has taken the session over. */
  fence(id: number, epoch: number): void {
    const now = prepared<[number], { epoch: number }>(this.#project.sessionsDb, 'SELECT epoch FROM Session WHERE id = ?').get(id) ?? unknown(id)
    if (now.epoch !== epoch) fail('RUN_FENCED', `Run epoch ${epoch} of session ${id} is over.`)
  }

  /** Adds an entry after the leaf (or `parentId`) and, when it is part of the branch, moves the leaf to it. `beside`: written in the same commit. */
  append(sessionId: number, entry: NewEntry, epoch?: number, beside: () => void = () => undefined): Entry {
    const db = this.#project.sessionsDb
    const write = () => transact(db, () => {
      if (epoch !== undefined) this.fence(sessionId, epoch)
      if (entry.payload['role'] === 'assistant') this.dropDraft(sessionId)
      const made = this.#insert(sessionId, entry)
      beside()
      return made
    })
    const { added, follows } = entry.passing === true ? relaxedCommit(db, write) : write()
    if (entry.beside === true) return added
    if (!offBranch(entry.type)) this.#branches.grew(sessionId, added)
    const shown = this.tree.withBranch(sessionId, added, follows)
    this.#tell({ type: 'entry.added', sessionId, entry: shown })
    return shown
  }

  #leafOf(id: number): string | null {
    const row = prepared<[number], { activeLeafId: string | null }>(this.#project.sessionsDb, 'SELECT activeLeafId FROM Session WHERE id = ?').get(id) ?? unknown(id)
    return row.activeLeafId
  }

  /** `follows`: right after its parent, so no other entry has the same one yet. */
  #insert(sessionId: number, entry: NewEntry): { added: Entry; follows: boolean } {
    const db = this.#project.sessionsDb
    const parentId = entry.parentId === undefined ? this.#leafOf(sessionId) : entry.parentId
    const seq = (prepared<[number], { seq: number | null }>(db, 'SELECT max(seq) AS seq FROM Entry WHERE sessionId = ? AND seq > 0').get(sessionId)?.seq ?? 0) + 1
    const parentSeq = parentId === null ? 0 : prepared<[string], { seq: number }>(db, 'SELECT seq FROM Entry WHERE id = ?').get(parentId)?.seq ?? 0
    const row: EntryRow = {
      id: this.#project.env.id('en'), sessionId, parentId, seq, type: entry.type, at: this.#now(), runId: entry.runId ?? null, origin: entry.origin, payload: JSON.stringify(entry.payload),
    }
    prepared(db, 'INSERT INTO Entry (id, sessionId, parentId, seq, type, at, runId, origin, payload) VALUES (@id, @sessionId, @parentId, @seq, @type, @at, @runId, @origin, @payload)').run(row)
    if (!offBranch(entry.type) && entry.beside !== true) prepared(db, 'UPDATE Session SET activeLeafId = ?, updatedAt = ? WHERE id = ?').run(row.id, row.at, sessionId)
    this.tree.added(sessionId, seq, parentSeq)
    return { added: { id: row.id, parentId, seq, type: row.type, at: row.at, runId: row.runId, origin: row.origin, payload: entry.payload }, follows: seq === parentSeq + 1 }
  }

  moveLeaf(sessionId: number, leafId: string | null): void {
    prepared(this.#project.sessionsDb, 'UPDATE Session SET activeLeafId = ?, updatedAt = ? WHERE id = ?').run(leafId, this.#now(), sessionId)
    this.#tell({ type: 'leaf.moved', sessionId, leafId })
  }

  /** The text of a reply that is still coming, kept each second; one per session, in no branch (04 §2). */
  saveDraft(sessionId: number, epoch: number, draft: Draft): void {
    this.#project.sessionsDb.transaction(() => {
      this.fence(sessionId, epoch)
      this.dropDraft(sessionId)
      prepared(this.#project.sessionsDb, "INSERT INTO Entry (id, sessionId, parentId, seq, type, at, runId, origin, payload) VALUES (?, ?, NULL, -1, 'custom', ?, ?, 'engine', ?)")
        .run(this.#project.env.id('en'), sessionId, this.#now(), draft.runId, JSON.stringify({ kind: 'draft', ...draft }))
    })()
  }

  draft(sessionId: number): Draft | null {
    const row = prepared<[number], { payload: string }>(this.#project.sessionsDb, 'SELECT payload FROM Entry WHERE sessionId = ? AND seq = -1').get(sessionId)
    return row === undefined ? null : JSON.parse(row.payload)
  }

  dropDraft(sessionId: number): void {
    prepared(this.#project.sessionsDb, 'DELETE FROM Entry WHERE sessionId = ? AND seq = -1').run(sessionId)
  }

  /** Only what is committed is told: inside a transaction an event waits for its end. */
  #tell(event: CoreEvent): void {
    if (!this.#project.sessionsDb.inTransaction && this.#untold.length === 0) { this.#project.emit(event); return }
    this.#untold.push(event)
    if (this.#untold.length === 1) queueMicrotask(() => { for (const one of this.#untold.splice(0)) this.#project.emit(one) })
  }

  #now(): string { return this.#project.env.now().toISOString() }
}
