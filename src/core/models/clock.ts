import { Cancelled } from '@shared/fault'

/** Waiting, injected so that tests of the retry table take no time. */
export interface Clock {
  now(): number
  /** Ends early with Cancelled when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new Cancelled())
      const stop = () => { clearTimeout(timer); reject(new Cancelled()) }
      const timer = setTimeout(() => { signal.removeEventListener('abort', stop); resolve() }, ms)
      signal.addEventListener('abort', stop, { once: true })
    }),
}
