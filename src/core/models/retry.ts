import { Cancelled, fail, FaultError } from '@shared/fault'
import type { Clock } from './clock'
import { AttemptFailed, classify } from './failure'
import type { ModelEvent } from './types'

export const MAX_RETRIES = 8
const FIRST_MS = 1_000
const CAP_MS = 30_000
const LONGEST_RETRY_AFTER_MS = 120_000

/** 1 s × 2^n, at most 30 s, half fixed and half random (04 §8). `retry` counts from 0. */
export function backoff(retry: number, random: number): number {
  const full = Math.min(CAP_MS, FIRST_MS * 2 ** retry)
  return Math.round(full / 2 + (full / 2) * random)
}

export interface RetryOptions { clock: Clock; random: () => number; signal: AbortSignal; mask: (text: string) => string }

type Piece = Exclude<ModelEvent, { type: 'retry' }>
/** One try; `attempt` counts from 0. It throws AttemptFailed, a fault, Cancelled, or whatever the provider package throws. */
export type Attempt = (attempt: number) => AsyncIterable<Piece>

/**
 * Runs attempts until one ends (04 §8). A `retry` event tells the reader to drop what the failed attempt gave. Throws
 * PROVIDER_ERROR when it is no use, CONTEXT_TOO_LONG, RETRY_LATER with `data.until` when the provider asks for more than two minutes.
 */
export async function* withRetries(attempt: Attempt, options: RetryOptions): AsyncIterable<ModelEvent> {
  const started = options.clock.now()
  for (let retries = 0; ; retries++) {
    try {
      for await (const piece of attempt(retries)) {
        yield piece.type === 'end' ? { ...piece, retries, ms: options.clock.now() - started } : piece
      }
      return
    } catch (error) {
      if (options.signal.aborted) throw new Cancelled()
      const failure = classify(error, options.clock.now())
      if (!(failure instanceof AttemptFailed)) throw failure
      const waitMs = waitFor(failure, retries, options)
      const why = options.mask(failure.message)
      yield { type: 'retry', attempt: retries + 1, waitMs, why }
      await options.clock.sleep(waitMs, options.signal)
    }
  }
}

function waitFor(failure: AttemptFailed, retries: number, options: RetryOptions): number {
  const why = options.mask(failure.message)
  if (failure.tooLong) fail('CONTEXT_TOO_LONG', why, { fix: 'Summarise or clear part of the conversation.', data: { status: failure.status } })
  if (!failure.retry) fail('PROVIDER_ERROR', why, { fix: 'Check the key, the address and the model name in Settings.', data: { status: failure.status } })
  if (failure.retryAfterMs !== null && failure.retryAfterMs > LONGEST_RETRY_AFTER_MS) throw retryLater(failure.retryAfterMs, why, options.clock.now())
  if (retries >= MAX_RETRIES) fail('PROVIDER_ERROR', `${why} (tried ${retries + 1} times)`, { data: { status: failure.status, retries } })
  return failure.retryAfterMs ?? backoff(retries, options.random())
}

function retryLater(ms: number, why: string, now: number): FaultError {
  const until = new Date(now + ms).toISOString()
  return new FaultError({ code: 'RETRY_LATER', message: `${why}; the provider asks to wait until ${until}`, data: { until, seconds: Math.ceil(ms / 1000) } })
}
