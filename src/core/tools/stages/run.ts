import { Cancelled } from '@shared/fault'
import { readsProject } from '../project-readers'
import type { Runtime } from '../runtime'
import type { Ran, ToolContext } from '../types'
import { servicesOf } from './prepare'
import { progressOf } from './progress'
import { Refused, timedWait, type Ready, type Work } from './work'

const DEFAULT_TIMEOUT_MS = 120_000
/** A stopped tool has so long to end by itself (04 §8). */
const GRACE_MS = 2_000
const FIRST_BEAT_MS = 1_000
const NEXT_BEAT_MS = 5_000
const OUTPUT_CHARS = 4_000

/** Stage 5: runs the prepared plan under a timer and the caller's signal, with heartbeats (08 §4, §6). */
export function runCall(runtime: Runtime, work: Work, ready: Ready): Promise<Ran<unknown>> {
  return timedWait(work, 'run', async () => {
    const { tool } = ready.registered
    if (work.caller.signal.aborted) throw new Cancelled('interrupted')
    const control = new AbortController()
    const progress = progressOf(runtime, work)
    const context: ToolContext = { caller: work.caller, settings: ready.settings, signal: control.signal, startedAt: work.startedAt, readsProject: () => readsProject(runtime, ready.profile, work.caller), progress: progress.tell, output: outputOf(runtime, work) }
    work.running = true
    try {
      const running = tool.run(ready.prepared.plan, servicesOf(runtime), context)
      // A tool that is done at once can be neither stopped nor late.
      return running instanceof Promise ? await watched(runtime, work, running, control, tool.caps?.timeoutMs ?? DEFAULT_TIMEOUT_MS) : running
    } finally {
      progress.end()
    }
  })
}

async function watched(runtime: Runtime, work: Work, running: Promise<Ran<unknown>>, control: AbortController, limit: number): Promise<Ran<unknown>> {
  const caller = work.caller.signal
  const stop = (): void => control.abort(caller.reason)
  const timeout = setTimeout(() => control.abort(), limit)
  const stopBeats = heartbeat(runtime, work)
  const ended = settled(running, control.signal)
  // By hand: `AbortSignal.any` costs more than most of our tools (13 row 6).
  if (caller.aborted) stop()
  else caller.addEventListener('abort', stop, { once: true })
  try {
    return await ended
  } catch (error) {
    if (!control.signal.aborted) throw error
    if (caller.aborted) throw new Cancelled('interrupted')
    throw new Refused('fail', { code: 'TIMEOUT', message: `timed out after ${limit / 1_000} s.`, fix: 'Ask for less at once.' })
  } finally {
    clearTimeout(timeout)
    stopBeats()
    caller.removeEventListener('abort', stop)
  }
}

/** What the tool did counts, also when it ended only after the stop; one that does not end within 2 s is left behind. */
function settled<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    let grace: NodeJS.Timeout | null = null
    const stop = (): void => { grace = setTimeout(() => reject(new Cancelled()), GRACE_MS) }
    const end = (): void => { signal.removeEventListener('abort', stop); if (grace !== null) clearTimeout(grace) }
    signal.addEventListener('abort', stop, { once: true })
    work.then((value) => { end(); resolve(value) }, (error: unknown) => { end(); reject(error) })
  })
}

/** After 1 s, then each 5 s, until the call ends. */
function heartbeat(runtime: Runtime, work: Work): () => void {
  let next: NodeJS.Timeout
  const beat = (): void => {
    runtime.deps.project.emit({ type: 'call.heartbeat', sessionId: work.caller.sessionId, callId: work.caller.callId, elapsedMs: Math.round(performance.now() - work.began) })
    next = setTimeout(beat, NEXT_BEAT_MS)
  }
  next = setTimeout(beat, FIRST_BEAT_MS)
  return () => clearTimeout(next)
}

/** The tool itself keeps to two a second. */
function outputOf(runtime: Runtime, work: Work): NonNullable<ToolContext['output']> {
  return (tail) => runtime.deps.project.emit({ type: 'call.output', sessionId: work.caller.sessionId, callId: work.caller.callId, tail: tail.slice(-OUTPUT_CHARS) })
}
