import { fail } from '@shared/fault'
import type { OpenedProject } from '../project/types'
import type { ExternalTools } from '../tools/external-tools'
import type { Registered } from '../tools/registry'
import type { Refusal } from '../tools/refusal'
import { readServers } from './config'
import { openConsents } from './consent'
import { mcpDefinition } from './definition'
import { readSchema } from './input-schema'
import { prefixOf } from './names'
import type { OpenChannel } from './open-channel'
import { createServer, type McpServer, type ServerParts } from './server'
import { mayStart, standings, withdrawn, type Facts } from './standing'
import type { McpLayer, McpServerState, McpToolState, Pin, ServerEntry } from './types'

export interface McpParts {
  readonly project: Pick<OpenedProject, 'dir' | 'env' | 'trusted'> & { readonly blobs: Pick<OpenedProject['blobs'], 'put'> }
  /** The settings' lists as they are now, as written. */
  servers(layer: McpLayer): readonly unknown[]
  readonly open: OpenChannel
  changed(): void
  outage(alias: string, cause: string): void
  readonly delays?: readonly number[]
  readonly connectMs?: number
}

/** The MCP servers of one opened project (07 §8). Nothing is started before it is needed. */
export interface McpService extends ExternalTools {
  states(): readonly McpServerState[]
  /** Why what was consented to cannot be read; null: it can. */
  consentError(): string | null
  /** Starts what has never listed its tools, of these aliases (`*`: all), and waits for it; a server that fails is left out. */
  ready(aliases: readonly string[], signal: AbortSignal): Promise<void>
  /** The same for the server that a full name belongs to. */
  readyFor(name: string, signal: AbortSignal): Promise<void>
  /** The author's act: exactly this command, environment or address. CONSENT_MISMATCH, MCP_UNKNOWN. */
  consent(alias: string, layer: McpLayer, hash: string): Promise<void>
  withdraw(alias: string, layer: McpLayer): Promise<void>
  /** The author's act: this definition of a tool in place of the former one; `hash` null: all as listed now. CONSENT_MISMATCH. */
  accept(alias: string, layer: McpLayer, raw: string, hash: string): Promise<void>
  markReadOnly(alias: string, layer: McpLayer, raw: string, readOnly: boolean): Promise<void>
  /** The author's act: starts it (anew), whatever went before. */
  again(alias: string, layer: McpLayer): Promise<void>
  /** A tool's name as its server has it. */
  rawOf(name: string): string
  /** Looks at the settings again: what is no longer there is ended. */
  look(): void
  secrets(): string[]
  close(): Promise<void>
}

interface View { readonly states: readonly McpServerState[]; readonly callable: ReadonlyMap<string, Registered>; readonly raws: ReadonlyMap<string, string>; readonly sorted: readonly Registered[] }

export function createMcpService(parts: McpParts): McpService {
  return new Service(parts)
}

class Service implements McpService {
  readonly #parts: McpParts
  readonly #consents: ReturnType<typeof openConsents>
  readonly #servers = new Map<string, McpServer>()
  readonly #attempted = new Set<string>()
  readonly #closing = new Set<Promise<void>>()
  #version = 0
  #seen: readonly unknown[] = []
  #view: View = nothing
  #entries: readonly ServerEntry[] = []
  #writing: Promise<void> = Promise.resolve()

  constructor(parts: McpParts) {
    this.#parts = parts
    this.#consents = openConsents(parts.project.env, parts.project.dir)
  }

  /** Worked out again only when something it is made of is another one. */
  #now(): View {
    const { project } = this.#parts
    const lists = [this.#parts.servers('global'), this.#parts.servers('project')] as const
    if (lists.every((list) => list.length === 0) && this.#servers.size === 0) return nothing
    const seen = [...lists, this.#consents.rows(), project.trusted(), this.#version]
    if (seen.length === this.#seen.length && seen.every((one, at) => one === this.#seen[at])) return this.#view
    if (lists[0] !== this.#seen[0] || lists[1] !== this.#seen[1]) this.#entries = [...readServers(lists[0], 'global'), ...readServers(lists[1], 'project')]
    this.#seen = seen
    this.#drop()
    const states = standings(this.#facts())
    const made = states.flatMap((state) => state.tools.flatMap((tool) => this.#registered(state, tool)))
    const sorted = made.sort((a, b) => (a.pack === b.pack ? (a.tool.name < b.tool.name ? -1 : 1) : a.pack < b.pack ? -1 : 1))
    this.#view = { states, sorted, callable: new Map(sorted.map((row) => [row.tool.name, row])), raws: new Map(states.flatMap(({ tools }) => tools.map(({ full, raw }) => [full, raw]))) }
    return this.#view
  }

  #facts(): Facts {
    return { entries: this.#entries, trusted: this.#parts.project.trusted(), consent: (entry) => this.#consents.find(entry), server: (entry) => this.#servers.get(keyOf(entry)) }
  }

  /** Ends servers that the settings no longer hold, or that may no longer run. */
  #drop(): void {
    const facts = this.#facts()
    const kept = new Set(this.#entries.filter((entry) => mayStart(entry, facts)).map(keyOf))
    for (const [key, server] of this.#servers) {
      if (kept.has(key)) continue
      this.#servers.delete(key)
      this.#attempted.delete(key)
      const closing = server.close().finally(() => this.#closing.delete(closing))
      this.#closing.add(closing)
    }
  }

  #registered(state: McpServerState, tool: McpToolState): Registered[] {
    const { spec } = state.entry
    const usable = state.state === 'idle' || state.state === 'ready' || state.state === 'connecting' || (state.state === 'failed' && this.#servers.get(keyOf(state.entry))?.exhausted() !== true)
    if (spec === null || !usable || tool.state !== 'ok' || tool.pinned === null) return []
    const pin = tool.pinned
    const { input } = readSchema(pin.inputSchema, pin.hash)
    if (input === null) return []
    return [mcpDefinition({
      spec, state: tool, pin, input, blobs: this.#parts.project.blobs,
      ready: () => this.#usable(state.entry),
      call: (args, signal) => this.#server(state.entry).call(pin.raw, args, signal, (listed) => assertPinned(tool.full, pin, listed)),
    })]
  }

  #usable(entry: ServerEntry): void {
    const server = this.#servers.get(keyOf(entry))
    if (server?.exhausted() === true) fail('MCP_UNAVAILABLE', `server "${entry.alias}" is not started again: ${server.cause() ?? 'it failed'}.`, { fix: 'Go on without it; the author can start it in the Tools panel.' })
  }

  #server(entry: ServerEntry): McpServer {
    const key = keyOf(entry)
    const known = this.#servers.get(key)
    if (known !== undefined) return known
    if (entry.spec === null || !mayStart(entry, this.#facts())) return fail('MCP_UNAVAILABLE', `server "${entry.alias}" may not be started: ${this.states().find((one) => one.entry === entry)?.cause ?? 'it is off'}.`)
    const { delays, connectMs } = this.#parts
    const given: ServerParts = {
      entry, spec: entry.spec, projectDir: this.#parts.project.dir, open: this.#parts.open,
      listed: (tools) => this.#listed(entry, tools),
      changed: () => this.#change(),
      outage: (cause) => this.#parts.outage(entry.alias, cause),
      ...(delays === undefined ? {} : { delays }), ...(connectMs === undefined ? {} : { connectMs }),
    }
    const made = createServer(given)
    this.#servers.set(key, made)
    return made
  }

  #change(): void {
    this.#version += 1
    this.#parts.changed()
  }

  /** What a server lists first is what the author's consent covers. */
  async #listed(entry: ServerEntry, tools: readonly Pin[]): Promise<void> {
    await this.#write(async () => {
      const row = this.#consents.find(entry)
      if (row !== undefined && (row.pins !== null || row.hash !== entry.hash)) return
      await this.#consents.put({ alias: entry.alias, layer: entry.layer, hash: entry.hash, pins: [...tools], readOnly: row?.readOnly ?? [], at: this.#parts.project.env.now().toISOString() })
    })
  }

  #write(work: () => Promise<void>): Promise<void> {
    const next = this.#writing.then(work)
    this.#writing = next.catch(() => undefined)
    return next
  }

  states(): readonly McpServerState[] { return this.#now().states }
  consentError(): string | null { return this.#consents.error() }
  list(): readonly Registered[] { return this.#now().sorted }
  get(name: string): Registered | undefined { return name.startsWith('mcp__') ? this.#now().callable.get(name) : undefined }
  grants(): readonly string[] { return [] }
  quiet(): boolean { return false }
  rawOf(name: string): string { return this.#now().raws.get(name) ?? name }
  look(): void { this.#now() }
  secrets(): string[] { return [...this.#servers.values()].flatMap((server) => server.secret() ?? []) }

  refusal(name: string): Refusal | null {
    if (!name.startsWith('mcp__')) return null
    for (const { entry, state, cause, tools } of this.states()) {
      const tool = tools.find((one) => one.full === name)
      if (tool === undefined && !(name.startsWith(prefixOf(entry.alias)) && ['error', 'off', 'untrusted', 'needs_consent', 'failed'].includes(state))) continue
      return refusalOf(name, entry, state, cause, tool)
    }
    return null
  }

  async ready(aliases: readonly string[], signal: AbortSignal): Promise<void> {
    const wanted = this.states().filter(({ entry, state }) => (state === 'idle' || state === 'connecting') && (aliases.includes('*') || aliases.includes(entry.alias)) && (this.#consents.find(entry)?.pins ?? null) === null)
    await Promise.all(wanted.map(({ entry }) => this.#first(entry, signal)))
  }

  async readyFor(name: string, signal: AbortSignal): Promise<void> {
    if (!name.startsWith('mcp__') || this.get(name) !== undefined) return
    await this.ready(this.states().filter(({ entry }) => name.startsWith(prefixOf(entry.alias))).map(({ entry }) => entry.alias), signal)
  }

  /** Once: a server that failed before it listed anything waits for the author. */
  async #first(entry: ServerEntry, signal: AbortSignal): Promise<void> {
    const key = keyOf(entry)
    const starting = this.#servers.get(key)?.state() === 'connecting'
    if (this.#attempted.has(key) && !starting) return
    this.#attempted.add(key)
    await this.#server(entry).connected(signal).then(() => undefined, () => undefined)
  }

  #found(alias: string, layer: McpLayer): ServerEntry {
    return this.states().find(({ entry }) => entry.alias === alias && entry.layer === layer)?.entry ?? fail('MCP_UNKNOWN', `there is no MCP server "${alias.slice(0, 80)}".`)
  }

  async consent(alias: string, layer: McpLayer, hash: string): Promise<void> {
    const entry = this.#found(alias, layer)
    if (entry.spec === null) return fail('MCP_CONFIG', entry.error ?? 'the server cannot be used.')
    if (entry.hash !== hash) return fail('APPROVAL_MISMATCH', `server "${alias}" is another one than the one that was shown; nothing was consented to.`, { fix: 'Look at it as it is now.' })
    await this.#write(() => this.#consents.put({ alias, layer, hash, pins: null, readOnly: [], at: this.#parts.project.env.now().toISOString() }))
    this.#change()
  }

  async withdraw(alias: string, layer: McpLayer): Promise<void> {
    const at = this.#parts.project.env.now().toISOString()
    // Being in the author's own settings is consent by itself; taken back, it is written down.
    await this.#write(() => (layer === 'project' ? this.#consents.remove({ alias, layer }) : this.#consents.put({ alias, layer, hash: withdrawn, pins: null, readOnly: [], at })))
    this.#change()
  }

  async accept(alias: string, layer: McpLayer, raw: string, hash: string): Promise<void> {
    const entry = this.#found(alias, layer)
    const listed = this.#servers.get(keyOf(entry))?.tools()?.find((tool) => tool.raw === raw)
    if (listed === undefined || listed.hash !== hash) return fail('APPROVAL_MISMATCH', `${raw.slice(0, 80)} is no longer as it was shown; nothing was accepted.`, { fix: 'Look at it as it is now.' })
    await this.#write(async () => {
      const row = this.#consents.find(entry) ?? fail('MCP_UNKNOWN', `there is no consent to server "${alias}".`)
      await this.#consents.put({ ...row, pins: [...(row.pins ?? []).filter((pin) => pin.raw !== raw), listed], readOnly: row.readOnly.filter((one) => one !== raw), at: this.#parts.project.env.now().toISOString() })
    })
    this.#change()
  }

  async markReadOnly(alias: string, layer: McpLayer, raw: string, readOnly: boolean): Promise<void> {
    const entry = this.#found(alias, layer)
    await this.#write(async () => {
      const row = this.#consents.find(entry)
      if (row?.pins?.some((pin) => pin.raw === raw) !== true) return fail('MCP_UNKNOWN', `server "${alias}" has no tool ${JSON.stringify(raw.slice(0, 80))} that was consented to.`)
      await this.#consents.put({ ...row, readOnly: [...row.readOnly.filter((one) => one !== raw), ...(readOnly ? [raw] : [])] })
    })
    this.#change()
  }

  async again(alias: string, layer: McpLayer): Promise<void> {
    const entry = this.#found(alias, layer)
    const server = this.#server(entry)
    await server.again()
    await server.connected(new AbortController().signal).then(() => undefined, () => undefined)
    this.#change()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#closing, ...[...this.#servers.values()].map((server) => server.close())])
    await this.#writing
  }
}

const nothing: View = { states: [], callable: new Map(), raws: new Map(), sorted: [] }
const keyOf = ({ alias, layer, hash }: ServerEntry): string => `${layer} ${alias} ${hash}`

/** The server is asked only while it still describes the tool as the author accepted it. */
function assertPinned(full: string, pin: Pin, listed: readonly Pin[]): void {
  const now = listed.find((tool) => tool.raw === pin.raw)
  if (now === undefined) fail('TOOL_UNKNOWN', `the server no longer has ${full}.`, { fix: 'Go on without it.' })
  else if (now.hash !== pin.hash) fail('MCP_TOOL_CHANGED', `the server changed the definition of ${full} after the author consented; it was not called.`, { fix: 'Go on without it; the author can accept the change in the Tools panel.' })
}

function refusalOf(name: string, entry: ServerEntry, state: McpServerState['state'], cause: string | null, tool: McpToolState | undefined): Refusal {
  const why = cause ?? tool?.why ?? ''
  if (tool?.state === 'changed' || tool?.state === 'new') return { verdict: 'deny', code: 'MCP_TOOL_CHANGED', text: `${name}: ${tool.why ?? ''}; it is not mounted until the author accepts it. Use other tools meanwhile.` }
  switch (state) {
    case 'error': return { verdict: 'error', code: 'MCP_CONFIG', text: `${name}: server "${entry.alias}" is off: ${why}. Use the tools you were given.` }
    case 'failed': return { verdict: 'error', code: 'MCP_UNAVAILABLE', text: `${name}: server "${entry.alias}" is not available: ${why}. Go on without it.` }
    case 'needs_consent': return { verdict: 'deny', code: 'TOOL_NOT_APPROVED', text: `${name}: server "${entry.alias}": ${why}. Only the author can consent; use other tools meanwhile.` }
    default: return { verdict: 'deny', code: 'TOOL_NOT_GRANTED', text: `${name}: not_mounted; ${state === 'off' ? `server "${entry.alias}" is switched off` : why}. Use the tools you were given.` }
  }
}
