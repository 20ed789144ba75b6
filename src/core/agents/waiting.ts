import { fail } from '@shared/fault'
import type { Answer, ToolCall } from '@shared/session'
import type { ToolResult } from '@shared/tool-result'
import { answersDetails, answersText, checkAnswers } from './answers'
import { wishOf } from './controls'
import { keepResult } from './keep-result'
import { openCallsOf } from './open-calls'
import { openTailOf } from './open-tail'
import { expired, ownSuccess } from './own-results'
import type { Parts } from './parts'
import type { Runs } from './runs'

const at = (parts: Parts, sessionId: number) => {
  const row = parts.store.row(sessionId)
  return { sessionId, runId: row.runId, epoch: row.epoch, tell: parts.project.emit }
}

const openOf = (parts: Parts, sessionId: number): ToolCall[] => openTailOf(parts, sessionId)?.open ?? []

/** The author settled a waiting call: its one result is stored and, when it was the last, the run goes on (05 §6). */
export function settleCall(parts: Parts, runs: Runs, sessionId: number, callId: string, result: ToolResult): void {
  const call = openOf(parts, sessionId).find((one) => one.id === callId)
  if (call === undefined || result.status === 'needs_approval' || runs.of(sessionId)?.openCalls.has(callId) === true) return
  keepResult(parts, at(parts, sessionId), call, result)
  const row = parts.store.row(sessionId)
  if (parts.stopping.has(sessionId) || row.status !== 'waiting' || row.pause !== null || openOf(parts, sessionId).length > 0) return
  const wish = wishOf(call.tool, call.args, result)
  if (wish?.kind === 'report') endWithReport(parts, runs, sessionId, wish)
  else runs.start(sessionId, row.runId === null ? {} : { resume: row.runId })
}

/** The report itself had to be approved: the run ends with it all the same. */
function endWithReport(parts: Parts, runs: Runs, sessionId: number, report: { result: string; data: unknown }): void {
  const { runId } = parts.store.row(sessionId)
  parts.store.append(sessionId, { type: 'custom', origin: 'engine', runId, payload: { kind: 'report', result: report.result, data: report.data } })
  parts.store.set(sessionId, { status: 'idle' })
  if (runId !== null) runs.over({ sessionId, runId, how: 'end', code: null, text: null })
}

/** The author's answers to a question (04 §5). CALL_NOT_WAITING, ANSWER_INVALID. */
export function answerCall(parts: Parts, runs: Runs, sessionId: number, callId: string, answers: Answer[]): void {
  const open = openCallsOf(parts, sessionId, runs.of(sessionId)).find((one) => one.callId === callId && one.state === 'question')
  if (open === undefined) return fail('CALL_NOT_WAITING', `Call ${callId} does not wait for an answer.`)
  checkAnswers(open, answers)
  const result = ownSuccess({ id: callId, tool: open.tool }, answersText(open, answers), answersDetails(open, answers))
  settleCall(parts, runs, sessionId, callId, result)
}

/** Everything that waits in a session is over, with EXPIRED as its result: run cancelled, session archived, branch left. */
export function expireWaiting(parts: Parts, sessionId: number, why: string): void {
  const settled = new Map(parts.pipeline().expire(sessionId, why).map((one) => [one.callId, one.result]))
  for (const call of openOf(parts, sessionId)) {
    keepResult(parts, at(parts, sessionId), call, settled.get(call.id) ?? expired(call, why))
  }
}
