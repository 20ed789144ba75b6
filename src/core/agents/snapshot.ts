import type { SessionSnapshot } from '@shared/session'
import { chooseModel } from './run-loop'
import { openCallsOf } from './open-calls'
import type { Parts } from './parts'
import type { Run } from './run'
import { tasksOf } from './tasks'

/** What a window needs to draw a session; pieces not told yet are told first, so that deltas go on from here. `seq` is filled by the router. */
export function snapshotOf(parts: Parts, sessionId: number, run: Run | undefined): SessionSnapshot {
  run?.deltas.flush()
  const { store, usage, queue } = parts
  const row = store.row(sessionId)
  return {
    session: store.get(sessionId), queue: queue.list(sessionId), openCalls: openCallsOf(parts, sessionId, run), tasks: tasksOf(parts, sessionId),
    streaming: run === undefined || run.streaming === null ? null : { runId: run.runId, ...run.streaming },
    retry: run === undefined || run.retry === null ? null : { attempt: run.retry.attempt, waitMs: Math.max(0, run.retry.at - parts.env.now().getTime()), why: run.retry.why },
    summing: run?.summing ?? false,
    usage: { own: usage.own(sessionId), total: usage.tree(sessionId), window: windowOf(parts, sessionId), contextTokens: usage.contextTokens(sessionId), real: usage.hasReal(sessionId) },
    pause: row.pause === null ? null : JSON.parse(row.pause), seq: 0, entryCount: store.tree.count(sessionId, row.activeLeafId),
  }
}

function windowOf(parts: Parts, sessionId: number): number | null {
  try { return parts.models.spec(chooseModel(parts, sessionId)).context } catch { return null }
}
