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
}

const COLUMNS = 'id, profileKey, role, parentId, rootId, title, status, workMode, permissionMode, writeMode'

/** Reads the Session table itself, so that no call depends on a copy that another process has overtaken. */
export function createSessionFacts(db: Database.Database): SessionFacts {
  const byId = db.prepare<[number], SessionFact>(`SELECT ${COLUMNS} FROM Session WHERE id = ?`)
  return {
    chain(id) {
      const chain: SessionFact[] = []
      for (let at = byId.get(id); at !== undefined && chain.length < 16; at = at.parentId === null ? undefined : byId.get(at.parentId)) chain.push(at)
      return chain
    },
    rootOf: (id) => byId.get(id)?.rootId ?? null,
  }
}
