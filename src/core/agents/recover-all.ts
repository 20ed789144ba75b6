import type { Invoking } from './invoking'
import type { InvocationRow, Outcome } from './invocations'
import { openTailOf } from './open-tail'
import { outcomeOf } from './outcome'
import type { Parts } from './parts'
import { keepDraft, recoverSession, storedResult } from './recovery'
import type { Runs } from './runs'
import { nextFollowup } from './sending'
import type { SessionRow } from './session-rows'
import { settleCall } from './waiting'
import { prepared } from '../project/statements'

/** Ends what a crash left open (04 §10), the deepest sessions first, so that whoever asked finds an answer. */
export function recoverAll(parts: Parts, runs: Runs, invoking: Invoking): void {
  const running = parts.store.withStatus('running').filter((row) => runs.of(row.id) === undefined)
  for (const row of running.sort((a, b) => b.depth - a.depth || a.id - b.id)) recoverOne(parts, runs, invoking, row)
  for (const row of parts.invocations.allOpen()) recoverInvocation(parts, invoking, row)
  // A call may have been settled just before the stop: its result is there, only the session does not know yet.
  for (const row of parts.store.withStatus('waiting')) {
    for (const call of openTailOf(parts, row.id)?.open ?? []) {
      const result = call.tool === 'request_user_input' || call.tool === 'AskUserQuestion' ? null : storedResult(parts, row.id, call)
      if (result !== null) settleCall(parts, runs, row.id, call.id, result)
    }
  }
}

function recoverOne(parts: Parts, runs: Runs, invoking: Invoking, row: SessionRow): void {
  // Deeper sessions come first, so what it asked of others is known by now.
  for (const one of parts.invocations.openBy(row.id)) recoverInvocation(parts, invoking, one)
  const how = recoverSession(parts, row)
  const asked = parts.invocations.openOf(row.id)
  if (asked.length === 0) {
    if (how === 'continue') runs.start(row.id, row.runId === null ? {} : { resume: row.runId })
    if (how === 'idle') nextFollowup(parts, runs, row.id)
    return
  }
  if (how === 'waiting') return
  // Nobody waits for it any more as it was: it is not run on by itself, and whoever asked is told what is known.
  if (how === 'continue') {
    keepDraft(parts, row)
    parts.store.append(row.id, { type: 'invocation_lifecycle', origin: 'engine', runId: row.runId, payload: { phase: 'interrupted', calls: [] } })
    parts.store.set(row.id, { status: 'interrupted', unread: true })
  }
  for (const one of asked) {
    if (one.runId === null) invoking.unstarted(one)
    else invoking.end(one, how === 'idle' ? outcomeOf(parts, one, { how: 'end' }) : stopped(parts, one))
  }
  if (how === 'idle') nextFollowup(parts, runs, row.id)
}

/** Its child is not running: it waits for the author, or was over before its asker was told. */
function recoverInvocation(parts: Parts, invoking: Invoking, row: InvocationRow): void {
  const child = parts.store.find(row.childId)
  if (child?.status === 'running') return
  if (child?.status === 'waiting') { if (row.jobId !== null) invoking.watchCancel(row.jobId, row.childId); return }
  if (child === undefined || row.runId === null) { invoking.unstarted(row); return }
  const last = prepared<[number, string], { phase: string; code: string | null; text: string | null }>(parts.project.sessionsDb,
    "SELECT json_extract(payload, '$.phase') AS phase, json_extract(payload, '$.code') AS code, json_extract(payload, '$.text') AS text FROM Entry WHERE sessionId = ? AND runId = ? AND type = 'invocation_lifecycle' ORDER BY seq DESC LIMIT 1").get(row.childId, row.runId)
  const phase = last?.phase
  const how = phase === 'error' || phase === 'aborted' || phase === 'end' ? phase : child.status === 'idle' ? 'end' : 'interrupted'
  invoking.end(row, how === 'interrupted' ? stopped(parts, row) : outcomeOf(parts, row, { how, code: last?.code ?? null, text: last?.text ?? null }))
}

/** The app stopped in the middle: a job says so itself; a call is told that the outcome is not known. */
function stopped(parts: Parts, row: InvocationRow): Outcome {
  const outcome = outcomeOf(parts, row, { how: 'interrupted' })
  return row.jobId !== null ? outcome : { ...outcome, error: { code: 'OUTCOME_UNKNOWN', message: 'the app stopped while it worked. What it had done stays; look with get_session, and go on with mode continue if it is still wanted' } }
}
