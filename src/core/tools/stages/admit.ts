import { nearestNames } from '@shared/nearest'
import type { Role } from '@shared/tool-result'
import type { Profile } from '../../agents/types'
import { admission, type DecisionFacts } from '../decide'
import type { Refusal } from '../refusal'
import type { RawSettings } from '../decide-settings'
import { denyNames, deniedByPattern, strictestRisk } from '../deny-rules'
import { coversServer, engineTools, grantOf, grantsOf, type Grant, type GrantFacts } from '../grants'
import { loopVerdict } from '../loop-guard'
import type { Registered } from '../registry'
import type { Runtime } from '../runtime'
import { profilesAbove, usableProfile, type Gated } from '../lineage'
import { frozenOf, type SessionFact } from '../session-facts'
import type { Caller, CallSettings } from '../types'
import { refused, type Admitted } from './work'

/** Stage 1: steps 1-3 of 05 §2, before the arguments are looked at. `read`: the sessions, when they were read for this call just now. */
export function admit(runtime: Runtime, caller: Caller, name: string, read: readonly SessionFact[] | null = null): Admitted {
  const profile = usableProfile(runtime.deps.profiles, caller.profileKey)
  const chain = read ?? runtime.sessions.chain(caller.sessionId)
  if (chain.length === 0 && !runtime.deps.project.sessionsDb.open) throw refused({ verdict: 'deny', code: 'PROJECT_NOT_OPEN', text: `The project "${runtime.deps.project.slug}" is closed.` })
  const registered = runtime.registry.get(name)
  // An old name of a script tool stands for the tool itself.
  const called = registered?.tool.name ?? name
  const above = profilesAbove(runtime.deps.profiles, chain)
  const lineage = profile === null ? above.gated : [profile, ...above.gated]
  const facts = factsOf(runtime, caller, called, { profile, chain, registered, lineage, broken: above.broken })
  const settings = admission(facts)
  if ('verdict' in settings) throw refused(settings)
  if (registered === undefined || profile === null) throw new Error(`admitted ${name} without a definition`)
  return { registered, profile, chain, settings: new AdmittedSettings(settings, runtime), facts, lineage }
}

/** No verdict hangs on trust and few tools ask for it: it is looked at for those, once a call (13 row 6). */
class AdmittedSettings implements CallSettings {
  readonly workMode: CallSettings['workMode']
  readonly permissionMode: CallSettings['permissionMode']
  readonly writeMode: CallSettings['writeMode']
  readonly approvals: CallSettings['approvals']
  readonly #runtime: Runtime
  #trusted: boolean | null = null

  constructor({ workMode, permissionMode, writeMode, approvals }: CallSettings, runtime: Runtime) {
    this.workMode = workMode
    this.permissionMode = permissionMode
    this.writeMode = writeMode
    this.approvals = approvals
    this.#runtime = runtime
  }

  get trusted(): boolean { return (this.#trusted ??= this.#runtime.deps.project.trusted()) }
}

interface Found { profile: Profile | null; chain: readonly SessionFact[]; registered: Registered | undefined; lineage: readonly Gated[]; /** The key of an ancestor's profile that cannot be read. */ broken: string | null }

function factsOf(runtime: Runtime, caller: Caller, name: string, found: Found): DecisionFacts {
  const { profile, chain, registered, lineage } = found
  const tool = registered?.tool
  const outside = runtime.deps.outsideSkill?.(caller.sessionId, name) ?? null
  return {
    ...(outside === null ? {} : { outsideSkill: outside }),
    tool: { name, gate: tool?.gate ?? 'none', risk: tool?.risk ?? 'low', mutates: tool?.mutates ?? false },
    parse: null, prepare: null, prepared: null, mediumCountsAsLow: registered?.pack === 'ext' && runtime.deps.external?.quiet(name) === true,
    grant: profile === null ? null : grantRefusal(runtime, name, grantFacts(runtime, profile, caller.role, chain[0]), registered),
    identity: identityRefusal(caller, found),
    settings: settingsChain(runtime, caller, chain, lineage),
    rules: { denied: deniedByPattern(lineage, name, []), loop: null, ask: lineage.flatMap((each) => each.gates.ask), ...strictestRisk(lineage) },
  }
}

/** Without a session: what every session of the profile has. */
export function grantFacts(runtime: Runtime, profile: Profile, role: Role | (string & {}), session?: SessionFact): GrantFacts {
  return new Granting(runtime, profile, role, session)
}

const always = (): boolean => true
/** Worked out for every call: what only some tools are judged by is worked out for those (13 row 6). */
class Granting implements GrantFacts {
  readonly pack: GrantFacts['pack']
  readonly declared: readonly string[]
  readonly mcp: readonly string[]
  readonly role: string
  readonly registered: GrantFacts['registered']
  readonly mounted: GrantFacts['mounted']
  readonly #runtime: Runtime
  readonly #rows: readonly Registered[]
  readonly #profile: Profile
  readonly #session: SessionFact | undefined
  #engine: string[] | null = null

  constructor(runtime: Runtime, profile: Profile, role: string, session: SessionFact | undefined) {
    this.pack = profile.pack
    this.declared = declaredBy(profile, runtime.deps.external?.grants(profile.key))
    this.mcp = profile.mcp
    this.role = role
    this.#rows = runtime.registry.list()
    this.registered = asRegistered(this.#rows)
    this.mounted = runtime.deps.mounted ?? always
    this.#runtime = runtime
    this.#profile = profile
    this.#session = session
  }

  get denied(): string[] { return denyNames([this.#profile]) }
  /** Worked out of the conversation, and only engine tools are judged by it. */
  get engine(): string[] { return (this.#engine ??= engineOf(this.#runtime, this.#rows, this.#profile, this.#session)) }
}

/** The profile's own list where nothing was granted beyond it, so that what is worked out of it is kept. */
const declaredBy = (profile: Profile, granted: readonly string[] = []): readonly string[] =>
  granted.length === 0 ? profile.tools : [...profile.tools, ...granted.map((name) => `ext:${name}`)]

const known = new WeakMap<readonly Registered[], GrantFacts['registered']>()
/** What grants depend on of each definition; the same rows give the same list. */
function asRegistered(rows: readonly Registered[]): GrantFacts['registered'] {
  const made = known.get(rows) ?? rows.map(({ tool, pack }) => ({ name: tool.name, pack, ...(tool.roles === undefined ? {} : { roles: tool.roles }), ...(tool.aliases === undefined ? {} : { aliases: tool.aliases }) }))
  known.set(rows, made)
  return made
}

const deferring = new WeakMap<readonly Registered[], readonly string[]>()
/** MCP servers whose tools a model has to look for. */
function deferringServers(rows: readonly Registered[]): readonly string[] {
  const found = deferring.get(rows) ?? [...new Set(rows.filter(({ tool }) => tool.deferred === true).map(({ pack }) => pack.slice('mcp:'.length)))]
  deferring.set(rows, found)
  return found
}

function engineOf(runtime: Runtime, rows: readonly Registered[], profile: Profile, session: SessionFact | undefined): string[] {
  const deferred = deferringServers(rows).some((alias) => coversServer(profile.mcp, alias))
  return engineTools(profile.pack, { hidden: session !== undefined && runtime.sessions.hasHidden(session.id), deferred, reports: session?.role === 'helper' && typeof session.schema === 'string' })
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
  role: 'sessions of this role do not have it', denied: 'a rule of this profile denies it',
}
const notGranted = (grant: Grant): string => `${grant.name}: ${grant.reason}; ${whyNot(grant)}. Use the tools you were given.`
const whyNot = ({ name, reason }: Grant): string => (name === 'bash' && reason === 'not_mounted' ? 'the project is not trusted' : (WHY[reason] ?? 'it is not in this session'))

function identityRefusal(caller: Caller, { profile, chain, broken }: Found): Refusal | null {
  const session = chain[0]
  if (session === undefined) return { verdict: 'deny', code: 'IDENTITY_UNKNOWN', text: `there is no session ${caller.sessionId}.` }
  if (profile === null) return { verdict: 'deny', code: 'IDENTITY_UNKNOWN', text: `the profile "${caller.profileKey}" cannot be used.` }
  if (broken !== null) return { verdict: 'deny', code: 'IDENTITY_UNKNOWN', text: `the profile "${broken}" of a session above cannot be used, so nobody knows what it forbids.` }
  return session.status === 'archived' ? { verdict: 'deny', code: 'AGENT_ARCHIVED', text: `session ${session.id} is archived; restore it first.` } : null
}

/** Own settings, then every ancestor's, then what profiles and the project tighten (05 §5). */
function settingsChain(runtime: Runtime, caller: Caller, chain: readonly SessionFact[], lineage: readonly Gated[]): RawSettings[] {
  const { config, error } = runtime.deps.config()
  const settings: RawSettings[] = chain.map(({ workMode, permissionMode, writeMode }, at) => (at > 0 || caller.overrides === undefined ? { workMode, permissionMode, writeMode } : { workMode, permissionMode, writeMode, ...caller.overrides }))
  for (const { gates } of lineage) settings.push({ workMode: gates.workMode, permissionMode: gates.permission })
  settings.push(...frozenOf(chain).settings, { approvals: config.approvals, unreadable: error })
  return settings
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
