import { isFault } from '@shared/fault'
import type { Role } from '@shared/tool-result'
import type { Profile } from '../../agents/types'
import { admission, type DecisionFacts } from '../decide'
import type { Refusal } from '../refusal'
import { readSettings, type RawSettings } from '../decide-settings'
import { denyNames, deniedByPattern, strictestRisk } from '../deny-rules'
import { coversServer, grantOf, grantsOf, type Grant, type GrantFacts } from '../grants'
import { loopVerdict } from '../loop-guard'
import { nearestNames } from '../nearest'
import type { Registered } from '../registry'
import type { Runtime } from '../runtime'
import { frozenOf, type SessionFact } from '../session-facts'
import type { Caller } from '../types'
import { refused, type Admitted } from './work'

/** Stage 1: steps 1-3 of 05 §2, before the arguments are looked at. */
export function admit(runtime: Runtime, caller: Caller, name: string): Admitted {
  const profile = profileOf(runtime, caller.profileKey)
  const chain = runtime.sessions.chain(caller.sessionId)
  const registered = runtime.registry.get(name)
  // An old name of a script tool stands for the tool itself.
  const called = registered?.tool.name ?? name
  const lineage = lineageOf(runtime, profile, chain)
  const facts = factsOf(runtime, caller, called, profile, chain, registered, lineage)
  const refusal = admission(facts)
  if (refusal !== null) throw refused(refusal)
  const settings = readSettings(facts.settings)
  if ('verdict' in settings) throw refused(settings)
  if (registered === undefined || profile === null) throw new Error(`admitted ${name} without a definition`)
  return { registered, profile, chain, settings, facts, lineage }
}

function profileOf(runtime: Runtime, key: string): Profile | null {
  try {
    return runtime.deps.profiles.get(key)
  } catch (error) {
    if (isFault(error)) return null
    throw error
  }
}

type Gated = Pick<Profile, 'key' | 'gates'>

/** The profiles whose gates bind this call: its own, those above as they are now, and those above a cut link as they were (05 §5). */
function lineageOf(runtime: Runtime, profile: Profile | null, chain: readonly SessionFact[]): Gated[] {
  return [...[profile, ...chain.slice(1).map((row) => profileOf(runtime, row.profileKey))].filter((each) => each !== null), ...frozenOf(chain).profiles]
}

function factsOf(runtime: Runtime, caller: Caller, name: string, profile: Profile | null, chain: readonly SessionFact[], registered: Registered | undefined, lineage: readonly Gated[]): DecisionFacts {
  const tool = registered?.tool
  const outside = runtime.deps.outsideSkill?.(caller.sessionId, name) ?? null
  return {
    ...(outside === null ? {} : { outsideSkill: outside }),
    tool: { name, gate: tool?.gate ?? 'none', risk: tool?.risk ?? 'low', mutates: tool?.mutates ?? false },
    parse: null, prepare: null, prepared: null, mediumCountsAsLow: registered?.pack === 'ext' && runtime.deps.external?.quiet(name) === true,
    grant: profile === null ? null : grantRefusal(runtime, name, grantFacts(runtime, profile, caller.role, caller.sessionId), registered),
    identity: identityRefusal(runtime, caller, profile, chain),
    settings: settingsChain(runtime, caller, chain, lineage),
    rules: { denied: deniedByPattern(lineage, name, []), loop: null, ask: [...new Set(lineage.flatMap((each) => each.gates.ask))], ...strictestRisk(lineage) },
  }
}

/** Without a session: what every session of the profile has. */
export function grantFacts(runtime: Runtime, profile: Profile, role: Role | (string & {}), sessionId: number | null = null): GrantFacts {
  return {
    pack: profile.pack, declared: [...profile.tools, ...(runtime.deps.external?.grants(profile.key) ?? []).map((name) => `ext:${name}`)], mcp: profile.mcp, role, denied: denyNames([profile]), engine: engineTools(runtime, profile, sessionId), mounted: runtime.deps.mounted ?? (() => true),
    registered: runtime.registry.list().map((row) => ({ name: row.tool.name, pack: row.pack, ...(row.tool.roles === undefined ? {} : { roles: row.tool.roles }), ...(row.tool.aliases === undefined ? {} : { aliases: row.tool.aliases }) })),
  }
}

/** Tools the engine adds by itself (04 §1.1): the older conversation can be looked up once part of it is out of sight. */
function engineTools(runtime: Runtime, profile: Profile, sessionId: number | null): string[] {
  const recall = profile.pack === 'noeta' || (sessionId !== null && runtime.sessions.hasHidden(sessionId))
  const deferred = runtime.registry.list().some(({ tool, pack }) => tool.deferred === true && coversServer(profile.mcp, pack.slice('mcp:'.length)))
  const helper = sessionId === null ? undefined : runtime.sessions.chain(sessionId)[0]
  const reports = helper?.role === 'helper' && typeof helper.schema === 'string'
  return [...(recall ? ['RecallHistory'] : []), ...(reports ? ['structured_output'] : []), ...(deferred ? ['ToolSearch', 'McpCall'] : [])]
}

/** TOOL_UNKNOWN, TOOL_RETIRED, TOOL_NOT_APPROVED or TOOL_NOT_GRANTED with its reason word (08 §4). */
export function grantRefusal(runtime: Runtime, name: string, facts: GrantFacts, registered: Registered | undefined = runtime.registry.get(name)): Refusal | null {
  if (registered === undefined) {
    const external = runtime.deps.external?.refusal(name) ?? null
    if (external !== null) return external
    const tombstone = runtime.registry.retired(name)
    if (tombstone !== undefined) return { verdict: 'error', code: 'TOOL_RETIRED', text: `${name} is gone since ${tombstone.since}; use ${tombstone.use}.` }
    const names = nearestNames(name, grantsOf(facts).filter((grant) => grant.in).map((grant) => grant.name))
    return { verdict: 'error', code: 'TOOL_UNKNOWN', text: `there is no tool "${name.slice(0, 80)}".${names.length > 0 ? ` Nearest: ${names.join(', ')}.` : ''}` }
  }
  const grant = grantOf(name, facts)
  return grant.in ? null : { verdict: 'deny', code: 'TOOL_NOT_GRANTED', text: notGranted(grant) }
}

const WHY: Partial<Record<Grant['reason'], string>> = {
  not_declared: 'this profile does not have it', unknown: 'no such tool is registered', not_mounted: 'it is not available in this project now',
  role: 'only the session the author talks to has it', denied: 'a rule of this profile denies it',
}
const notGranted = (grant: Grant): string => `${grant.name}: ${grant.reason}; ${WHY[grant.reason] ?? 'it is not in this session'}. Use the tools you were given.`

function identityRefusal(runtime: Runtime, caller: Caller, profile: Profile | null, chain: readonly SessionFact[]): Refusal | null {
  const session = chain[0]
  if (!runtime.deps.project.sessionsDb.open) return { verdict: 'deny', code: 'PROJECT_NOT_OPEN', text: `The project "${runtime.deps.project.slug}" is closed.` }
  if (session === undefined) return { verdict: 'deny', code: 'IDENTITY_UNKNOWN', text: `there is no session ${caller.sessionId}.` }
  if (profile === null) return { verdict: 'deny', code: 'IDENTITY_UNKNOWN', text: `the profile "${caller.profileKey}" cannot be used.` }
  return session.status === 'archived' ? { verdict: 'deny', code: 'AGENT_ARCHIVED', text: `session ${session.id} is archived; restore it first.` } : null
}

/** Own settings, then every ancestor's, then what profiles and the project tighten (05 §5). */
function settingsChain(runtime: Runtime, caller: Caller, chain: readonly SessionFact[], lineage: readonly Gated[]): RawSettings[] {
  const { config, error } = runtime.deps.config()
  const modes = chain.map(({ workMode, permissionMode, writeMode }, at) => ({ workMode, permissionMode, writeMode, ...(at === 0 ? caller.overrides : {}) }))
  const tightened = lineage.map(({ gates }) => ({ workMode: gates.workMode, permissionMode: gates.permission }))
  return [...modes, ...tightened, ...frozenOf(chain).settings, { approvals: config.approvals, trust: runtime.deps.project.trusted() ? 'trusted' : 'untrusted', unreadable: error }]
}

/** The loop guard of 04 §13, known once the arguments are. */
export function refuseLoops(runtime: Runtime, caller: Caller, name: string, args: unknown): number {
  const count = runtime.loop.count(caller.runId, name, args)
  const verdict = loopVerdict(name, count)
  if (verdict === 'refuse' || verdict === 'pause') {
    throw refused({ verdict: 'deny', code: 'LOOP_GUARD', text: '' }, {
      code: 'LOOP_GUARD', message: `the same call was made ${count} times in a row with the same result; it was not run again.`, fix: 'Do something else, or tell the author what is missing.', data: { count, pause: verdict === 'pause' },
    })
  }
  return count
}
