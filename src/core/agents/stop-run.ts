import { fail } from '@shared/fault'
import type { Parts } from './parts'
import type { Runs } from './runs'
import { expireWaiting, settleCall } from './waiting'

/** The author's stop: the run, what was approved and runs now, and what still waits (04 §2, §8). */
export async function cancelRun(parts: Parts, runs: Runs, sessionId: number): Promise<void> {
  if (parts.stopping.has(sessionId)) return
  parts.stopping.add(sessionId)
  try {
    const [ended] = await Promise.all([parts.pipeline().stop(sessionId), runs.cancel(sessionId)])
    // What a restart left waiting for another session is stopped there too.
    await Promise.all(parts.invocations.openBy(sessionId).map((row) => cancelRun(parts, runs, row.childId)))
    for (const { callId, result } of ended) settleCall(parts, runs, sessionId, callId, result)
    if (parts.store.row(sessionId).status === 'waiting') endWaiting(parts, runs, sessionId)
  } finally {
    parts.stopping.delete(sessionId)
  }
}

function endWaiting(parts: Parts, runs: Runs, sessionId: number): void {
  const { runId } = parts.store.row(sessionId)
  expireWaiting(parts, sessionId, 'the run was stopped')
  parts.queue.returnSteers(sessionId)
  parts.store.append(sessionId, { type: 'invocation_lifecycle', origin: 'engine', runId, payload: { phase: 'aborted' } })
  parts.store.set(sessionId, { status: 'idle', pause: null })
  if (runId === null) return
  parts.project.emit({ type: 'run.ended', sessionId, runId, how: 'aborted', code: null, text: null })
  runs.over({ sessionId, runId, how: 'aborted', code: null, text: null })
}

/** SESSION_BUSY while its run, or a call the author approved, is going on. */
export function refuseWhileRunning(parts: Parts, sessionId: number): void {
  if (parts.store.row(sessionId).status === 'running' || parts.pipeline().executing(sessionId)) fail('SESSION_BUSY', 'The session is running.', { fix: 'Stop it first.' })
}
