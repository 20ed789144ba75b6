import { FaultError } from '@shared/fault'
import type { ToolResult } from '@shared/tool-result'
import type { ProjectRuntime, RequestContext } from '../app/types'
import type { Answered } from '../tools/types'
import { offeredRule, remembered } from './trust-handlers'
import { listOffered, offeredHost } from './web-handlers'

export interface CardAnswer { id: string; verdict: 'approve' | 'deny'; effectsHash: string; note: string | null; remember: boolean; by: 'author' | 'human' | 'open' }

/**
 * The author's answer to a card (05 §6), with the rule it may set (05 §7; a host of 07 §1.2). The rule is refused before anything runs and stored only
 * when the call ran, before the waiting run goes on, so that it counts for the next one; the run goes on even if storing fails.
 */
export async function answerCard(context: RequestContext, runtime: ProjectRuntime, given: CardAnswer, goOn: (result: ToolResult) => Promise<void>): Promise<Answered> {
  const { id, verdict, effectsHash, note, remember, by } = given
  const keep = remember && verdict === 'approve' ? offered(context, runtime, id) : null
  const answered = await runtime.pipeline.answer(id, verdict, effectsHash, by, note)
  if (answered.fault !== null) throw new FaultError(answered.fault)
  const { result } = answered
  try {
    if (keep !== null && (result?.status === 'ok' || result?.status === 'fail')) await keep()
  } finally {
    if (result !== null) await goOn(result)
  }
  return answered
}

/** How the rule that a card offers is stored. REMEMBER_REFUSED where it offers none. */
function offered(context: RequestContext, runtime: ProjectRuntime, id: string): () => Promise<void> {
  const host = offeredHost(runtime, id)
  if (host !== null) return () => listOffered(context.core, runtime, host)
  const rule = offeredRule(context, runtime, id)
  return () => remembered(runtime, rule)
}
