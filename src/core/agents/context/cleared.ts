import type { Entry } from '@shared/session'

/** Ids of calls whose results the model no longer sees in full, from the `clearing` entries (04 §7). */
export function clearedCalls(entries: readonly Entry[]): ReadonlySet<string> {
  const cleared = new Set<string>()
  for (const entry of entries) {
    const ids = entry.type === 'clearing' ? entry.payload['callIds'] : []
    if (Array.isArray(ids)) for (const id of ids) cleared.add(String(id))
  }
  return cleared
}

/** What stands in place of a cleared result. */
export const clearedText = (tool: string, content: string): string => `[cleared: ${tool}, ${[...content].length} chars; see RecallHistory]`
