import { foldName } from './fold'

/** The up to three names most like the wanted one, for NOT_FOUND (06 §1.2 step 8). */
export function nearNames(wanted: string, names: readonly string[]): string[] {
  const aim = foldName(wanted)
  const limit = Math.max(2, Math.floor(aim.length / 2))
  return names
    .slice(0, 5_000)
    .map((name) => ({ name, far: distance(aim, foldName(name), limit) }))
    .filter((one) => one.far <= limit)
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map((one) => one.name)
}

/** Edit distance, given up beyond `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + same))
    }
    row = next
  }
  return row[b.length] ?? limit + 1
}
