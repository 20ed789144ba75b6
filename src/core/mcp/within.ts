/** Ends the waiting with the signal, whatever the work does with it; `stopped` is what it then rejects with. */
export function within<T>(work: Promise<T>, signal: AbortSignal, stopped: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(stopped())
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
