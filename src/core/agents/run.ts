import type { OpenCall, Used } from '@shared/session'
import type { Role } from '@shared/tool-result'
import type { Emit } from '../project/types'
import { Deltas } from './deltas'
import type { Broken } from './draft'
import type { SessionRow } from './session-rows'

/** A run that is going on in this process. */
export interface Run {
  readonly sessionId: number
  readonly runId: string
  readonly epoch: number
  /** Of its session; they never change. */
  readonly profileKey: string
  readonly role: Role
  /** The model of this run alone, as its caller named it. */
  readonly model: string | null
  readonly control: AbortController
  readonly signal: AbortSignal
  readonly deltas: Deltas
  /** What has been told of the reply that is coming, or of the one that broke off before it. */
  streaming: { text: string; reasoning: string } | null
  /** The provider is asked again at this time, in ms; null once something new comes. */
  retry: { attempt: number; at: number; why: string } | null
  /** A summary of what came before is being written. */
  summing: boolean
  /** What broke off of the reply that is asked for again; stored beside it. */
  broken: readonly Broken[]
  /** How often it was asked for again, and why the last time. */
  askedAgain: { times: number; why: string | null }
  /** What was booked for calls whose reply is not shown by itself. */
  used: Used | null
  /** The author put pictures to the words that are answered, and the model does not see. */
  unseen: boolean
  /** Files it has changed so far. */
  readonly editing: Set<string>
  readonly openCalls: Map<string, { call: OpenCall; since: number }>
  /** Set when the app closes: the run stays `running` on disk and is recovered at the next start. */
  closing: boolean
  done: Promise<void>
}

export function newRun({ id: sessionId, epoch, profileKey, role }: Pick<SessionRow, 'id' | 'epoch' | 'profileKey' | 'role'>, runId: string, emit: Emit, model: string | null = null): Run {
  const control = new AbortController()
  return { sessionId, runId, epoch, profileKey, role, model, control, signal: control.signal, deltas: new Deltas(emit), streaming: null, retry: null, summing: false, broken: [], askedAgain: { times: 0, why: null }, used: null, unseen: false, editing: new Set(), openCalls: new Map(), closing: false, done: Promise.resolve() }
}
