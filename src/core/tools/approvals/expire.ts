import type { ToolResult } from '@shared/tool-result'
import type { Runtime } from '../runtime'
import { emitEnd } from '../stages/settle'
import type { Pipeline, Settled } from '../types'
import { settleRow, workOf } from './settle-row'

/** Ends cards without an answer: run cancelled, session archived, branch left (05 §6 "Expired"). No clock does. */
export function createExpiry(runtime: Runtime): Pick<Pipeline, 'expire'> {
  return {
    expire(sessionId, why, callId) {
      return runtime.approvals.pendingOf(sessionId, callId).flatMap((row): Settled[] => {
        const work = workOf(row)
        const result: ToolResult = {
          id: row.callId, tool: row.tool, status: 'denied', code: 'EXPIRED', content: `[FAIL] EXPIRED: ${why}; it was not run.`, details: {}, changes: [], approval: null, ms: 0, truncated: null,
        }
        if (!settleRow(runtime, row, 'pending', 'expired', work, result)) return []
        runtime.deps.project.emit({ type: 'approval.expired', id: row.id, why })
        emitEnd(runtime, row.sessionId, result)
        return [{ sessionId: row.sessionId, callId: row.callId, result }]
      })
    },
  }
}
