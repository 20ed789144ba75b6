import type { Role } from '@shared/tool-result'
import type { Profile } from '../agents/types'
import { hashOf } from './canonical'
import { grantOf } from './grants'
import type { JsonSchema } from './json-schema'
import { liveValues, withLive, type LiveValues } from './live-values'
import type { Registered } from './registry'
import type { Runtime } from './runtime'
import { tagsOf, type SessionFact } from './session-facts'
import { grantFacts } from './stages/admit'
import type { Definition } from './types'
import { viewFor, type View } from './variant-view'
import { accessOf } from './variants'

type Made = Map<string, { readonly rows: readonly Registered[]; readonly list: readonly Definition[] }>
/** Variants of one profile's list that stay: by role, and by what its sessions may see. */
const MOST = 16

/**
 * The definitions a session is shown, in fixed order (08 §2). All that they hang on is looked up each time; while it is the same,
 * so is the list, and a step makes no schema and no hash anew (13 row 8).
 */
export function createDefinitions(runtime: Runtime): (profileKey: string, role: Role, sessionId: number | null) => readonly Definition[] {
  const kept = new WeakMap<Profile, Made>()
  return (profileKey, role, sessionId) => {
    const profile = runtime.deps.profiles.get(profileKey)
    const session = sessionId === null ? undefined : runtime.sessions.chain(sessionId)[0]
    const facts = grantFacts(runtime, profile, role, session)
    const rows = runtime.registry.list()
    const offered = rows.filter((row) => row.tool.deferred !== true && grantOf(row.tool.name, facts).in)
    const live = new Map(offered.flatMap((row) => { const values = liveValues(row.tool, runtime.deps.services); return values === null ? [] : [[row.tool.name, values]] }))
    const key = JSON.stringify([role, offered.map((row) => row.tool.name), [...live], session?.tags, session?.schema])
    const made: Made = kept.get(profile) ?? new Map()
    kept.set(profile, made)
    const known = made.get(key)
    if (known?.rows === rows) return known.list
    const list = offered.flatMap((row) => definitionOf(row, { profile, role, session }, live.get(row.tool.name) ?? null) ?? [])
    if (made.size >= MOST) made.clear()
    made.set(key, { rows, list })
    return list
  }
}

interface For { readonly profile: Profile; readonly role: Role; readonly session: SessionFact | undefined }

function definitionOf(row: Registered, { profile, role, session }: For, live: LiveValues | null): Definition | null {
  const view = viewFor(row, { pack: profile.pack, role, access: accessOf(row.tool.name, profile.tools), tags: tagsOf(session) })
  return view === null ? null : { name: row.tool.name, description: view.description, ...(schemaFor(row.tool.name, view, session) ?? withLive(view, live)) }
}

/** `structured_output` shows each helper the schema it was given (04 §5). */
function schemaFor(name: string, view: View, session: SessionFact | undefined): { inputSchema: JsonSchema; hash: string } | null {
  const schema = name === 'structured_output' ? session?.schema ?? null : null
  if (schema === null) return null
  const inputSchema = { ...view.inputSchema, properties: { data: JSON.parse(schema) as JsonSchema } }
  return { inputSchema, hash: hashOf({ definition: view.hash, inputSchema }) }
}
