/** Up to `count` names closest to a misspelt one, to be offered: of tools (TOOL_UNKNOWN, 08 §4), of commands. Never used to choose one. */
export function nearestNames(wanted: string, names: readonly string[], count = 3): string[] {
  const from = wanted.slice(0, 80).toLowerCase()
  return names
    .map((name) => ({ name, distance: editDistance(from, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map((row) => row.name)
}

/** How many letters must be put in, taken out or exchanged. */
export function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const swap = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(swap, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    above = current
  }
  return above[b.length] ?? 0
}
