import { FaultError } from '@shared/fault'
import type { ToolResult } from '@shared/tool-result'
import type { ProjectRuntime, RequestContext } from '../app/types'
import type { Answered } from '../tools/types'
import { offeredRule, remembered } from './trust-handlers'

export interface CardAnswer { id: string; verdict: 'approve' | 'deny'; effectsHash: string; note: string | null; remember: boolean; by: 'author' | 'human' | 'open' }

/**
 * The author's answer to a card (05 §6), with the rule it may set (05 §7). The rule is refused before anything runs and stored only
 * when the command ran, before the waiting run goes on, so that it counts for the next one; the run goes on even if storing fails.
 */
export async function answerCard(context: RequestContext, runtime: ProjectRuntime, given: CardAnswer, goOn: (result: ToolResult) => Promise<void>): Promise<Answered> {
  const { id, verdict, effectsHash, note, remember, by } = given
  const rule = remember && verdict === 'approve' ? offeredRule(context, runtime, id) : null
  const answered = await runtime.pipeline.answer(id, verdict, effectsHash, by, note)
  if (answered.fault !== null) throw new FaultError(answered.fault)
  const { result } = answered
  try {
    if (rule !== null && (result?.status === 'ok' || result?.status === 'fail')) await remembered(runtime, rule)
  } finally {
    if (result !== null) await goOn(result)
  }
  return answered
}
