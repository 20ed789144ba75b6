/** The one clock over a script: running it, copying its result and reading its errors all happen before the answer arrives. */
export function within<T>(work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T | 'late' | 'aborted'> {
  return new Promise((resolve) => {
    const abort = () => resolve('aborted')
    const timer = setTimeout(() => resolve('late'), ms)
    signal?.addEventListener('abort', abort, { once: true })
    const settle = (value: T) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      resolve(value)
    }
    work.then(settle, () => resolve('late'))
  })
}
