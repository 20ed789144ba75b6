import { isFault } from '@shared/fault'
import type { Checked } from '@shared/procedures/procedure'

const checkMs = 30_000

/** One real call; what went wrong is the answer. */
export async function checked(work: (signal: AbortSignal) => Promise<unknown>): Promise<Checked> {
  const began = Date.now()
  const done = (ok: boolean, message: string, code: string | null = null): Checked => ({ ok, ms: Date.now() - began, message, code })
  const signal = AbortSignal.timeout(checkMs)
  try {
    await work(signal)
    return done(true, '')
  } catch (error) {
    if (isFault(error)) return done(false, error.fault.message, error.fault.code)
    return done(false, signal.aborted ? `no answer within ${checkMs / 1_000} s` : 'the call failed')
  }
}
