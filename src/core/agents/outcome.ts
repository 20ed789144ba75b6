import type { ToolCall } from '@shared/session'
import type { ToolResult } from '@shared/tool-result'
import type { InvocationRow, Outcome } from './invocations'
import { ownFailure, ownSuccess } from './own-results'
import type { Parts } from './parts'
import { prepared } from '../project/statements'

interface Ended { how: 'end' | 'error' | 'aborted' | 'paused' | 'interrupted'; code?: string | null; text?: string | null }

/** What a run of a child gives whoever asked: its report, else its last words (04 §4). */
export function outcomeOf(parts: Parts, row: InvocationRow, ended: Ended): Outcome {
  const runId = row.runId
  const said = runId === null ? { message: '', data: null } : saidIn(parts, row.childId, runId)
  const base = { finalMessage: said.message, data: said.data, sessionId: row.childId, stats: statsOf(parts, row, runId) }
  switch (ended.how) {
    case 'end': return { status: 'completed', ...base }
    case 'paused': return { status: 'waiting', ...base, error: { code: ended.code ?? 'PAUSED', message: ended.text ?? 'it was paused' } }
    case 'error': return { status: 'error', ...base, error: { code: ended.code ?? 'INTERNAL', message: ended.text ?? 'it failed' } }
    case 'aborted': return { status: 'error', ...base, error: { code: 'CANCELLED', message: 'it was stopped' } }
    case 'interrupted': return { status: 'error', ...base, error: { code: 'INTERRUPTED', message: 'the app stopped while it worked' } }
  }
}

/** The report of a run and, without one, its last text; the data of a report, else null. */
function saidIn(parts: Parts, childId: number, runId: string): { message: string; data: unknown } {
  const report = prepared<[number, string], { payload: string }>(parts.project.sessionsDb,
    "SELECT payload FROM Entry WHERE sessionId = ? AND runId = ? AND type = 'custom' AND json_extract(payload, '$.kind') = 'report' ORDER BY seq DESC LIMIT 1").get(childId, runId)
  if (report !== undefined) {
    const { result, data } = JSON.parse(report.payload) as { result: string; data?: unknown }
    return { message: result, data: data ?? null }
  }
  const rows = prepared<[number, string], { payload: string }>(parts.project.sessionsDb,
    "SELECT payload FROM Entry WHERE sessionId = ? AND runId = ? AND seq > 0 AND type = 'message' AND json_extract(payload, '$.role') = 'assistant' ORDER BY seq DESC LIMIT 20").all(childId, runId)
  const text = rows.map((row) => (JSON.parse(row.payload) as { text: string }).text).find((one) => one.trim() !== '')
  return { message: text ?? '', data: null }
}

function statsOf(parts: Parts, row: InvocationRow, runId: string | null): Outcome['stats'] {
  const sum = prepared<[number, string | null], { input: number | null; output: number | null }>(parts.project.sessionsDb, 'SELECT sum(input) AS input, sum(output) AS output FROM ModelUsage WHERE sessionId = ? AND runId IS ?').get(row.childId, runId)
  const [inputTokens, outputTokens] = [sum?.input ?? 0, sum?.output ?? 0]
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens, elapsedMs: Math.max(0, parts.env.now().getTime() - Date.parse(row.startedAt)) }
}

/** How the caller's run reads an outcome that was settled after a restart; the tool itself says it in the same words. */
export function outcomeResult(call: Pick<ToolCall, 'id' | 'tool'>, outcome: Outcome): ToolResult {
  const code = outcomeCode(outcome)
  const result = code === null ? ownSuccess(call, `[OK] ${outcomeText(outcome)}`, { ...outcome }) : ownFailure(call, code, outcomeText(outcome))
  return { ...result, details: { ...outcome } }
}

/** Null for a success. */
export const outcomeCode = (outcome: Outcome): string | null =>
  (outcome.status !== 'error' ? null : outcome.error?.code === 'OUTCOME_UNKNOWN' || outcome.error?.code === 'CANCELLED' ? outcome.error.code : 'AGENT_FAILED')

export function outcomeText(outcome: Outcome): string {
  const { status, finalMessage, error, sessionId } = outcome
  if (status === 'completed') return finalMessage === '' ? `Session ${sessionId} ended without words.` : finalMessage
  if (status === 'waiting') return `Session ${sessionId} is paused and only the author continues it: ${error?.code ?? ''} ${error?.message ?? ''}`.trim() + (finalMessage === '' ? '' : `\nSo far: ${finalMessage}`)
  return `Session ${sessionId}: ${error?.code ?? 'INTERNAL'}, ${error?.message ?? 'it failed'}.${finalMessage === '' ? '' : `\nIts last words: ${finalMessage}`}`
}

