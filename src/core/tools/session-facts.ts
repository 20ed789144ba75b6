import type Database from 'better-sqlite3'

/** One session as the gate sees it; modes as stored, checked by the decision. */
export interface SessionFact {
  id: number; profileKey: string; role: string; parentId: number | null; rootId: number; title: string; status: string
  workMode: string; permissionMode: string; writeMode: string
}

export interface SessionFacts {
  /** The session first, then its ancestors; empty when it does not exist. */
  chain(id: number): SessionFact[]
  rootOf(id: number): number | null
  /** True once part of the conversation was summarised or cleared (04 §7). */
  hasHidden(id: number): boolean
}

const COLUMNS = 'id, profileKey, role, parentId, rootId, title, status, workMode, permissionMode, writeMode'

/** Reads the Session table itself, so that no call depends on a copy that another process has overtaken. */
export function createSessionFacts(db: Database.Database): SessionFacts {
  const byId = db.prepare<[number], SessionFact>(`SELECT ${COLUMNS} FROM Session WHERE id = ?`)
  const newer = db.prepare<[number, number], { upTo: number | null; hidden: number | null }>("SELECT max(seq) AS upTo, max(type IN ('compaction', 'clearing')) AS hidden FROM Entry WHERE sessionId = ? AND seq > ?")
  /** It never becomes false again; of a long session only what is new is looked through. */
  const known = new Map<number, { upTo: number; hidden: boolean }>()
  return {
    hasHidden(id) {
      const before = known.get(id) ?? { upTo: 0, hidden: false }
      if (before.hidden) return true
      const found = newer.get(id, before.upTo)
      known.set(id, { upTo: found?.upTo ?? before.upTo, hidden: found?.hidden === 1 })
      return found?.hidden === 1
    },
    chain(id) {
      const chain: SessionFact[] = []
      for (let at = byId.get(id); at !== undefined && chain.length < 16; at = at.parentId === null ? undefined : byId.get(at.parentId)) chain.push(at)
      return chain
    },
    rootOf: (id) => byId.get(id)?.rootId ?? null,
  }
}
