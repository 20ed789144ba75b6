/** Runs `work` one at a time; asked again meanwhile, once more after it. For reads that many events ask for. */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let again = false
  const run = (): Promise<void> => {
    if (running) { again = true; return running }
    running = work().finally(() => {
      running = null
      if (again) { again = false; void run() }
    })
    return running
  }
  return run
}
