import type { Shelf } from './shelf'

const lookMs = 500

/** Calls `changed` when a file of a script tool, or what was approved of it, is no longer as it was last seen (08 §7 Load). Returns the way to stop. */
export function watchTools(shelf: Pick<Shelf, 'states'>, changed: () => void): () => void {
  const look = (): string => JSON.stringify(shelf.states().map(({ name, layer, state, hash, why, error, profiles, doNotAsk }) => [name, layer, state, hash, why, error, profiles, doNotAsk]))
  let seen = look()
  const timer = setInterval(() => {
    try {
      const now = look()
      if (now === seen) return
      seen = now
      changed()
    } catch {
      // A folder that is just being moved is looked at again in the next round.
    }
  }, lookMs)
  timer.unref()
  return () => clearInterval(timer)
}
