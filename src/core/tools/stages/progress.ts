import type { Runtime } from '../runtime'
import type { ToolContext } from '../types'
import type { Work } from './work'

const GAP_MS = 250

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
      clearTimeout(later)
      const wait = last + GAP_MS - performance.now()
      if (wait <= 0) emit()
      else later = setTimeout(emit, wait)
    },
    end: () => clearTimeout(later),
  }
}
