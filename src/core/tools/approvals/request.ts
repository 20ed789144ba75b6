import type { ToolResult } from '@shared/tool-result'
import { hashOf } from '../canonical'
import type { Reason } from '../decide'
import type { Runtime } from '../runtime'
import { blank, mask } from '../stages/format'
import type { Ready, Work } from '../stages/work'
import type { ApprovalRow } from './rows'
import { visible } from './store'
import { whatWasRead } from './what-was-read'

/** Stores what the author is asked, and marks the call as waiting, in one transaction (05 §6). Nothing has been changed. */
export function requestApproval(runtime: Runtime, work: Work, ready: Ready, reasons: readonly Reason[], replaces: string | null = null): ApprovalRow {
  const row = newRow(runtime, work, ready, reasons, replaces)
  runtime.deps.project.sessionsDb.transaction(() => {
    runtime.approvals.insert(row)
    runtime.calls.mark({ caller: work.caller, tool: work.name, args: ready.args, argsHash: work.argsHash, verdict: 'ask', code: reasons[0]?.code ?? null }, 'waiting')
  }).immediate()
  runtime.deps.project.emit({ type: 'approval.requested', approval: visible(row) })
  return row
}

function newRow(runtime: Runtime, work: Work, ready: Ready, reasons: readonly Reason[], replaces: string | null): ApprovalRow {
  const { caller } = work
  const { env } = runtime.deps.project
  const session = ready.chain[0]
  const effects = ready.prepared.effects
  return {
    id: env.id('ap'), sessionId: caller.sessionId, surfaceSessionId: session?.rootId ?? caller.sessionId, runId: caller.runId, callId: caller.callId,
    tool: work.name, defHash: ready.registered.hash, args: ready.args, argsHash: work.argsHash, reasons: [...reasons], effects, effectsHash: hashOf(effects),
    status: 'pending', replaces, note: null, at: { pending: env.now().toISOString() },
    askedBy: { profileKey: caller.profileKey, sessionTitle: session?.title ?? '', read: whatWasRead(runtime, ready.chain) },
    caller: {
      kind: caller.kind, sessionId: caller.sessionId, runId: caller.runId, callId: caller.callId, profileKey: caller.profileKey, role: caller.role, startedAt: work.startedAt,
      ...(caller.overrides === undefined ? {} : { overrides: caller.overrides }),
    },
  }
}

/** The result of a call that waits: neither a success nor a failure, so it carries no marker. */
export function waitingResult(runtime: Runtime, work: Work, row: ApprovalRow): ToolResult {
  const why = row.reasons.map((reason) => `${reason.code} (${reason.text})`).join('; ')
  return {
    ...blank(work), status: 'needs_approval', code: row.reasons[0]?.code ?? null,
    content: mask(runtime, `Waiting for the author to approve ${row.tool}: ${why}. Nothing was changed. Approval ${row.id}.`),
    details: { effectsHash: row.effectsHash }, approval: { id: row.id, reasons: row.reasons, effects: row.effects },
  }
}
