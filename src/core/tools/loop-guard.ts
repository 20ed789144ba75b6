import { argumentsHash, sha256 } from './canonical'

/** Polling is not a loop: these count a fifth (04 §13). */
const POLLING: ReadonlySet<string> = new Set(['BashOutput', 'get_job', 'list_jobs'])
const KEPT_CALLS = 400
const KEPT_RUNS = 64

interface Seen { key: string; result: string | null }

export interface LoopGuard {
  /** The how-manieth time in a row this call, or its cycle of 2-3, is made with unchanged results; 1 = new. `content`: what it gave this time, once known. */
  count(runId: string | null, tool: string, args: unknown, content?: string): number
  note(runId: string | null, tool: string, args: unknown, content: string): void
}

/** How a count reads: a note from the 3rd, a refusal from the 6th, from the 10th a refusal that pauses the run (04 §13). */
export function loopVerdict(tool: string, count: number): 'fine' | 'note' | 'refuse' | 'pause' {
  const times = POLLING.has(tool) ? count / 5 : count
  if (times >= 10) return 'pause'
  return times >= 6 ? 'refuse' : times >= 3 ? 'note' : 'fine'
}

/** Counts identical calls of a run: same tool, arguments and result, alone or as a cycle of 2-3. CLI calls have no run and are not counted. */
export function createLoopGuard(): LoopGuard {
  const runs = new Map<string, Seen[]>()
  return {
    count(runId, tool, args, content) {
      const seen = runId === null ? undefined : runs.get(runId)
      if (seen === undefined) return 1
      const coming = { key: keyOf(tool, args), result: content === undefined ? null : resultOf(content) }
      return Math.max(...[1, 2, 3].map((period) => repeats(seen, coming, period)))
    },
    note(runId, tool, args, content) {
      if (runId === null) return
      const seen = runs.get(runId) ?? []
      seen.push({ key: keyOf(tool, args), result: resultOf(content) })
      if (seen.length > KEPT_CALLS) seen.shift()
      runs.delete(runId)
      runs.set(runId, seen)
      const oldest = runs.keys().next().value
      if (runs.size > KEPT_RUNS && oldest !== undefined) runs.delete(oldest)
    },
  }
}

const keyOf = (tool: string, args: unknown): string => `${tool} ${argumentsHash(args)}`

/** A refused call has no result of its own and continues the row; our own note is no part of one. */
const resultOf = (content: string): string | null => (content.startsWith('[FAIL] LOOP_GUARD') ? null : sha256(content.replace(/\n\(This is call \d+.*$/s, '')))

/** How many times the last `period` calls, the coming one included, stand in a row with equal results. */
function repeats(seen: readonly Seen[], coming: Seen, period: number): number {
  const at = (back: number): Seen | undefined => seen[seen.length - back]
  if (!same(at(period), coming)) return 1
  if (period > 1 && new Set(seen.slice(-period).map((each) => each.key)).size === 1) return 1
  let whole = 0
  // Compare each earlier call with the one a period before it.
  while (same(at(whole + 1), at(whole + 1 + period))) whole++
  return Math.floor(whole / period) + 2
}

function same(a: Seen | undefined, b: Seen | undefined): boolean {
  return a !== undefined && b !== undefined && a.key === b.key && (a.result === null || b.result === null || a.result === b.result)
}
