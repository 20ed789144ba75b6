import { openTail, type OpenTail } from './conversation'
import type { Parts } from './parts'

/** More entries than one reply with its results and notes ever has. */
const TAIL = 200

/** The newest reply of a session and its calls that have no result yet. */
export const openTailOf = (parts: Pick<Parts, 'store'>, sessionId: number): OpenTail | null =>
  openTail(parts.store.tree.tail(sessionId, parts.store.row(sessionId).activeLeafId, TAIL))
