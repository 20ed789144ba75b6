import type { Clock } from './clock'

/** Runs once things have been quiet for `quiet` ms, and at the latest `atMost` ms after the first call. */
export interface Deadline { touch(): void; flush(): void; cancel(): void; readonly waiting: boolean }

export function createDeadline(clock: Clock, quiet: number, atMost: number, run: () => void): Deadline {
  let first: number | null = null
  let stop: (() => void) | null = null
  const cancel = () => { stop?.(); stop = null; first = null }
  const fire = () => { cancel(); run() }
  return {
    touch() {
      first ??= clock.now()
      stop?.()
      stop = clock.after(Math.max(0, Math.min(quiet, first + atMost - clock.now())), fire)
    },
    flush() { if (first !== null) fire() },
    cancel,
    get waiting() { return first !== null },
  }
}

/** Draft in ≤2 s of a key, file after 1 s idle and ≤10 s of typing (09 §5 Saving); the margins leave time for the write itself. */
export const saveTimes = { draftQuiet: 400, draftAtMost: 1_500, fileQuiet: 1_000, fileAtMost: 9_000 } as const

export interface SaveScheduler { typed(): void; /** At blur, switch, close. */ flush(): void; stop(): void }

export function createSaveScheduler(clock: Clock, run: { draft(): void; file(): void }, times: { draftQuiet: number; draftAtMost: number; fileQuiet: number; fileAtMost: number } = saveTimes): SaveScheduler {
  const draft = createDeadline(clock, times.draftQuiet, times.draftAtMost, run.draft)
  const file = createDeadline(clock, times.fileQuiet, times.fileAtMost, run.file)
  const all = [draft, file]
  return {
    typed() { for (const one of all) one.touch() },
    flush() { for (const one of all) one.flush() },
    stop() { for (const one of all) one.cancel() },
  }
}

/** Waiting time before the n-th retry of a failed save: 2 s, 4 s … at most 60 s. */
export const retryAfter = (failures: number): number => Math.min(60_000, 1_000 * 2 ** Math.max(1, failures))
