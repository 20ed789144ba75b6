import type { Scenario } from './scenario'

const plain = (text: string): string => text.normalize('NFC').toLowerCase()

/** ASCII phrases count as whole words, so `ask` is not found in `task`. */
function holds(text: string, phrase: string): boolean {
  const wanted = plain(phrase)
  if (!/^[\x20-\x7e]+$/.test(wanted)) return text.includes(wanted)
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (!/[a-z0-9_]/.test(text[at - 1] ?? ' ') && !/[a-z0-9_]/.test(text[at + wanted.length] ?? ' ')) return true
  }
  return false
}

/** The scenario of a message: all of `all`, one of `any`; most phrases wins, ties by id; none: `tour` (04 §9). */
export function matchScenario(scenarios: readonly Scenario[], profileKey: string, message: string, granted: readonly string[] = []): Scenario {
  const text = plain(message)
  const scored = scenarios
    .filter((one) => (one.match.profiles.length === 0 || one.match.profiles.includes(profileKey)) && one.match.tools.every((tool) => granted.includes(tool)))
    .map((one) => ({ one, score: score(one, text) }))
    .filter((row) => row.score !== null)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || (a.one.id < b.one.id ? -1 : 1))
  const found = scored[0]?.one ?? scenarios.find((one) => one.id === 'tour')
  if (found === undefined) throw new Error('the demo has no scenario "tour"')
  return found
}

/** Null: does not match. A scenario without phrases answers whatever its profile is told. */
function score(scenario: Scenario, text: string): number | null {
  const { any, all } = scenario.match
  if (!all.every((phrase) => holds(text, phrase))) return null
  const hits = any.filter((phrase) => holds(text, phrase)).length
  if (any.length > 0 && hits === 0) return null
  if (any.length + all.length === 0) return scenario.match.profiles.length + scenario.match.tools.length === 0 ? null : Number.MAX_SAFE_INTEGER
  return hits + all.length
}
