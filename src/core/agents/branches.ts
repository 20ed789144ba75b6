import { fail } from '@shared/fault'
import type { Entry, Picture, Session } from '@shared/session'
import { messageOf } from './conversation'
import type { Parts } from './parts'
import type { EntryRow } from './session-rows'
import { prepared } from '../project/statements'

/** The entry of a session, or ENTRY_UNKNOWN. */
export function entryOf(parts: Parts, sessionId: number, entryId: string): Entry {
  return parts.store.tree.find(sessionId, entryId) ?? fail('ENTRY_UNKNOWN', `Session ${sessionId} has no entry ${entryId}.`)
}

/** Where a retry starts: before an old reply, or at an old message (04 §2). */
export function retryLeaf(entry: Entry): string | null {
  const role = messageOf(entry)?.role
  if (role === 'assistant') return entry.parentId
  return role === 'user' ? entry.id : fail('ENTRY_UNKNOWN', 'Only a message or a reply can be tried again.')
}

/** The message of the author that an edit stands beside. */
export function editedMessage(entry: Entry): Entry {
  return messageOf(entry)?.role === 'user' && entry.origin === 'user' ? entry : fail('ENTRY_UNKNOWN', 'Only your own messages can be edited.')
}

/** What the author put beside the words: an edit of the words keeps it. */
export function picturesOf(entry: Entry): readonly Picture[] {
  const message = messageOf(entry)
  return message?.role === 'user' ? message.pictures ?? [] : []
}

/** A new session with the branch up to an entry, made from the same words and bound to the same target; bypassPermissions is never copied (05 §1). */
export function forkSession(parts: Parts, from: Session, entry: Entry): Session {
  const { store, project, env } = parts
  const { profileHash, initial, payload } = store.row(from.id)
  return project.sessionsDb.transaction(() => {
    const made = store.create({
      profileKey: from.profileKey, profileHash, kind: from.kind, role: 'root', parentId: null, rootId: null, depth: 0, workMode: from.workMode,
      permissionMode: from.permissionMode === 'bypassPermissions' ? 'default' : from.permissionMode, writeMode: from.writeMode, model: from.model, title: forkTitle(from.title, store.list().map((one) => one.title)), titleSource: from.titleSource,
      initial: JSON.parse(initial) as Record<string, unknown>,
    })
    const insert = prepared<[EntryRow]>(project.sessionsDb, 'INSERT INTO Entry (id, sessionId, parentId, seq, type, at, runId, origin, payload) VALUES (@id, @sessionId, @parentId, @seq, @type, @at, @runId, @origin, @payload)')
    const ids = new Map<string, string>()
    let parentId: string | null = null
    for (const [n, one] of store.tree.branch(from.id, entry.id).entries()) {
      const id = env.id('en')
      ids.set(one.id, id)
      insert.run({ id, sessionId: made.id, parentId, seq: n + 1, type: one.type, at: one.at, runId: one.runId, origin: one.origin, payload: JSON.stringify(payloadOf(one, ids)) })
      parentId = id
    }
    prepared(project.sessionsDb, 'UPDATE Session SET activeLeafId = ?, payload = ? WHERE id = ?').run(parentId, payload, made.id)
    return store.changed(made.id)
  })()
}

/** The name with the next free number: two conversations of one name cannot be told apart in the list. */
function forkTitle(title: string, taken: readonly string[]): string {
  if (title === '') return title
  const name = title.replace(/ \(\d{1,4}\)$/u, '')
  const numbers = taken.flatMap((one) => (one.startsWith(`${name} (`) ? [Number(/ \((\d{1,4})\)$/u.exec(one)?.[1] ?? 1)] : []))
  return `${name} (${Math.max(1, ...numbers) + 1})`
}

/** A summary names the entry it kept from; in the fork that one has another id. */
function payloadOf(entry: Entry, ids: ReadonlyMap<string, string>): Entry['payload'] {
  const kept = entry.payload['firstKeptEntryId']
  return entry.type === 'compaction' && typeof kept === 'string' ? { ...entry.payload, firstKeptEntryId: ids.get(kept) ?? null } : entry.payload
}
