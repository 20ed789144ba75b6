import { fail } from '@shared/fault'
import type { ToolResult } from '@shared/tool-result'
import { entryOf } from './branches'
import { messageOf } from './conversation'
import type { Parts } from './parts'
import { storedResult } from './recovery'
import { prepared } from '../project/statements'

/** A call's result with its whole text, also when the model was shown a part (08 §5). RESULT_NOT_FOUND. */
export async function resultOf(parts: Parts, sessionId: number, callId: string): Promise<{ result: ToolResult; text: string }> {
  const row = prepared<[number, string], { id: string }>(parts.project.sessionsDb,
    "SELECT id FROM Entry WHERE sessionId = ? AND seq > 0 AND type = 'message' AND json_extract(payload, '$.callId') = ? LIMIT 1").get(sessionId, callId)
  const message = row === undefined ? null : messageOf(entryOf(parts, sessionId, row.id))
  const result = message?.role === 'toolResult' ? message.result : storedResult(parts, sessionId, { id: callId, tool: '', args: {} })
  if (result === null) return fail('RESULT_NOT_FOUND', `Session ${sessionId} has no result of call ${callId}.`)
  return { result, text: result.truncated === null ? result.content : await wholeText(parts, sessionId, callId) ?? result.content }
}

async function wholeText(parts: Parts, sessionId: number, callId: string): Promise<string | null> {
  const row = prepared<[number, string], { full: string | null }>(parts.project.sessionsDb, "SELECT json_extract(stages, '$.full') AS full FROM Call WHERE sessionId = ? AND callId = ?").get(sessionId, callId)
  if (row === undefined || row.full === null) return null
  const bytes = await parts.project.blobs.get(row.full)
  return bytes === null ? null : new TextDecoder().decode(bytes)
}
