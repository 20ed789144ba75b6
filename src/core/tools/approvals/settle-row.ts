import type { ApprovalStatus } from '@shared/approval'
import type { ToolResult } from '@shared/tool-result'
import { newWork } from '../new-work'
import type { Runtime } from '../runtime'
import { recordOf } from '../stages/settle'
import type { Work } from '../stages/work'
import type { Caller } from '../types'
import type { ApprovalRow } from './rows'

/** Moves the row from its old state and finishes its call, both or neither (05 §6). False: another answer was first. */
export function settleRow(runtime: Runtime, row: ApprovalRow, from: ApprovalStatus, to: ApprovalStatus, work: Work, result: ToolResult, note: string | null = null): boolean {
  return runtime.deps.project.sessionsDb.transaction(() => {
    if (!runtime.approvals.move(row.id, from, to, note)) return false
    runtime.calls.finish(recordOf(work, { verdict: to }), result, work.stages)
    return true
  }).immediate()
}

/** The stored call as it was asked: the same identity, the stored arguments. */
export function workOf(row: ApprovalRow, signal: AbortSignal = new AbortController().signal): Work {
  const caller: Caller = { ...row.caller, signal, approve: 'ask', reviewed: true }
  const work = newWork(caller, row.tool, row.args, new Date(row.at.pending ?? 0))
  work.take(row.args, row.argsHash)
  return work
}
