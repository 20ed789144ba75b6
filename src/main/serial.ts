/** Runs the work of one key strictly in the order it was asked for; other keys do not wait. */
export interface Serial {
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Resolves when all that was asked for so far has ended. */
  drain(): Promise<void>
}

export function createSerial(): Serial {
  const tails = new Map<string, Promise<unknown>>()
  const run = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const result = (tails.get(key) ?? Promise.resolve()).then(work, work)
    const tail = result.catch(() => undefined).finally(() => {
      if (tails.get(key) === tail) tails.delete(key)
    })
    tails.set(key, tail)
    return result
  }
  return { run, drain: async () => void (await Promise.all(tails.values())) }
}
