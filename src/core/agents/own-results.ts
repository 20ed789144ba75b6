import type { ToolCall } from '@shared/session'
import type { ToolResult } from '@shared/tool-result'

/** A result the loop gives itself, without the pipeline: each call gets exactly one (04 §10). */
export function ownFailure(call: Pick<ToolCall, 'id' | 'tool'>, code: string, text: string, status: ToolResult['status'] = 'fail'): ToolResult {
  return { id: call.id, tool: call.tool, status, code, content: `[FAIL] ${code}: ${text}`, details: {}, changes: [], approval: null, ms: 0, truncated: null }
}

export function ownSuccess(call: Pick<ToolCall, 'id' | 'tool'>, content: string, details: Record<string, unknown>): ToolResult {
  return { id: call.id, tool: call.tool, status: 'ok', code: null, content, details, changes: [], approval: null, ms: 0, truncated: null }
}

export const skipped = (call: ToolCall, why: string): ToolResult => ownFailure(call, 'SKIPPED', `not run: ${why}`)
export const cancelled = (call: ToolCall): ToolResult => ownFailure(call, 'CANCELLED', 'stopped by the author.')
export const expired = (call: ToolCall, why: string): ToolResult => ownFailure(call, 'EXPIRED', `${why}; it was not run.`, 'denied')
export const interrupted = (call: ToolCall): ToolResult => ownFailure(call, 'INTERRUPTED', 'the app stopped before this call took effect. Nothing was changed; call again if it is still wanted.')
export const outcomeUnknown = (call: ToolCall): ToolResult =>
  ownFailure(call, 'OUTCOME_UNKNOWN', 'the app stopped while this call was running. It may or may not have taken effect and is not run again: look at the state before you go on.')
