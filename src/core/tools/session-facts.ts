import type Database from 'better-sqlite3'
import type { Profile } from '../agents/types'

/** One session as the gate sees it; modes as stored, checked by the decision. */
export interface SessionFact {
  id: number; profileKey: string; role: string; parentId: number | null; rootId: number; title: string; status: string
  workMode: string; permissionMode: string; writeMode: string
  /** 1: the link to its parent is cut, and `frozen` holds what its ancestors gave it then. */
  detached?: number; frozen?: string | null
  payload?: string | null
  /** What a helper is to report, as JSON. */
  schema?: string | null
  /** JSON array. */
  tags?: string
  /** What it was created with, as JSON. */
  initial?: string
}

/** What held above a session whose link was cut (05 §5). */
export interface FrozenFacts { settings: { workMode?: string; permissionMode?: string; writeMode?: string }[]; profiles: Pick<Profile, 'key' | 'gates'>[] }
export const frozenOf = (chain: readonly SessionFact[]): FrozenFacts => {
  const text = chain.at(-1)?.frozen
  return typeof text === 'string' && chain.at(-1)?.detached === 1 ? (JSON.parse(text) as FrozenFacts) : { settings: [], profiles: [] }
}

export const tagsOf = (session: Pick<SessionFact, 'tags'> | undefined): string[] => (session?.tags === undefined ? [] : (JSON.parse(session.tags) as string[]))

export interface SessionFacts {
  /** The session first, then its ancestors up to a cut link; empty when it does not exist. */
  chain(id: number): SessionFact[]
  /** The same, and the stored result of a call that is over, in one look at the database. */
  begin(id: number, callId: string): { chain: SessionFact[]; result: string | null }
  rootOf(id: number): number | null
  /** True once part of the conversation was summarised or cleared (04 §7). */
  hasHidden(id: number): boolean
}

/** A session's row is read at every call: what the gate does not look at stays in it. */
const COLUMNS = 'id, profileKey, role, parentId, rootId, title, status, workMode, permissionMode, writeMode, detached, frozen, payload, schema, tags, initial'

/** Reads the Session table itself, so that no call depends on a copy that another process has overtaken. */
export function createSessionFacts(db: Database.Database): SessionFacts {
  const byId = db.prepare<[number], SessionFact>(`SELECT ${COLUMNS} FROM Session WHERE id = ?`)
  const ended = "SELECT result FROM Call WHERE sessionId = ? AND callId = ? AND state = 'finished'"
  const result = db.prepare<[number, string], { result: string | null }>(ended)
  const both = db.prepare<[number, string, number], SessionFact & { result: string | null }>(`SELECT ${COLUMNS}, (${ended}) AS result FROM Session WHERE id = ?`)
  const newer = db.prepare<[number, number], { upTo: number | null; hidden: number | null }>("SELECT max(seq) AS upTo, max(type IN ('compaction', 'clearing')) AS hidden FROM Entry WHERE sessionId = ? AND seq > ?")
  /** It never becomes false again; of a long session only what is new is looked through. */
  const known = new Map<number, { upTo: number; hidden: boolean }>()
  const chainFrom = (first: SessionFact | undefined): SessionFact[] => {
    const chain: SessionFact[] = []
    for (let at = first; at !== undefined && chain.length < 16; at = at.parentId === null || at.detached === 1 ? undefined : byId.get(at.parentId)) chain.push(at)
    return chain
  }
  return {
    hasHidden(id) {
      const before = known.get(id) ?? { upTo: 0, hidden: false }
      if (before.hidden) return true
      const found = newer.get(id, before.upTo)
      known.set(id, { upTo: found?.upTo ?? before.upTo, hidden: found?.hidden === 1 })
      return found?.hidden === 1
    },
    chain: (id) => chainFrom(byId.get(id)),
    begin(id, callId) {
      const found = both.get(id, callId, id)
      // A call may outlive its session.
      if (found === undefined) return { chain: [], result: result.get(id, callId)?.result ?? null }
      return { chain: chainFrom(found), result: found.result }
    },
    rootOf: (id) => byId.get(id)?.rootId ?? null,
  }
}
