import { fail } from '@shared/fault'
import type { Profiles } from '../agents/types'
import { checkGlobs } from '../project/paths/authorize'
import type { OpenedProject, SafePath } from '../project/types'
import { profilesAbove } from './lineage'
import { createSessionFacts, type SessionFact } from './session-facts'
import type { Caller } from './types'

/** What binds a session's writes beyond its own profile (05 §5, 04 §1.2). */
export interface WriteLimits { /** A check of places for one moment. */ of(caller: Caller): (path: SafePath, given: string) => Promise<void> }

/** The `writeGlobs` of every ancestor and those that settings add, and for a writer or inline editor the one file of its input. PATH_NOT_ALLOWED. */
export function createWriteLimits(project: OpenedProject, profiles: Profiles): WriteLimits {
  const sessions = createSessionFacts(project.sessionsDb)
  return {
    of(caller) {
      const chain = sessions.chain(caller.sessionId)
      const target = targetOf(caller.profileKey, chain[0])
      let limits: string[][] | null = null
      return async (path, given) => {
        limits ??= [...ownMore(profiles, caller), ...globsAbove(profiles, chain)]
        for (const globs of limits) checkGlobs(path.shown, globs, given)
        if (target === null) return
        const place = await project.files.authorize(target, { use: 'write' })
        if (place.real !== path.real) fail('PATH_NOT_ALLOWED', `this assistant was given one file and writes no other.`, { actual: path.shown, expected: place.shown, fix: 'Report what else should change; whoever asked can ask again for another file.' })
      }
    },
  }
}

function globsAbove(profiles: Profiles, chain: readonly SessionFact[]): string[][] {
  const { gated, broken } = profilesAbove(profiles, chain)
  if (broken !== null) fail('PATH_NOT_ALLOWED', `the profile "${broken}" of a session above cannot be used, so nobody knows what it forbids.`)
  return gated.flatMap(({ gates }) => [gates.writeGlobs, ...(gates.alsoWithin ?? [])]).filter((globs) => globs.length > 0)
}

/** Its own first list is checked where the path is resolved. */
const ownMore = (profiles: Profiles, { profileKey }: Caller): string[][] => profiles.get(profileKey).gates.alsoWithin ?? []

/** With a payload these write only its path. */
function targetOf(profileKey: string, session: SessionFact | undefined): string | null {
  const key = profileKey === 'writer' ? 'path' : profileKey === 'inline.editor' ? 'targetPath' : null
  if (key === null || session === undefined || typeof session.payload !== 'string') return null
  const value = (JSON.parse(session.payload) as Record<string, unknown>)[key]
  return typeof value === 'string' ? value : null
}
