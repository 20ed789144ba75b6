import type { OpenCall } from '@shared/session'
import type { Emit } from '../project/types'
import { Deltas } from './deltas'

/** A run that is going on in this process. */
export interface Run {
  readonly sessionId: number
  readonly runId: string
  readonly epoch: number
  /** The model of this run alone, as its caller named it. */
  readonly model: string | null
  readonly control: AbortController
  readonly signal: AbortSignal
  readonly deltas: Deltas
  /** What has been told of the reply that is coming. */
  streaming: { text: string; reasoning: string } | null
  readonly openCalls: Map<string, { call: OpenCall; since: number }>
  /** Set when the app closes: the run stays `running` on disk and is recovered at the next start. */
  closing: boolean
  done: Promise<void>
}

export function newRun(sessionId: number, runId: string, epoch: number, emit: Emit, model: string | null = null): Run {
  const control = new AbortController()
  return { sessionId, runId, epoch, model, control, signal: control.signal, deltas: new Deltas(emit), streaming: null, openCalls: new Map(), closing: false, done: Promise.resolve() }
}
