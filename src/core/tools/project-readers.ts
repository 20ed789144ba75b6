import type { Profile } from '../agents/types'
import { grantsOf } from './grants'
import type { Runtime } from './runtime'
import { grantFacts } from './stages/admit'
import type { Caller } from './types'

/** Built-in tools that show what a project holds; with one of them beside it, `web_fetch` could carry that out (05 §2.2). */
const readers: ReadonlySet<string> = new Set([
  'read', 'Read', 'Glob', 'Grep', 'bash', 'Bash', 'BashOutput', 'execute_sql', 'execute_world', 'get_scene_world_context', 'get_chapter_writer_brief', 'get_session',
  'memory_read', 'memory_search', 'subject_rag_search', 'run_skill_script', 'RecallHistory',
])

/** Whether this caller's effective set, as it is now, holds a tool that reads project content; tools that are not ours count. */
export function readsProject(runtime: Runtime, profile: Profile, caller: Pick<Caller, 'role' | 'sessionId'>): boolean {
  return grantsOf(grantFacts(runtime, profile, caller.role, runtime.sessions.chain(caller.sessionId)[0])).some(({ in: granted, name }) => {
    if (!granted) return false
    const pack = runtime.registry.get(name)?.pack ?? ''
    return readers.has(name) || name.startsWith('get_story_') || pack === 'ext' || pack.startsWith('mcp')
  })
}
