/** Time and timers as the schedulers see them; tests hand in their own. */
export interface Clock { now(): number; after(ms: number, run: () => void): () => void }

export const realClock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
