export interface Answers {
  /** `waits`: it may be told only once the disk has what it tells of. Resolves when more can be taken. */
  add(line: string, waits: boolean): Promise<void>
  /** Resolves when all are given. */
  end(): Promise<void>
}

const MOST_HELD = 64

/**
 * Gives answers in their order, each after what it tells of is on the disk (01: FULL is for what a user saw succeed). One wait for
 * the disk serves all that were ready when it began, and calls go on meanwhile. What `sync` throws ends it all: `add` or `end` throws it.
 */
export function answersInGroups(give: (line: string) => void, sync: () => Promise<void>): Answers {
  let held: string[] = []
  let unsynced = false
  let giving: Promise<void> | null = null
  const giveAll = async (): Promise<void> => {
    while (held.length > 0) {
      const [lines, waits] = [held, unsynced]
      held = []
      unsynced = false
      if (waits) await sync()
      for (const line of lines) give(line)
    }
    giving = null
  }
  return {
    async add(line, waits) {
      if (!waits && giving === null) return give(line)
      held.push(line)
      unsynced ||= waits
      if (giving === null) {
        giving = giveAll()
        // Who adds next, or ends, is told.
        giving.catch(() => undefined)
      }
      if (held.length >= MOST_HELD) await giving
    },
    async end() { await giving },
  }
}
