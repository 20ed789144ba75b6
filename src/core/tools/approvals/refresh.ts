import type { Runtime } from '../runtime'
import { emitEnd } from '../stages/settle'
import type { Pipeline, Settled } from '../types'
import type { ApprovalRow } from './rows'
import { visible } from './store'

/** Approvals that another process asked for or answered (`wenqu human`), told as if they had happened here (05 §8). */
export function createRefresh(runtime: Runtime): Pick<Pipeline, 'refresh'> {
  return {
    refresh: () => runtime.approvals.changedElsewhere().flatMap((row) => {
      tell(runtime, row)
      return settledBy(runtime, row)
    }),
  }
}

function tell(runtime: Runtime, row: ApprovalRow): void {
  const { emit } = runtime.deps.project
  switch (row.status) {
    case 'pending': return emit({ type: 'approval.requested', approval: visible(row) })
    case 'approved': case 'executing': case 'denied':
      return emit({ type: 'approval.resolved', id: row.id, status: row.status === 'denied' ? 'denied' : 'approved', by: 'human', note: row.note })
    case 'stale': return emit({ type: 'approval.stale', id: row.id, newId: successor(runtime, row.id) })
    case 'expired': return emit({ type: 'approval.expired', id: row.id, why: 'ended in another process' })
    case 'executed': case 'failed': case 'unknown':
      return emit({ type: 'approval.executed', id: row.id, status: row.status, code: runtime.calls.finished(row.sessionId, row.callId)?.code ?? null })
  }
}

function successor(runtime: Runtime, id: string): string {
  return runtime.approvals.withStatus('pending').find((row) => row.replaces === id)?.id ?? ''
}

function settledBy(runtime: Runtime, row: ApprovalRow): Settled[] {
  if (row.status === 'pending' || row.status === 'approved' || row.status === 'executing' || row.status === 'stale') return []
  const result = runtime.calls.finished(row.sessionId, row.callId)
  if (result === null) return []
  emitEnd(runtime, row.sessionId, result)
  return [{ sessionId: row.sessionId, callId: row.callId, result }]
}
