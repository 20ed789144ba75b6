import { isFault } from '@shared/fault'
import type { Profile, Profiles } from '../agents/types'
import { frozenOf, type SessionFact } from './session-facts'

/** A profile as far as it binds those below it. */
export type Gated = Pick<Profile, 'key' | 'gates'>

/** A profile that can be used now; null when its file is gone or broken. */
export function usableProfile(profiles: Pick<Profiles, 'get'>, key: string): Profile | null {
  try {
    return profiles.get(key)
  } catch (error) {
    if (isFault(error)) return null
    throw error
  }
}

/**
 * The profiles above a session that bind it: those of its ancestors as they are now, and those above a cut link as they were (05 §5).
 * `broken`: an ancestor's that cannot be read, so nobody knows what it forbids; nothing below it may then run.
 */
export function profilesAbove(profiles: Pick<Profiles, 'get'>, chain: readonly SessionFact[]): { gated: Gated[]; broken: string | null } {
  const above = chain.slice(1).map(({ profileKey }) => ({ profileKey, profile: usableProfile(profiles, profileKey) }))
  return {
    gated: [...above.flatMap(({ profile }) => (profile === null ? [] : [profile])), ...frozenOf(chain).profiles],
    broken: above.find(({ profile }) => profile === null)?.profileKey ?? null,
  }
}
