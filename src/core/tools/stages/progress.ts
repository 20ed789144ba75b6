import type { CallStage } from '@shared/session'
import type { Runtime } from '../runtime'
import type { Caller, ToolContext } from '../types'
import type { Work } from './work'

const GAP_MS = 250

const keyOf = ({ sessionId, callId }: Pick<Caller, 'sessionId' | 'callId'>): string => `${sessionId} ${callId}`

/** What a running call said last; for a window that was not there to hear it. */
export const stageOf = (runtime: Pick<Runtime, 'stages'>, call: Pick<Caller, 'sessionId' | 'callId'>): CallStage | null => runtime.stages.get(keyOf(call)) ?? null

/** How far a tool says it is: at most 4 a second reach the window (08 §6); of those that came too soon the last one follows, while the call runs. */
export function progressOf(runtime: Runtime, work: Work): { tell: ToolContext['progress']; end(): void } {
  const { sessionId, callId } = work.caller
  let last = Number.NEGATIVE_INFINITY
  let later: NodeJS.Timeout | undefined
  return {
    tell(stage, { done = null, total = null, note = null } = {}) {
      const emit = (): void => {
        last = performance.now()
        runtime.deps.project.emit({ type: 'call.progress', sessionId, callId, stage, done, total, note })
      }
      runtime.stages.set(keyOf(work.caller), { name: stage, done, total, note })
      clearTimeout(later)
      const wait = last + GAP_MS - performance.now()
      if (wait <= 0) emit()
      else later = setTimeout(emit, wait)
    },
    end() {
      clearTimeout(later)
      runtime.stages.delete(keyOf(work.caller))
    },
  }
}
