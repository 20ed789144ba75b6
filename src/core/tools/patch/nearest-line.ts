const MOST_LINES = 20_000
const MOST_CHARACTERS = 200

/** The line most like the wanted one, by the pairs of characters they share; below the start first. Null: none is alike. */
export function nearestLine(lines: readonly string[], wanted: string, start: number): { line: number; text: string } | null {
  const pairs = pairsOf(wanted)
  if (pairs.size === 0) return null
  let best = { at: -1, score: 0.3 }
  for (let n = 0; n < Math.min(lines.length, MOST_LINES); n += 1) {
    const at = (start + n) % lines.length
    const other = pairsOf(lines[at] ?? '')
    let shared = 0
    for (const pair of other) if (pairs.has(pair)) shared += 1
    const score = (2 * shared) / (pairs.size + other.size)
    if (score > best.score) best = { at, score }
  }
  const text = lines[best.at]
  return text === undefined ? null : { line: best.at + 1, text: text.length <= 120 ? text : `${text.slice(0, 120)}…` }
}

function pairsOf(line: string): Set<string> {
  const text = line.trim().slice(0, MOST_CHARACTERS)
  const pairs = new Set<string>()
  for (let at = 0; at < text.length; at += 1) pairs.add(text.slice(at, at + 2))
  return pairs
}
