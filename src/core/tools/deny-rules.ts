import type { Risk } from '@shared/tool-result'
import type { Profile } from '../agents/types'
import { compileGlob } from '../project/paths/glob'

type Gated = Pick<Profile, 'key' | 'gates'>
const RANK: Record<Risk, number> = { low: 0, medium: 1, high: 2 }

/** `gates.deny` entries are a tool's name, or `name:glob` for paths under it (05 §2 step 3). Bare names leave the effective set. */
export const denyNames = (profiles: readonly Gated[]): string[] => profiles.flatMap((profile) => profile.gates.deny.filter((rule) => !rule.includes(':')))

/** The rule that denies this call, in words, or null. Deny rules also apply downward (05 §5). */
export function deniedByPattern(profiles: readonly Gated[], tool: string, targets: readonly string[]): string | null {
  for (const { key, gates } of profiles) {
    for (const rule of gates.deny) {
      const [name, glob] = splitRule(rule)
      if (name !== tool) continue
      if (glob === null) return `a rule of profile ${key} denies ${tool}.`
      const hit = targets.find((target) => compileGlob(glob).matches(target))
      if (hit !== undefined) return `a rule of profile ${key} denies ${tool} on ${hit}.`
    }
  }
  return null
}

function splitRule(rule: string): [string, string | null] {
  const at = rule.indexOf(':')
  return at < 0 ? [rule, null] : [rule.slice(0, at), rule.slice(at + 1)]
}

/** The lowest `maxRisk` of a session's profile and its ancestors'. */
export function strictestRisk(profiles: readonly Gated[]): { maxRisk?: Risk } {
  let found: Risk | null = null
  for (const { gates: { maxRisk } } of profiles) if (maxRisk !== undefined && (found === null || RANK[maxRisk] < RANK[found])) found = maxRisk
  return found === null ? {} : { maxRisk: found }
}
