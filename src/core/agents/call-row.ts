import type { ToolCall } from '@shared/session'
import type { ToolResult } from '@shared/tool-result'
import type { OpenedProject } from '../project/types'
import { prepared } from '../project/statements'

/** The pipeline's record of a call, as much of it as the loop reads (10 §"commits"). */
export interface CallRow { callId: string; tool: string; state: string; startedAt: string | null; finishedAt: string | null; result: string | null }

export function callRow(project: OpenedProject, sessionId: number, callId: string): CallRow | undefined {
  return prepared<[number, string], CallRow>(project.sessionsDb, 'SELECT callId, tool, state, startedAt, finishedAt, result FROM Call WHERE sessionId = ? AND callId = ?').get(sessionId, callId)
}

/** True when this session has used the id before: a provider's repeated id is replaced by a fresh one (04). */
export const callIdTaken = (project: OpenedProject, sessionId: number, callId: string): boolean => stateOf(project, sessionId, callId) !== undefined

const stateOf = (project: OpenedProject, sessionId: number, callId: string): string | undefined =>
  prepared<[number, string], { state: string }>(project.sessionsDb, 'SELECT state FROM Call WHERE sessionId = ? AND callId = ?').get(sessionId, callId)?.state

/** The call is over by this result, so that every call of a session has a finished row. False: it was over before, and the pipeline has told of it. */
export function recordOwn(project: OpenedProject, sessionId: number, runId: string | null, call: ToolCall, result: ToolResult): boolean {
  if (stateOf(project, sessionId, call.id) === 'finished') return false
  return prepared(project.sessionsDb, `INSERT INTO Call (sessionId, callId, runId, tool, args, argsHash, code, state, result, requestedAt, finishedAt)
    VALUES (@sessionId, @callId, @runId, @tool, @args, '', @code, 'finished', @result, @at, @at)
    ON CONFLICT (sessionId, callId) DO UPDATE SET state = 'finished', code = @code, result = @result, finishedAt = @at WHERE state <> 'finished'`)
    .run({ sessionId, callId: call.id, runId, tool: call.tool, args: JSON.stringify(call.args), code: result.code, result: JSON.stringify(result), at: project.env.now().toISOString() }).changes === 1
}

export interface PendingApproval { id: string; status: string }

/** The newest approval of a call that is not settled. */
export function pendingApproval(project: OpenedProject, sessionId: number, callId: string): PendingApproval | undefined {
  return prepared<[number, string], PendingApproval>(project.sessionsDb,
    "SELECT id, status FROM Approval WHERE sessionId = ? AND callId = ? AND status IN ('pending', 'approved', 'executing') ORDER BY rowid DESC LIMIT 1",
  ).get(sessionId, callId)
}

/** Whether the author was asked about a call, said yes, and it was carried out. */
export const wasApproved = (project: OpenedProject, sessionId: number, callId: string): boolean =>
  prepared<[number, string], { id: string }>(project.sessionsDb, "SELECT id FROM Approval WHERE sessionId = ? AND callId = ? AND status = 'executed' LIMIT 1").get(sessionId, callId) !== undefined
