import { messageOf } from './conversation'
import type { AgentRow, SessionInfo } from './linked-types'
import type { Parts } from './parts'
import type { SessionRow } from './session-rows'

const TEXT_CHARS = 500

/** A session as `get_session` shows it (04 §4). */
export function sessionInfo(parts: Parts, row: SessionRow, recent: { limit: number; roles: readonly string[] } | null, linkedAgents: AgentRow[]): SessionInfo {
  const { input, cachedInput, output, cost } = parts.usage.tree(row.id)
  const { id, profileKey, kind, role, parentId, depth, status, workMode, model, createdAt, updatedAt } = row
  return {
    metadata: { sessionId: id, profileKey, kind, role, parentSessionId: parentId, depth, status, workMode, model, createdAt, updatedAt },
    activeLeafId: row.activeLeafId, title: row.title, summary: row.summary, usage: { input, cachedInput, output, cost }, linkedAgents,
    ...(recent === null ? {} : { recentMessages: recentMessages(parts, row, recent) }),
  }
}

function recentMessages(parts: Parts, row: SessionRow, { limit, roles }: { limit: number; roles: readonly string[] }): NonNullable<SessionInfo['recentMessages']> {
  const entries = parts.store.tree.tail(row.id, row.activeLeafId, 400)
  const messages = entries.flatMap((entry) => {
    const message = messageOf(entry)
    if (message === null || !roles.includes(message.role)) return []
    const text = message.role === 'toolResult' ? `${message.tool}: ${message.result.content}` : message.text
    return text.trim() === '' ? [] : [{ role: message.role, text: [...text].slice(0, TEXT_CHARS).join(''), at: entry.at }]
  })
  return messages.slice(-limit)
}
