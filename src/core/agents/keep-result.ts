import type { CoreEvent } from '@shared/events'
import type { ToolCall } from '@shared/session'
import type { ToolResult } from '@shared/tool-result'
import { recordOwn } from './call-row'
import { wishOf } from './controls'
import type { Parts } from './parts'

export interface KeepAt { sessionId: number; runId: string | null; epoch: number; tell: (event: CoreEvent) => void }

const rows = new WeakMap<ToolResult, () => boolean>()
/** The pipeline's row of this result is written with its entry. */
export const keepRow = (result: ToolResult, write: () => boolean): void => { rows.set(result, write) }

/**
 * Stores a call's one result (04 §10, commit 5) and does what it asks of the session. The pipeline's row of a call that changed
 * something is on the disk already, and this entry is made anew from it if need be. Who ends the call's row tells of its end, so
 * `call.end` comes exactly once: from the pipeline for what it ran, from here for every other result (08 §6).
 */
export function keepResult(parts: Parts, at: KeepAt, call: ToolCall, result: ToolResult): void {
  const wish = wishOf(call.tool, call.args, result)
  const row = rows.get(result)
  let ended = false
  parts.store.append(at.sessionId, {
    type: 'message', origin: 'tool', runId: at.runId, payload: { role: 'toolResult', callId: call.id, tool: call.tool, result }, passing: true,
  }, at.epoch, () => { ended = row?.() ?? false })
  if (wish?.kind === 'mode') parts.store.set(at.sessionId, { workMode: wish.mode })
  if (row === undefined ? !recordOwn(parts.project, at.sessionId, at.runId, call, result) : !ended) return
  at.tell({ type: 'call.end', sessionId: at.sessionId, callId: call.id, status: result.status, code: result.code, ms: result.ms })
}
