import type { z } from 'zod'
import type { EntryType, Entry, Session } from '@shared/session'

/** Columns of Session and Entry as SQLite gives them. */
export interface SessionRow {
  id: number; profileKey: string; profileHash: string; /** JSON of what it was created with. */ initial: string; parentId: number | null; rootId: number; depth: number; kind: Session['kind']; role: Session['role']
  title: string; titleSource: Session['titleSource']; summary: string; tags: string; workMode: Session['workMode']; permissionMode: Session['permissionMode']
  writeMode: Session['writeMode']; model: string | null; status: Session['status']; activeLeafId: string | null; epoch: number; runId: string | null
  pause: string | null; unread: number; recoveries: string; createdAt: string; updatedAt: string
  detached: number; /** What held of its ancestors when the link was cut, as JSON. */ frozen: string | null; /** The input of its last invocation, as JSON. */ payload: string | null; /** What a helper is to report, a JSON Schema as JSON; null: nothing of that kind. */ schema: string | null
}
export interface EntryRow { id: string; sessionId: number; parentId: string | null; seq: number; type: z.infer<typeof EntryType>; at: string; runId: string | null; origin: Entry['origin']; payload: string }

/** Why a run waits for the author; `values` are its numbers. */
export interface Pause { code: string; text: string; values?: Record<string, string | number> }

export function toSession(row: SessionRow): Session {
  return {
    id: row.id, profileKey: row.profileKey, title: row.title, titleSource: row.titleSource, kind: row.kind, role: row.role, parentId: row.parentId, rootId: row.rootId,
    depth: row.depth, detached: row.detached === 1, workMode: row.workMode, permissionMode: row.permissionMode, writeMode: row.writeMode, model: row.model, status: row.status,
    activeLeafId: row.activeLeafId, createdAt: row.createdAt, updatedAt: row.updatedAt, unread: row.unread === 1, tags: JSON.parse(row.tags),
  }
}

export function toEntry(row: EntryRow): Entry {
  return { id: row.id, parentId: row.parentId, seq: row.seq, type: row.type, at: row.at, runId: row.runId, origin: row.origin, payload: JSON.parse(row.payload) }
}
