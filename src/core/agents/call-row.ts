import type { ToolCall } from '@shared/session'
import type { ToolResult } from '@shared/tool-result'
import type { OpenedProject } from '../project/types'

/** The pipeline's record of a call, as much of it as the loop reads (10 §"commits"). */
export interface CallRow { callId: string; tool: string; state: string; startedAt: string | null; finishedAt: string | null; result: string | null }

export function callRow(project: OpenedProject, sessionId: number, callId: string): CallRow | undefined {
  return project.sessionsDb.prepare<[number, string], CallRow>('SELECT callId, tool, state, startedAt, finishedAt, result FROM Call WHERE sessionId = ? AND callId = ?').get(sessionId, callId)
}

/** True when this session has used the id before: a provider's repeated id is replaced by a fresh one (04). */
export const callIdTaken = (project: OpenedProject, sessionId: number, callId: string): boolean => callRow(project, sessionId, callId) !== undefined

/** The row of a call that the loop answered itself, so that every call of a session has one. */
export function recordOwn(project: OpenedProject, sessionId: number, runId: string | null, call: ToolCall, result: ToolResult): void {
  const at = project.env.now().toISOString()
  project.sessionsDb.prepare(`INSERT INTO Call (sessionId, callId, runId, tool, args, argsHash, code, state, result, requestedAt, finishedAt)
    VALUES (?, ?, ?, ?, ?, '', ?, 'finished', ?, ?, ?) ON CONFLICT DO NOTHING`).run(sessionId, call.id, runId, call.tool, JSON.stringify(call.args), result.code, JSON.stringify(result), at, at)
}

export interface PendingApproval { id: string; status: string }

/** The newest approval of a call that is not settled. */
export function pendingApproval(project: OpenedProject, sessionId: number, callId: string): PendingApproval | undefined {
  return project.sessionsDb.prepare<[number, string], PendingApproval>(
    "SELECT id, status FROM Approval WHERE sessionId = ? AND callId = ? AND status IN ('pending', 'approved', 'executing') ORDER BY rowid DESC LIMIT 1",
  ).get(sessionId, callId)
}

/** The call is over, by a result of the loop's own. */
export function finishCall(project: OpenedProject, sessionId: number, callId: string, result: { code: string | null }): void {
  project.sessionsDb.prepare("UPDATE Call SET state = 'finished', code = ?, result = ?, finishedAt = ? WHERE sessionId = ? AND callId = ? AND state <> 'finished'")
    .run(result.code, JSON.stringify(result), project.env.now().toISOString(), sessionId, callId)
}
