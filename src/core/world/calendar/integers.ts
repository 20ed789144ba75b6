/** Rounds down, also below zero. */
export const floorDiv = (a: bigint, b: bigint): bigint => (a >= 0n || a % b === 0n ? a / b : a / b - 1n)
/** What `floorDiv` leaves over: never negative. */
export const floorMod = (a: bigint, b: bigint): bigint => a - floorDiv(a, b) * b

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b)
}
export const lcm = (a: bigint, b: bigint): bigint => (a / gcd(a, b)) * b

export const minInstant = -(2n ** 63n)
export const maxInstant = 2n ** 63n - 1n
