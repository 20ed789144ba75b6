import type { Fault } from '@shared/fault'
import type { Profile } from '../../agents/types'
import type { Decision, DecisionFacts } from '../decide'
import type { Refusal } from '../refusal'
import type { Registered } from '../registry'
import type { SessionFact } from '../session-facts'
import type { Caller, CallSettings, Prepared } from '../types'
import type { Stages } from '../call-log'

/** What stage 1 found: this caller may make this call. */
export interface Admitted { registered: Registered; profile: Profile; chain: readonly SessionFact[]; settings: CallSettings; facts: DecisionFacts; /** Every profile whose gates bind the call. */ lineage: Pick<Profile, 'key' | 'gates'>[] }

/** One call on its way through the stages (08 §4). */
export interface Work {
  readonly caller: Caller
  readonly name: string
  readonly raw: unknown
  /** Its session and those above, read when the call began; null: they are still to be read. */
  readonly chain: readonly SessionFact[] | null
  readonly began: number
  /** When it was first made, also where the author answered later. */
  readonly startedAt: string
  readonly stages: Stages
  args: unknown
  /** Of the arguments taken; of none before that. */
  readonly argsHash: string
  decision: Decision | null
  /** `run` has started: a failure from here on may have changed something. */
  running: boolean
  /** It may leave something behind, so its row is on the disk before it starts. */
  traced: boolean
  /** Its row was finished by this very work, which then tells of its end. */
  recorded: boolean
  /** Its arguments, checked: from here on nothing changes them. */
  take(args: unknown, hash?: string): void
}

export interface Ready extends Admitted { args: Record<string, unknown>; prepared: Prepared<unknown>; decision: Decision }

/** Ends a call at a stage; `denied` is a rule or the author, `fail` the call's own mistake (05 §2 "Envelope"). */
export class Refused extends Error {
  readonly status: 'fail' | 'denied'
  readonly fault: Fault
  constructor(status: 'fail' | 'denied', fault: Fault) {
    super(`${fault.code}: ${fault.message}`)
    this.name = 'Refused'
    this.status = status
    this.fault = fault
  }
}

export const refused = (refusal: Refusal, fault?: Fault): Refused =>
  new Refused(refusal.verdict === 'deny' ? 'denied' : 'fail', fault ?? { code: refusal.code, message: refusal.text })

/** Runs one stage and adds its milliseconds to the record. */
export function timed<T>(work: Work, stage: string, step: () => T): T {
  const from = performance.now()
  try {
    return step()
  } finally {
    took(work, stage, from)
  }
}

/** For a stage that waits: adds the milliseconds since `from`. */
export function took(work: Work, stage: string, from: number): void {
  work.stages[stage] = Math.round((performance.now() - from) * 100) / 100
}
