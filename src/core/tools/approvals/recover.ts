import type { ToolResult } from '@shared/tool-result'
import type { Runtime } from '../runtime'
import { emitEnd, recordOf } from '../stages/settle'
import type { Pipeline, Settled } from '../types'
import type { ApprovalRow } from './rows'
import { settleRow, workOf } from './settle-row'

/** Reaches a process, the network or another program: what it did cannot be looked up (04 §10). */
const OUTSIDE = /^(bash|Bash|KillShell|BashOutput|WebFetch|web_fetch|WebSearch|web_search|browser_.*|mcp__.*|McpCall|run_skill_script|open_app|run_workflow|invoke_agent|Task)$/

/**
 * After a crash (05 §6 "Restart"): pending stays; approved but not executing returns to pending; executing: committed under its
 * id → executed; transactional and uncommitted → pending; anything else → unknown, never run again.
 */
export function createRecovery(runtime: Runtime): Pick<Pipeline, 'recover'> {
  return {
    recover() {
      for (const row of runtime.approvals.withStatus('approved')) runtime.approvals.move(row.id, 'approved', 'pending')
      return Promise.resolve(runtime.approvals.withStatus('executing').flatMap((row) => recoverOne(runtime, row)))
    },
  }
}

function recoverOne(runtime: Runtime, row: ApprovalRow): Settled[] {
  const stored = runtime.calls.finished(row.sessionId, row.callId)
  if (stored !== null) return end(runtime, row, stored.status === 'ok' ? 'executed' : 'failed', stored)
  // What a process changed before it was cut off is journalled too, and says nothing of the whole call.
  if (isTransactional(runtime, row.tool)) return committed(runtime, row) ? end(runtime, row, 'executed', carriedOut(runtime, row)) : backToPending(runtime, row)
  return end(runtime, row, 'unknown', {
    ...plain(row), status: 'fail', code: 'OUTCOME_UNKNOWN', changes: changesOf(runtime, row),
    content: '[FAIL] OUTCOME_UNKNOWN: the app stopped while this call was running. It may or may not have taken effect and is not run again: look at the state before you go on.',
  })
}

function isTransactional(runtime: Runtime, tool: string): boolean {
  return runtime.registry.get(tool)?.pack !== 'ext' && !OUTSIDE.test(tool)
}

function backToPending(runtime: Runtime, row: ApprovalRow): Settled[] {
  runtime.deps.project.sessionsDb.transaction(() => {
    if (runtime.approvals.move(row.id, 'executing', 'pending')) runtime.calls.mark(recordOf(workOf(row), { verdict: 'ask', code: row.reasons[0]?.code ?? null }), 'waiting')
  }).immediate()
  return []
}

/** Files: the journal of that call is done; story: its bookkeeping row; others: as the composition knows. */
function committed(runtime: Runtime, row: ApprovalRow): boolean {
  const { project, services } = runtime.deps
  const done = project.sessionsDb.prepare("SELECT 1 FROM Journal WHERE sessionId = ? AND callId = ? AND state = 'done' LIMIT 1").get(row.sessionId, row.callId)
  if (done !== undefined) return true
  const applied = services.story?.appliedCall(row.sessionId, row.callId) ?? null
  return applied !== null || runtime.deps.committed?.(row.tool, row.sessionId, row.callId) === true
}

function changesOf(runtime: Runtime, row: ApprovalRow): ToolResult['changes'] {
  const rows = runtime.deps.project.sessionsDb
    .prepare<[number, string], { path: string; before: string | null; after: string | null }>("SELECT path, before, after FROM Journal WHERE sessionId = ? AND callId = ? AND state = 'done' ORDER BY seq")
    .all(row.sessionId, row.callId)
  return rows.map(({ path, before, after }) => ({ kind: 'file', target: path, before, after }))
}

function carriedOut(runtime: Runtime, row: ApprovalRow): ToolResult {
  const where = row.effects.map((effect) => effect.target).join(', ')
  return { ...plain(row), status: 'ok', content: `[OK] ${row.tool} was carried out just before the app stopped${where === '' ? '' : `: ${where}`}.`, changes: changesOf(runtime, row) }
}

const plain = (row: ApprovalRow): ToolResult => ({ id: row.callId, tool: row.tool, status: 'fail', code: null, content: '', details: {}, changes: [], approval: null, ms: 0, truncated: null })

function end(runtime: Runtime, row: ApprovalRow, to: 'executed' | 'failed' | 'unknown', result: ToolResult): Settled[] {
  if (!settleRow(runtime, row, 'executing', to, workOf(row), result)) return []
  runtime.deps.project.emit({ type: 'approval.executed', id: row.id, status: to, code: result.code })
  emitEnd(runtime, row.sessionId, result)
  return [{ sessionId: row.sessionId, callId: row.callId, result }]
}
