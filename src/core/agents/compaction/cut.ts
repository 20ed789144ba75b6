import type { Entry } from '@shared/session'
import { messageOf, rolesIn } from '../conversation'

/**
 * Where a conversation may be cut so that the newest `keep` tokens stay word for word: the index of the first kept entry, or null
 * when nothing would go. Never between a call and its result, nor after a call that still waits (04 §7).
 */
export function cutPoint(entries: readonly Entry[], tokensOf: (entry: Entry) => number, keep: number): number | null {
  let at = entries.length
  for (let kept = 0; at > 0 && kept < keep; ) { at--; const entry = entries[at]; if (entry !== undefined) kept += tokensOf(entry) }
  const ends = pairEnds(entries)
  while (at > 0 && (ends[at - 1] ?? 0) >= at) at--
  const goes = entries.slice(0, at).reduce((sum, entry) => sum + tokensOf(entry), 0)
  return at === 0 || goes === 0 ? null : at
}

/** For each entry, the place of the last result of any call made up to it; Infinity while one waits. */
function pairEnds(entries: readonly Entry[]): number[] {
  const places = new Map(entries.map((entry, n) => [entry.id, n]))
  const results = new Map(rolesIn(entries, 'toolResult').map(({ entry, message }) => [message.callId, places.get(entry.id) ?? 0]))
  let last = -1
  return entries.map((entry) => {
    const message = messageOf(entry)
    if (message?.role === 'assistant') for (const call of message.calls) last = Math.max(last, results.get(call.id) ?? Number.POSITIVE_INFINITY)
    return last
  })
}
