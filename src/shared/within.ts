/** Ends the waiting with the signal, whatever the work does with it; rejects with the signal's reason, or with what `stopped` gives. */
export function within<T>(work: Promise<T>, signal: AbortSignal, stopped: () => unknown = () => signal.reason): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(stopped())
    signal.addEventListener('abort', stop, { once: true })
    // Also when it is over before it began: nobody else may be there to take what the work rejects with.
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
    if (signal.aborted) stop()
  })
}
