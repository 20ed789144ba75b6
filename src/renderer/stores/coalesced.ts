/**
 * Runs `work` one at a time, for reads that many events ask for. One on its way may have been read before the change the caller
 * waits for, so who asks meanwhile gets the one after it, shared by all who ask.
 */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const run = (): Promise<void> => {
    if (running) return (next ??= running.catch(() => undefined).then(() => { next = null; return run() }))
    running = work().finally(() => { running = null })
    return running
  }
  return run
}
