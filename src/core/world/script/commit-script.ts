import { WorldMoved, type WorldCommit, type WorldSaved } from '../types'
import { runScript, worldConflict, type ScriptEnd, type ScriptParts, type ScriptRequest } from './run-script'

export interface CommittedScript { end: ScriptEnd; saved: WorldSaved }

/**
 * Commits what a script wrote, all or nothing. When the world changed since, the script runs again as often as it still may (03 §5);
 * `approved`: what the author said yes to, so that only the same effects are saved.
 */
export async function commitScript(parts: ScriptParts, request: ScriptRequest, first: ScriptEnd, how: WorldCommit, approved: boolean): Promise<CommittedScript> {
  let end = first
  for (;;) {
    const saved = tryCommit(parts, end, how)
    if (saved !== null) return { end, saved }
    if (end.tries === 0) return worldConflict()
    end = await runScript(parts, { ...request, tries: end.tries })
    if (approved && end.effects.hash !== first.effects.hash) return worldConflict()
  }
}

function tryCommit({ world }: ScriptParts, { run }: ScriptEnd, how: WorldCommit): WorldSaved | null {
  try {
    return world.commit(run, how)
  } catch (error) {
    if (error instanceof WorldMoved) return null
    throw error
  }
}
