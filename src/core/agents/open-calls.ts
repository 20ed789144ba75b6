import type { OpenCall } from '@shared/session'
import { callRow, pendingApproval } from './call-row'
import { wishOf } from './controls'
import { openTailOf } from './open-tail'
import type { Parts } from './parts'
import type { Run } from './run'

/** The calls of the newest reply that have no result: running, or waiting for the author; the same after a restart. */
export function openCallsOf(parts: Parts, sessionId: number, run: Run | undefined): OpenCall[] {
  const row = parts.store.row(sessionId)
  if (row.status !== 'running' && row.status !== 'waiting') return []
  return (openTailOf(parts, sessionId)?.open ?? []).flatMap((call): OpenCall[] => {
    const live = run?.openCalls.get(call.id)
    const base = { callId: call.id, tool: call.tool, args: call.args, stage: parts.pipeline().stage(sessionId, call.id) }
    if (live !== undefined) return [{ ...base, state: 'running', approvalId: null, questions: null, elapsedMs: parts.env.now().getTime() - live.since }]
    const approval = pendingApproval(parts.project, sessionId, call.id)
    if (approval !== undefined && approval.status !== 'pending') return [{ ...base, state: 'running', approvalId: null, questions: null, elapsedMs: sinceStart(parts, sessionId, call.id) }]
    if (approval !== undefined) return [{ ...base, state: 'approval', approvalId: approval.id, questions: null, elapsedMs: 0 }]
    const asked = parts.invocations.find(sessionId, call.id)
    if (asked?.state === 'open' && asked.jobId === null) return [{ ...base, state: 'running', approvalId: null, questions: null, elapsedMs: Math.max(0, parts.env.now().getTime() - Date.parse(asked.startedAt)) }]
    if (row.status !== 'waiting') return []
    const wish = wishOf(call.tool, call.args, { status: 'ok' })
    const answered = callRow(parts.project, sessionId, call.id)?.state
    return wish?.kind === 'question' && answered !== 'requested' ? [{ ...base, state: 'question', approvalId: null, questions: wish.questions, elapsedMs: 0 }] : []
  })
}

/** How long an approved call has been running, wherever it runs. */
function sinceStart(parts: Parts, sessionId: number, callId: string): number {
  const startedAt = callRow(parts.project, sessionId, callId)?.startedAt ?? null
  return startedAt === null ? 0 : Math.max(0, parts.env.now().getTime() - Date.parse(startedAt))
}
