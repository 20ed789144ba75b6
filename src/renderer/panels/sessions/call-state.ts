import type { ToolResult } from '@shared/tool-result'

export type CardState = ToolResult['status'] | 'running' | 'approval' | 'question'

/** How a call stands, in the author's words: looking in vain is no failure, and a stop is a stop. */
export const stateKey = (state: CardState, code: string | null | undefined) =>
  (`sessions.toolState.${state !== 'fail' ? state : code === 'NOT_FOUND' ? 'notFound' : code === 'CANCELLED' ? 'stopped' : state}` as const)
