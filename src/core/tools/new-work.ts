import { hashOf } from './canonical'
import type { Work } from './stages/work'
import type { Caller } from './types'

const noArguments = hashOf(null)

/** A call at the start of its way. */
export function newWork(caller: Caller, name: string, raw: unknown, now: Date): Work {
  return { caller, name, raw, startedAt: caller.startedAt ?? now.toISOString(), began: performance.now(), stages: {}, args: null, argsHash: noArguments, decision: null, running: false, traced: false, recorded: false }
}
