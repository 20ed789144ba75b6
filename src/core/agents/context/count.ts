import type { Entry } from '@shared/session'
import type { NextRequest } from '../context'
import { messageOf } from '../conversation'
import type { Branch } from './branch-cache'
import { estimateText, estimateTool, scaleOf } from './estimate'
import { headText } from './head'

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
  const fixed = estimateText(headText(next.head)) + next.tools.reduce((sum, tool) => sum + estimateTool(tool), 0)
  const estimated = fixed + next.pieces.reduce((sum, piece) => sum + piece.tokens, 0)
  const scale = scaleOf(lastCounted(branch.entries))
  return { tokens: Math.round(Math.max(estimated * scale, sinceLastCount(branch, next, scale))), estimated, scale }
}

/** The newest reply whose request was both counted and estimated. */
function lastCounted(entries: readonly Entry[]): { counted: number; estimated: number } | null {
  for (let n = entries.length - 1; n >= 0; n--) {
    const entry = entries[n]
    const message = entry === undefined ? null : messageOf(entry)
    if (message?.role !== 'assistant' || message.estimate === undefined) continue
    const counted = message.usage?.input ?? 0
    if (counted > 0) return { counted, estimated: message.estimate }
  }
  return null
}

/** A real count holds until something is summarised or cleared. */
function sinceLastCount(branch: Branch, next: NextRequest, scale: number): number {
  for (let n = branch.entries.length - 1; n >= branch.from; n--) {
    const entry = branch.entries[n]
    if (entry === undefined || entry.type === 'clearing' || entry.type === 'compaction' || entry.seq < (branch.compaction?.seq ?? 0)) return 0
    const message = messageOf(entry)
    const counted = message?.role === 'assistant' ? message.usage?.input ?? 0 : 0
    if (counted > 0) return counted + scale * next.pieces.reduce((sum, piece) => sum + (piece.entry.seq >= entry.seq ? piece.tokens : 0), 0)
  }
  return 0
}
