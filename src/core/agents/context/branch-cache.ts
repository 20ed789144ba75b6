import type Database from 'better-sqlite3'
import type { Entry } from '@shared/session'
import type { EntryTree } from '../entry-tree'
import { prepared } from '../../project/statements'

/** The part of a session's branch that its run works with. */
export interface Branch {
  /** Oldest first; whole from `from` on, and whole for the present run. */
  readonly entries: readonly Entry[]
  /** Where what the model sees begins: the first entry that the newest compaction kept. */
  readonly from: number
  readonly compaction: Entry | null
}
interface Kept { entries: Entry[]; from: number; compaction: Entry | null; leafId: string }

/** Sessions whose branch stays in memory; more than run at once. */
const SESSIONS = 8
const NOTHING: Branch = { entries: [], from: 0, compaction: null }

const visible = new WeakMap<readonly Entry[], { readonly from: number; readonly entries: Entry[] }>()

/** What the model sees of a branch; the same list for the same branch, which grows with it. */
export function visibleEntries({ entries, from }: Branch): readonly Entry[] {
  if (from === 0) return entries
  const known = visible.get(entries)
  const seen = known?.from === from ? known : { from, entries: [] }
  visible.set(entries, seen)
  seen.entries.push(...entries.slice(from + seen.entries.length))
  return seen.entries
}

/**
 * The active branch of sessions that run, read once and then grown with every appended entry: a step of a long session
 * costs what it adds, not what there is (13 row 8). A leaf moved by anyone else makes it read again.
 */
export class BranchCache {
  readonly #db: Database.Database
  readonly #tree: EntryTree
  readonly #kept = new Map<number, Kept>()

  constructor(db: Database.Database, tree: EntryTree) { this.#db = db; this.#tree = tree }

  of(sessionId: number, leafId: string | null): Branch {
    if (leafId === null) return NOTHING
    const kept = this.#kept.get(sessionId)
    if (kept?.leafId === leafId) return kept
    const read = this.#read(sessionId, leafId)
    this.#kept.delete(sessionId)
    this.#kept.set(sessionId, read)
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size > SESSIONS && oldest !== undefined) this.#kept.delete(oldest)
    return read
  }

  /** Called with every entry that became the leaf of its session. */
  grew(sessionId: number, entry: Entry): void {
    const kept = this.#kept.get(sessionId)
    if (kept === undefined) return
    if (entry.parentId !== kept.leafId) { this.#kept.delete(sessionId); return }
    kept.entries.push(entry)
    kept.leafId = entry.id
    if (entry.type === 'compaction') compacted(kept, entry)
  }

  #read(sessionId: number, leafId: string): Kept {
    const compaction = this.#compaction(sessionId, leafId)
    const firstKept = compaction === null ? null : this.#seqOf(sessionId, compaction.payload['firstKeptEntryId'])
    if (compaction === null || firstKept === null) return { entries: this.#tree.branch(sessionId, leafId), from: 0, compaction: null, leafId }
    const run = prepared<[number, number], { seq: number | null }>(this.#db, 'SELECT min(seq) AS seq FROM Entry WHERE sessionId = ? AND seq > 0 AND runId = (SELECT runId FROM Session WHERE id = ?)').get(sessionId, sessionId)?.seq ?? firstKept
    const entries = this.#tree.since(sessionId, leafId, Math.min(run, firstKept))
    return { entries, from: Math.max(0, entries.findIndex((entry) => entry.seq >= firstKept)), compaction, leafId }
  }

  /** The newest compaction that stands on the branch. */
  #compaction(sessionId: number, leafId: string): Entry | null {
    const rows = prepared<[number], { id: string; seq: number }>(this.#db, "SELECT id, seq FROM Entry WHERE sessionId = ? AND seq > 0 AND type = 'compaction' ORDER BY seq DESC").all(sessionId)
    const newest = rows.find((row) => this.#tree.holds(sessionId, leafId, row.seq))
    return newest === undefined ? null : this.#tree.find(sessionId, newest.id) ?? null
  }

  #seqOf(sessionId: number, id: unknown): number | null {
    return typeof id === 'string' ? this.#tree.find(sessionId, id)?.seq ?? null : null
  }
}

/** What neither the model nor the present run needs is let go. */
function compacted(kept: Kept, compaction: Entry): void {
  const from = kept.entries.findIndex((entry) => entry.id === compaction.payload['firstKeptEntryId'])
  if (from === -1) return
  const run = kept.entries.findIndex((entry) => entry.runId === compaction.runId)
  const drop = run === -1 ? from : Math.min(run, from)
  kept.entries = kept.entries.slice(drop)
  kept.from = from - drop
  kept.compaction = compaction
}
