import type Database from 'better-sqlite3'
import { relaxedCommit } from '../project/relaxed-commit'

/** Line ranges served, 1-based and inclusive, sorted and joined. */
export type Ranges = [number, number][]
export interface ReadRecord { hash: string; ranges: Ranges }
export const ALL_LINES: Ranges = [[1, 2_147_483_647]]

const allLines = JSON.stringify(ALL_LINES)

export interface ReadRegistry {
  get(sessionId: number, path: string): ReadRecord | null
  /** What is known of several, with one read of the database. */
  all(sessionId: number, paths: readonly string[]): Map<string, ReadRecord>
  /** Adds the lines served of this version; another version's are forgotten. */
  record(sessionId: number, path: string, hash: string, ranges: Ranges): void
  /** Several records with one write of the database. */
  together(work: () => void): void
}

/** What a session has read: canonical path → hash of the whole file and the lines served; durable, not shared with children (06 §3). */
export function createReadRegistry(db: Database.Database): ReadRegistry {
  const select = db.prepare<[number, string], { hash: string; ranges: string }>('SELECT hash, ranges FROM ReadRegistry WHERE sessionId = ? AND path = ?')
  const selectAll = db.prepare<[number, string], { path: string; hash: string; ranges: string }>('SELECT path, hash, ranges FROM ReadRegistry WHERE sessionId = ? AND path IN (SELECT value FROM json_each(?))')
  const upsert = db.prepare('INSERT INTO ReadRegistry (sessionId, path, hash, ranges) VALUES (?, ?, ?, ?) ON CONFLICT (sessionId, path) DO UPDATE SET hash = excluded.hash, ranges = excluded.ranges WHERE hash <> excluded.hash OR ranges <> excluded.ranges')
  const get = (sessionId: number, path: string): ReadRecord | null => {
    const row = select.get(sessionId, path)
    return row === undefined ? null : { hash: row.hash, ranges: JSON.parse(row.ranges) as Ranges }
  }
  return {
    get,
    all: (sessionId, paths) => new Map(selectAll.all(sessionId, JSON.stringify(paths)).map(({ path, hash, ranges }) => [path, { hash, ranges: JSON.parse(ranges) as Ranges }])),
    record(sessionId, path, hash, ranges) {
      // To a file known whole nothing is added.
      if (ranges === ALL_LINES) {
        upsert.run(sessionId, path, hash, allLines)
        return
      }
      const known = get(sessionId, path)
      const joined = joinRanges([...(known?.hash === hash ? known.ranges : []), ...ranges])
      if (known?.hash === hash && JSON.stringify(known.ranges) === JSON.stringify(joined)) return
      upsert.run(sessionId, path, hash, JSON.stringify(joined))
    },
    // Lost with the power, it only asks for a new reading.
    together: (work) => relaxedCommit(db, () => db.transaction(work).immediate()),
  }
}

export function joinRanges(ranges: Ranges): Ranges {
  const joined: Ranges = []
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** The lines of 1..total that were not served. */
export function unseen(ranges: Ranges, total: number): Ranges {
  const gaps: Ranges = []
  let next = 1
  for (const [from, to] of joinRanges(ranges)) {
    if (from > next) gaps.push([next, Math.min(from - 1, total)])
    next = Math.max(next, to + 1)
  }
  if (next <= total) gaps.push([next, total])
  return gaps.filter(([from, to]) => from <= to)
}

/** The lines from..to but for those of which only the start was shown. */
export function servedRanges(from: number, to: number, clipped: readonly number[]): Ranges {
  const ranges: Ranges = []
  let next = from
  for (const line of [...clipped, to + 1]) {
    if (line > next) ranges.push([next, line - 1])
    next = line + 1
  }
  return ranges
}
