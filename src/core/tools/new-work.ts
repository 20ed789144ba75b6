import { argumentsHash, hashOf } from './canonical'
import type { Decision } from './decide'
import type { SessionFact } from './session-facts'
import type { Stages } from './call-log'
import type { Work } from './stages/work'
import type { Caller } from './types'

const noArguments = hashOf(null)

/** A call at the start of its way. `chain`: its session and those above, when they were read for this call just now. */
export function newWork(caller: Caller, name: string, raw: unknown, now: Date, chain: readonly SessionFact[] | null = null): Work {
  return new CallWork(caller, name, raw, now, chain)
}

/** What most calls never ask for, their hash and the text of their time, is made when it is asked for (13 row 6). */
class CallWork implements Work {
  readonly caller: Caller
  readonly name: string
  readonly raw: unknown
  readonly chain: readonly SessionFact[] | null
  readonly began = performance.now()
  readonly stages: Stages = {}
  args: unknown = null
  decision: Decision | null = null
  running = false
  traced = false
  recorded = false
  readonly #now: Date
  #hash: string | null = noArguments
  #startedAt: string | null

  constructor(caller: Caller, name: string, raw: unknown, now: Date, chain: readonly SessionFact[] | null) {
    this.caller = caller
    this.name = name
    this.raw = raw
    this.chain = chain
    this.#now = now
    this.#startedAt = caller.startedAt ?? null
  }

  get startedAt(): string { return (this.#startedAt ??= this.#now.toISOString()) }
  get argsHash(): string { return (this.#hash ??= argumentsHash(this.args)) }

  take(args: unknown, hash: string | null = null): void {
    this.args = args
    this.#hash = hash
  }
}
