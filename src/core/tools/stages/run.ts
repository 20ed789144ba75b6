import { Cancelled } from '@shared/fault'
import type { Runtime } from '../runtime'
import type { Ran, ToolContext } from '../types'
import { CallContext } from './call-context'
import { servicesOf } from './prepare'
import { progressOf } from './progress'
import { Refused, took, type Ready, type Work } from './work'

const DEFAULT_TIMEOUT_MS = 120_000
/** A stopped tool has so long to end by itself (04 §8). */
const GRACE_MS = 2_000
const FIRST_BEAT_MS = 1_000
const NEXT_BEAT_MS = 5_000
const OUTPUT_CHARS = 4_000

/** Stage 5: runs the prepared plan under a timer and the caller's signal, with heartbeats (08 §4, §6). A tool that is done at once can be neither stopped nor late, and is not waited for. */
export function runCall(runtime: Runtime, work: Work, ready: Ready): Promise<Ran<unknown>> | Ran<unknown> {
  const from = performance.now()
  const progress = progressOf(runtime, work)
  const over = (): void => {
    progress.end()
    took(work, 'run', from)
  }
  let waits = false
  try {
    const { tool } = ready.registered
    if (work.caller.signal.aborted) throw new Cancelled('interrupted')
    const control = new AbortController()
    work.running = true
    const running = tool.run(ready.prepared.plan, servicesOf(runtime), new RunningContext(runtime, work, ready, { signal: control.signal, progress: progress.tell }))
    if (!(running instanceof Promise)) return running
    waits = true
    return watched(runtime, work, running, { control, limit: tool.caps?.timeoutMs ?? DEFAULT_TIMEOUT_MS, over })
  } finally {
    if (!waits) over()
  }
}

/** The window hears of what it does. */
class RunningContext extends CallContext {
  readonly output: NonNullable<ToolContext['output']>
  constructor(runtime: Runtime, work: Work, ready: Ready, { signal, progress }: Pick<ToolContext, 'signal' | 'progress'>) {
    super(runtime, work, ready, signal, progress)
    this.output = outputOf(runtime, work)
  }
}

async function watched(runtime: Runtime, work: Work, running: Promise<Ran<unknown>>, { control, limit, over }: { control: AbortController; limit: number; over: () => void }): Promise<Ran<unknown>> {
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
    over()
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
