import type { Fault } from '@shared/fault'
import type { ToolResult } from '@shared/tool-result'

/** The result of a call that never reached the pipeline, in the shape of every result (10): an unknown caller is denied (05 step 2). */
export function refused(id: string, tool: string, { code, message, fix, data }: Pick<Fault, 'code' | 'message' | 'fix' | 'data'>): ToolResult {
  const content = `[FAIL] ${code}: ${message}${fix === undefined ? '' : ` ${fix}`}`
  return { id, tool, status: code === 'IDENTITY_UNKNOWN' ? 'denied' : 'fail', code, content, details: data ?? {}, changes: [], approval: null, ms: 0, truncated: null }
}
