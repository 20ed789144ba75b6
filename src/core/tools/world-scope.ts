import type { Profiles } from '../agents/types'
import { openedWorlds, type OpenedWorld } from '../world/opened-worlds'
import type { ScriptParts } from '../world/script/run-script'
import { otherProject } from './other-project'
import { accessOf } from './variants'

/** One project's world for a script. `of`: the other project's name, whose commits know neither this session nor its number. */
export interface WorldPlace { readonly parts: ScriptParts; readonly of: string | null; readonly home: string; assertWritable(): void }

/** The worlds a call may reach: its own project's, or by `projectRoot` that of another open one (02 §3). */
export interface WorldScope {
  at(projectRoot?: string): WorldPlace
  /** Whether a profile was granted `execute_world:readwrite`; a bare grant only reads (04 §2). */
  mayWrite(profileKey: string): boolean
}

declare module './types' {
  interface ToolServices { worlds: WorldScope }
}

/** INVALID_PROJECT_ROOT, PROJECT_NOT_FOUND, PROJECT_NOT_OPEN. */
export function createWorldScope(own: OpenedWorld, profiles: Profiles): WorldScope {
  const place = (entry: OpenedWorld): WorldPlace => ({ parts: entry.parts, of: entry === own ? null : entry.slug, home: own.slug, assertWritable: () => entry.assertWritable() })
  return {
    at: (projectRoot) => place(projectRoot === undefined || projectRoot === own.slug ? own : otherProject(own.dir, projectRoot, openedWorlds())),
    mayWrite: (profileKey) => accessOf('execute_world', profiles.get(profileKey).tools) === 'readwrite',
  }
}
