import { isFault, type FaultError } from '@shared/fault'
import { budgetPause } from './budget'
import { fitContext, type Fitted } from './compaction/fit'
import { toRequest } from './context'
import type { Parts } from './parts'
import { picturesAsked, withPictures } from './pictures'
import { streamReply, type Reply } from './reply'
import type { Run } from './run'
import type { Pause } from './session-rows'

/** A reply with what its request was thought to have, or why the author is asked first. */
export type Called = { readonly reply: Reply; readonly estimated: number } | { readonly pause: Pause }

/** One model call whose request fits. When the provider says it is too long: one forced compaction and retry (04 §7). */
export async function callModel(parts: Parts, run: Run, model: string): Promise<Called> {
  const fitted = await fitContext(parts, run, model)
  if ('pause' in fitted) return fitted
  const far = farTooLong(parts, model, fitted.count.tokens)
  if (far !== null) return { pause: far }
  const over = overBudget(parts, run, model, fitted.count.tokens)
  if (over !== null) return { pause: over }
  let said: string
  try {
    return await send(parts, run, model, fitted)
  } catch (error) {
    if (!isTooLong(error)) throw error
    said = error.fault.message
  }
  const forced = await fitContext(parts, run, model, true)
  if ('pause' in forced) return forced.pause.code === 'CONTEXT_OVERFLOW' ? { pause: { ...forced.pause, text: `${forced.pause.text} It said: ${said}` } } : forced
  try {
    return await send(parts, run, model, forced)
  } catch (error) {
    if (!isTooLong(error)) throw error
    return { pause: { code: 'CONTEXT_OVERFLOW', text: `${model} refused the request as too long, also after a summary: about ${forced.count.tokens} tokens, and it is set to take ${parts.models.spec(model).context}. It said: ${error.fault.message}` } }
  }
}

/** Our estimate may be wrong by a third; beyond that nobody need be asked, or paid. */
const SURELY = 1.5

/** The pause before a request that no service would take, after all that could be summarised. */
function farTooLong(parts: Parts, model: string, tokens: number): Pause | null {
  const { context } = parts.models.spec(model)
  if (tokens <= context * SURELY) return null
  return { code: 'CONTEXT_OVERFLOW', text: `The request would have about ${tokens} tokens, and ${model} is set to take ${context}. Nothing was sent.`, values: { tokens, context } }
}

const overBudget = (parts: Parts, run: Run, model: string, tokens: number): Pause | null => budgetPause(parts, run.sessionId, model, tokens, parts.models.spec(model).maxOutput)

const isTooLong = (error: unknown): error is FaultError => isFault(error) && error.fault.code === 'CONTEXT_TOO_LONG'

async function send(parts: Parts, run: Run, model: string, { branch, next, count }: Exclude<Fitted, { pause: Pause }>): Promise<Called> {
  const made = toRequest(parts, run.sessionId, branch, next, model)
  run.unseen = next.pictures && !parts.models.spec(model).vision && picturesAsked(branch.entries)
  const request = next.pictures ? await withPictures(parts, made, model) : made
  return { reply: await streamReply(parts, run, model, request, count.estimated), estimated: count.estimated }
}
