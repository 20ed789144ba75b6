import { maxInstant, minInstant } from './integers'

const day = 86_400n
const fixed = [0n, -1n, 1n, 59n, 3_600n, day - 1n, day, -day, maxInstant, minInstant, 10_000n * 366n * day, -10_000n * 366n * day]
const count = 64

/** The 64 instants every calendar is tried on: around zero, around its own examples, the extremes, and a spread between them that is always the same. */
export function sampleInstants(near: readonly bigint[]): bigint[] {
  const chosen = new Set([...fixed, ...near.flatMap((instant) => [instant - 1n, instant, instant + 1n, instant + 40n * day + 7_207n])])
  let state = 0x2545_f491n
  for (let i = 0; chosen.size < count; i += 1) {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n
    const bits = BigInt(24 + (i % 40))
    const size = state >> (64n - bits)
    chosen.add(i % 3 === 0 && -size >= minInstant ? -size : size <= maxInstant ? size : size >> 1n)
  }
  return [...chosen].slice(0, count)
}
