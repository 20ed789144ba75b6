import type { NextRequest } from '../context'
import { messageOf } from '../conversation'
import type { Branch } from './branch-cache'
import { estimateText, estimateTools, scaleOf } from './estimate'
import { grown } from './grown'

/** How many tokens the next request has, as far as can be known before sending it. */
export interface Count {
  /** max(estimate, last real count + estimate since) (04 §7). */
  readonly tokens: number
  /** The estimate alone, unscaled: kept with the reply so that the real count can correct the next one. */
  readonly estimated: number
  /** What real counts say our estimates are to be multiplied with. */
  readonly scale: number
}

export function countTokens(branch: Branch, next: NextRequest): Count {
  const estimated = estimateText(next.text) + estimateTools(next.tools) + next.tokens
  const scale = scaleOf(counts(branch.entries).compared)
  return { tokens: Math.round(Math.max(estimated * scale, sinceLastCount(branch, next, scale))), estimated, scale }
}

/** `compared`: the newest reply whose request was both counted and estimated. `last`: the newest counted one; a real count holds until something is summarised or cleared. */
interface Counts { compared: { counted: number; estimated: number } | null; last: { counted: number; seq: number; at: number } | null }

const counts = grown<Counts>(() => ({ compared: null, last: null }), (known, entry, at) => {
  if (entry.type === 'clearing' || entry.type === 'compaction') known.last = null
  const message = messageOf(entry)
  const counted = message?.role === 'assistant' ? message.usage?.input ?? 0 : 0
  if (message?.role !== 'assistant' || counted <= 0) return
  known.last = { counted, seq: entry.seq, at }
  if (message.estimate !== undefined) known.compared = { counted, estimated: message.estimate }
})

function sinceLastCount({ entries, from, compaction }: Branch, { pieces }: NextRequest, scale: number): number {
  const { last } = counts(entries)
  if (last === null || last.at < from || last.seq < (compaction?.seq ?? 0)) return 0
  let since = 0
  // Whatever comes before a reply is older than it.
  for (let at = pieces.length - 1; at >= 0; at--) {
    const piece = pieces[at]
    if (piece === undefined || piece.entry.seq < last.seq) break
    since += piece.tokens
  }
  return last.counted + scale * since
}
