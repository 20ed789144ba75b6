/**
 * Where each instant stands on the line, from 0 to 1. A longer time is a longer way, but slowly (by its logarithm): an hour and
 * thirteen years fit on one line and can both be clicked. `instants` ascend.
 */
export function placesOnLine(instants: readonly string[]): number[] {
  if (instants.length < 2) return instants.map(() => 0.5)
  const times = instants.map(BigInt)
  const steps = times.slice(1).map((time, at) => 1 + Math.log10(1 + Number(time - (times[at] ?? time))))
  const whole = steps.reduce((sum, step) => sum + step, 0)
  let sum = 0
  return [0, ...steps.map((step) => (sum += step) / whole)]
}

/** The place of any instant between those of the line. */
export function placeOf(instant: string, instants: readonly string[], places: readonly number[]): number {
  const at = lastUpTo(instant, instants)
  if (at < 0) return 0
  const [before, after] = [instants[at], instants[at + 1]]
  if (before === undefined || after === undefined || before === instant) return places[at] ?? 1
  const share = Number(BigInt(instant) - BigInt(before)) / Number(BigInt(after) - BigInt(before))
  return (places[at] ?? 0) + share * ((places[at + 1] ?? 1) - (places[at] ?? 0))
}

/** Index of the last of the ascending instants that is not after `instant`; -1 when all are. */
export function lastUpTo(instant: string, instants: readonly string[]): number {
  const wanted = BigInt(instant)
  let [low, high] = [0, instants.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (BigInt(instants[middle] ?? '0') <= wanted) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The dots worth drawing: one per step of the line, so that ten thousand slices are a few hundred dots. */
export function dotsOf(places: readonly number[], steps: number): number[] {
  const dots = new Map<number, number>()
  for (const [index, place] of places.entries()) {
    const step = Math.round(place * steps)
    if (!dots.has(step)) dots.set(step, index)
  }
  return [...dots.values()]
}
