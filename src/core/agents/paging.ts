import type { Entry } from '@shared/session'
import { messageOf } from './conversation'
import type { Parts } from './parts'

const RESULT_CHARACTERS = 4_000
const DETAILS_CHARACTERS = 8_000

/** A page of the visible branch, newest when `before` is absent; long results come cut, in full by `sessions.result`. */
export function pageOf(parts: Parts, sessionId: number, page: { before?: number; limit: number }): { entries: Entry[]; first: number; total: number } {
  const leaf = parts.store.row(sessionId).activeLeafId
  const total = parts.store.tree.count(sessionId, leaf)
  const to = Math.min(page.before ?? total, total)
  const first = Math.max(0, to - page.limit)
  return { entries: parts.store.tree.page(sessionId, leaf, first, to).map(cutResult), first, total }
}

export function cutResult(entry: Entry): Entry {
  const message = messageOf(entry)
  if (message?.role !== 'toolResult') return entry
  const { result } = message
  const details = JSON.stringify(result.details).length > DETAILS_CHARACTERS ? {} : result.details
  const long = result.content.length > RESULT_CHARACTERS
  if (!long && details === result.details) return entry
  const truncated = long ? { shown: RESULT_CHARACTERS, total: result.truncated?.total ?? result.content.length, ref: result.truncated?.ref ?? `result://${message.callId}` } : result.truncated
  return { ...entry, payload: { ...message, result: { ...result, details, content: long ? result.content.slice(0, RESULT_CHARACTERS) : result.content, truncated } } }
}
