import type Database from 'better-sqlite3'
import { statements } from './statements'

const { prepared } = statements((db, sql) => db.prepare<unknown[]>(sql))

export type InboxState = 'new' | 'kept' | 'reverted'
/** One entity of the story or slice of the world, before and after, as its own domain writes it down. */
export interface EntityEntry { area: 'story' | 'world'; kind: 'create' | 'modify' | 'delete'; entity: string; entityId: string; title: string; payload: unknown }
/** Who made the change, as the domains know it. */
export interface EntityBy { actor: string; sessionId: number | null; callId: string | null }

/** Whose changes wait for the author's eyes; the author's own and what was taken back do not (09 §8). */
export const waitsInInbox = (actor: string): boolean => actor === 'agent' || actor === 'shell' || actor === 'script' || actor === 'outside'

/** Notes changes of others inside the transaction that makes them (06 §7). The author's own typing is not journalled. */
export function noteEntities(db: Database.Database, at: string, by: EntityBy, entries: readonly EntityEntry[]): void {
  if (by.actor === 'author') return
  const insert = prepared(db, 'INSERT INTO EntityJournal (at, sessionId, callId, actor, area, kind, entity, entityId, title, payload, inbox) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  for (const { area, kind, entity, entityId, title, payload } of entries) {
    insert.run(at, by.sessionId, by.callId, by.actor, area, kind, entity, entityId, title, JSON.stringify(payload), waitsInInbox(by.actor) ? 'new' : 'kept')
  }
}

/** An entity that the author brought back waits no more as deleted; what came before its deletion still does. True when one waited. */
export function settleDeletion(db: Database.Database, at: string, { area, entity, entityId }: Pick<EntityEntry, 'area' | 'entity' | 'entityId'>): boolean {
  const { changes } = prepared(db, `UPDATE EntityJournal SET inbox = 'reverted', settledAt = ?
    WHERE inbox = 'new' AND kind = 'delete' AND seq = (SELECT max(seq) FROM EntityJournal WHERE area = ? AND entity = ? AND entityId = ?)`).run(at, area, entity, entityId)
  return changes > 0
}
