import { isSchema } from './json-schema'
import { parseArguments } from './arguments'
import { grantOf } from './grants'
import { usableProfile } from './lineage'
import type { Runtime } from './runtime'
import { grantFacts } from './stages/admit'
import type { Caller } from './types'

/**
 * The call that an `McpCall` stands for (07 §8.2), or null: it has none, and `McpCall` itself then says what is wrong with it. The gate, the
 * card and the journal see the real tool only.
 */
export function realCall(runtime: Runtime, caller: Caller, raw: unknown): { tool: string; args: unknown } | null {
  const sent = parsed(raw)
  if (!isSchema(sent) || typeof sent['tool'] !== 'string' || !isSchema(sent['arguments']) || Object.keys(sent).length !== 2) return null
  const profile = usableProfile(runtime.deps.profiles, caller.profileKey)
  if (profile === null || !grantOf('McpCall', grantFacts(runtime, profile, caller.role, runtime.sessions.chain(caller.sessionId)[0])).in) return null
  return runtime.registry.get(sent['tool'])?.tool.deferred === true ? { tool: sent['tool'], args: sent['arguments'] } : null
}

function parsed(raw: unknown): unknown {
  try {
    return parseArguments(raw)
  } catch {
    return null
  }
}
