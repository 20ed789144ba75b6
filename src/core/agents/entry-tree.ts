import type Database from 'better-sqlite3'
import type { Entry } from '@shared/session'
import { toEntry, type EntryRow } from './session-rows'
import { prepared } from '../project/statements'

/** A run of entries each of which has the one before it as parent, by seq, both ends included. */
interface Segment { from: number; to: number }

/** These stand beside the branch, not on it: they never move the leaf. */
export const OFF_BRANCH = ['invocation_lifecycle', 'session_update', 'session_archived', 'session_restored', 'model_change', 'thinking_level_change', 'leaf', 'label'] as const
const ON_BRANCH = `type NOT IN (${OFF_BRANCH.map((type) => `'${type}'`).join(', ')})`

/**
 * The entry tree of a session (04 §2). A branch is known by its few segments, so a page or a count of a session with
 * 100,000 entries reads only what it shows. Drafts have seq -1 and are in no branch.
 */
export class EntryTree {
  readonly #db: Database.Database
  /** Per session: seq of each entry that does not follow the one before it → seq of its parent (0 = none); true up to a seq. */
  readonly #known = new Map<number, { upTo: number; breaks: Map<number, number> }>()

  constructor(db: Database.Database) { this.#db = db }

  find(sessionId: number, id: string): Entry | undefined {
    const row = prepared<[string, number], EntryRow>(this.#db, 'SELECT * FROM Entry WHERE id = ? AND sessionId = ? AND seq > 0').get(id, sessionId)
    return row === undefined ? undefined : toEntry(row)
  }

  /** Called with every appended entry, so that known segments stay true. */
  added(sessionId: number, seq: number, parentSeq: number): void {
    const known = this.#known.get(sessionId)
    if (known === undefined) return
    // Another process (the CLI) has written in between: read anew.
    if (seq !== known.upTo + 1) { this.#known.delete(sessionId); return }
    known.upTo = seq
    if (parentSeq !== seq - 1 || seq === 1) known.breaks.set(seq, parentSeq)
  }

  /** The branch that ends at a leaf, oldest first, as segments. */
  #segments(sessionId: number, leafId: string | null): Segment[] {
    if (leafId === null) return []
    const leaf = prepared<[string], { seq: number }>(this.#db, 'SELECT seq FROM Entry WHERE id = ?').get(leafId)
    const breaks = this.#breaksOf(sessionId, leaf?.seq ?? 0)
    const starts = [...breaks.keys()].sort((a, b) => a - b)
    const segments: Segment[] = []
    for (let at = leaf?.seq ?? 0; at > 0; ) {
      const from = lastAtMost(starts, at)
      segments.unshift({ from, to: at })
      at = breaks.get(from) ?? 0
    }
    return segments
  }

  #breaksOf(sessionId: number, leafSeq: number): Map<number, number> {
    const known = this.#known.get(sessionId)
    if (known !== undefined && leafSeq <= known.upTo) return known.breaks
    const rows = prepared<[number], { seq: number; parentSeq: number | null }>(this.#db, `
      SELECT b.seq, p.seq AS parentSeq FROM (SELECT seq, parentId, lag(id) OVER (ORDER BY seq) AS before FROM Entry WHERE sessionId = ? AND seq > 0) b
      LEFT JOIN Entry p ON p.id = b.parentId WHERE b.parentId IS NOT b.before OR b.before IS NULL`).all(sessionId)
    const breaks = new Map(rows.map((row) => [row.seq, row.parentSeq ?? 0]))
    const upTo = prepared<[number], { seq: number | null }>(this.#db, 'SELECT max(seq) AS seq FROM Entry WHERE sessionId = ?').get(sessionId)?.seq ?? 0
    this.#known.set(sessionId, { upTo: Math.max(0, upTo), breaks })
    return breaks
  }

  /** Whether the entry of that seq stands on the branch. */
  holds(sessionId: number, leafId: string | null, seq: number): boolean {
    return this.#segments(sessionId, leafId).some((one) => one.from <= seq && seq <= one.to)
  }

  count(sessionId: number, leafId: string | null): number {
    return this.#segments(sessionId, leafId).reduce((sum, one) => sum + one.to - one.from + 1, 0)
  }

  /** Entries of the branch at places `from` to `to` (counted from 0, `to` not included), with their siblings. */
  page(sessionId: number, leafId: string | null, from: number, to: number): Entry[] {
    return this.#slice(sessionId, leafId, from, to).map((entry) => this.withBranch(sessionId, entry))
  }

  #slice(sessionId: number, leafId: string | null, from: number, to: number): Entry[] {
    const entries: Entry[] = []
    let passed = 0
    for (const segment of this.#segments(sessionId, leafId)) {
      const length = segment.to - segment.from + 1
      const first = Math.max(from - passed, 0)
      const last = Math.min(to - passed, length)
      if (first < last) entries.push(...this.#rows(sessionId, segment.from + first, segment.from + last - 1))
      passed += length
    }
    return entries
  }

  /** The whole branch, without sibling counts: what a model is shown. */
  branch(sessionId: number, leafId: string | null): Entry[] {
    return this.#segments(sessionId, leafId).flatMap((one) => this.#rows(sessionId, one.from, one.to))
  }

  /** The branch from a seq on, without sibling counts. */
  since(sessionId: number, leafId: string | null, seq: number): Entry[] {
    return this.#segments(sessionId, leafId).flatMap((one) => (one.to < seq ? [] : this.#rows(sessionId, Math.max(one.from, seq), one.to)))
  }

  /** Messages of the branch alone, from a place on (counted from 0), and how many there are. */
  messages(sessionId: number, leafId: string | null, offset: number, limit: number): { entries: Entry[]; total: number } {
    const within = "FROM Entry WHERE sessionId = ? AND seq BETWEEN ? AND ? AND type = 'message'"
    const count = prepared<[number, number, number], { n: number }>(this.#db, `SELECT count(*) AS n ${within}`)
    const rows = prepared<[number, number, number, number, number], EntryRow>(this.#db, `SELECT * ${within} ORDER BY seq LIMIT ? OFFSET ?`)
    const entries: Entry[] = []
    let total = 0
    for (const { from, to } of this.#segments(sessionId, leafId)) {
      const here = count.get(sessionId, from, to)?.n ?? 0
      const skip = Math.max(0, offset - total)
      if (entries.length < limit && skip < here) entries.push(...rows.all(sessionId, from, to, limit - entries.length, skip).map(toEntry))
      total += here
    }
    return { entries, total }
  }

  /** The newest entries of the branch, oldest first, without sibling counts. */
  tail(sessionId: number, leafId: string | null, limit: number): Entry[] {
    const total = this.count(sessionId, leafId)
    return this.#slice(sessionId, leafId, Math.max(0, total - limit), total)
  }

  #rows(sessionId: number, from: number, to: number): Entry[] {
    return prepared<[number, number, number], EntryRow>(this.#db, 'SELECT * FROM Entry WHERE sessionId = ? AND seq BETWEEN ? AND ? ORDER BY seq').all(sessionId, from, to).map(toEntry)
  }

  /** Adds `‹2/3›` to a user or assistant message. `alone`: it is known to have no sibling. */
  withBranch(sessionId: number, entry: Entry, alone = false): Entry {
    const role = entry.payload['role']
    if (entry.type !== 'message' || (role !== 'user' && role !== 'assistant')) return entry
    if (alone) return { ...entry, branch: { index: 1, total: 1, siblings: [entry.id] } }
    const siblings = prepared<[number, string | null, unknown], { id: string }>(this.#db,
      "SELECT id FROM Entry INDEXED BY EntryParent WHERE sessionId = ? AND parentId IS ? AND seq > 0 AND type = 'message' AND json_extract(payload, '$.role') = ? ORDER BY seq",
    ).all(sessionId, entry.parentId, role).map((row) => row.id)
    return { ...entry, branch: { index: siblings.indexOf(entry.id) + 1, total: siblings.length, siblings } }
  }

  /** The newest end below an entry, the entry itself when nothing follows. */
  newestBelow(sessionId: number, id: string): string {
    const row = prepared<[string, number], { id: string }>(this.#db, `
      WITH RECURSIVE below(id, seq) AS (SELECT id, seq FROM Entry WHERE id = ? UNION ALL
        SELECT Entry.id, Entry.seq FROM below JOIN Entry INDEXED BY EntryParent ON Entry.parentId = below.id WHERE Entry.sessionId = ? AND Entry.seq > 0 AND ${ON_BRANCH})
      SELECT id FROM below ORDER BY seq DESC LIMIT 1`).get(id, sessionId)
    return row?.id ?? id
  }
}

/** The largest value that is not above `limit`; values are sorted and the first is 1. */
function lastAtMost(values: readonly number[], limit: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((values[middle] ?? 0) <= limit) low = middle
    else high = middle - 1
  }
  return values[low] ?? 1
}
