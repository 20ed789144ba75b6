import type Database from 'better-sqlite3'
import type { Approval, ApprovalStatus } from '@shared/approval'
import { fail } from '@shared/fault'
import type { Env } from '../../project/types'
import type { Caller } from '../types'

/** The stored caller: who asked, so that the answer runs the call as the same identity. */
export type StoredCaller = Pick<Caller, 'kind' | 'sessionId' | 'runId' | 'callId' | 'profileKey' | 'role' | 'overrides' | 'startedAt'>
export interface ApprovalRow extends Approval { caller: StoredCaller }

interface Raw {
  id: string; sessionId: number; surfaceSessionId: number; runId: string | null; callId: string; tool: string; defHash: string; args: string; argsHash: string
  reasons: string; effects: string; effectsHash: string; status: ApprovalStatus; replaces: string | null; note: string | null; at: string; askedBy: string; caller: string
}

export interface ApprovalRows {
  insert(row: ApprovalRow): void
  /** APPROVAL_UNKNOWN. */
  get(id: string): ApprovalRow
  find(id: string): ApprovalRow | null
  /** The card that took the place of a stale one, or null. */
  successor(id: string): string | null
  withStatus(...statuses: ApprovalStatus[]): ApprovalRow[]
  pendingOf(sessionId: number, callId?: string): ApprovalRow[]
  /** One step of 05 §6, only from the old state: false when another answer was first. */
  move(id: string, from: ApprovalStatus, to: ApprovalStatus, note?: string | null): boolean
  /** Rows that another process added or moved since the last look; this process's own are known. */
  changedElsewhere(): ApprovalRow[]
}

/** The Approval table. Every change of state is one conditional statement: a second answer changes nothing (05 §6). */
export function createApprovalRows(db: Database.Database, env: Env): ApprovalRows {
  const columns = 'id, sessionId, surfaceSessionId, runId, callId, tool, defHash, args, argsHash, reasons, effects, effectsHash, status, replaces, note, at, askedBy, caller'
  const insert = db.prepare(`INSERT INTO Approval (${columns}) VALUES (${columns.split(', ').map((name) => `@${name}`).join(', ')})`)
  const byId = db.prepare<[string], Raw>('SELECT * FROM Approval WHERE id = ?')
  const byStatus = db.prepare<[string], Raw>('SELECT * FROM Approval WHERE status IN (SELECT value FROM json_each(?)) ORDER BY rowid')
  const pending = db.prepare<[number], Raw>("SELECT * FROM Approval WHERE sessionId = ? AND status = 'pending' ORDER BY rowid")
  const move = db.prepare("UPDATE Approval SET status = @to, at = json_set(at, '$.' || @to, @now), note = coalesce(@note, note) WHERE id = @id AND status = @from")
  const next = db.prepare<[string], { id: string }>('SELECT id FROM Approval WHERE replaces = ? ORDER BY rowid DESC LIMIT 1')
  const statuses = db.prepare<[], { id: string; status: ApprovalStatus }>('SELECT id, status FROM Approval')
  const find = (id: string): ApprovalRow | null => {
    const raw = byId.get(id)
    return raw === undefined ? null : parse(raw)
  }
  const known = new Map(statuses.all().map((row) => [row.id, row.status]))
  return {
    insert: (row) => { insert.run(store(row)); known.set(row.id, row.status) },
    find,
    get: (id) => find(id) ?? fail('APPROVAL_UNKNOWN', `There is no approval "${id}".`, { actual: id }),
    successor: (id) => next.get(id)?.id ?? null,
    withStatus: (...wanted) => byStatus.all(JSON.stringify(wanted)).map(parse),
    pendingOf: (sessionId, callId) => pending.all(sessionId).map(parse).filter((row) => callId === undefined || row.callId === callId),
    move(id, from, to, note = null) {
      const moved = move.run({ id, from, to, note, now: env.now().toISOString() }).changes === 1
      if (moved) known.set(id, to)
      return moved
    },
    changedElsewhere() {
      const changed = statuses.all().filter((row) => known.get(row.id) !== row.status)
      for (const row of changed) known.set(row.id, row.status)
      return changed.map((row) => find(row.id)).filter((row) => row !== null)
    },
  }
}

function store(row: ApprovalRow): Raw {
  const json = (value: unknown): string => JSON.stringify(value)
  return { ...row, args: json(row.args), reasons: json(row.reasons), effects: json(row.effects), at: json(row.at), askedBy: json(row.askedBy), caller: json(row.caller) }
}

function parse(raw: Raw): ApprovalRow {
  return {
    ...raw,
    args: JSON.parse(raw.args) as ApprovalRow['args'], reasons: JSON.parse(raw.reasons) as ApprovalRow['reasons'], effects: JSON.parse(raw.effects) as ApprovalRow['effects'],
    at: JSON.parse(raw.at) as ApprovalRow['at'], askedBy: JSON.parse(raw.askedBy) as ApprovalRow['askedBy'], caller: JSON.parse(raw.caller) as StoredCaller,
  }
}
