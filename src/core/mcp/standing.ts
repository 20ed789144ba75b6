import { isFault } from '@shared/fault'
import { nameClashes, toolNames, type ToolName } from './names'
import type { McpServer } from './server'
import type { Consented, McpServerState, McpToolState, Pin, ServerEntry, ServerSpec } from './types'
import { readSchema } from './input-schema'

/** In the place of a hash: a server of the author's own settings that no longer has their consent. No spec has this hash. */
export const withdrawn = ''

export interface Facts {
  readonly entries: readonly ServerEntry[]
  readonly trusted: boolean
  consent(entry: ServerEntry): Consented | undefined
  server(entry: ServerEntry): McpServer | undefined
}

/** Every server with how it stands, and its tools as consented to and as listed now (07 §8). */
export function standings(facts: Facts): McpServerState[] {
  const named = facts.entries.map((entry) => ({ entry, ...namesOf(entry, facts) }))
  const on = named.filter(({ entry }) => entry.spec?.enabled !== false)
  const clashes = nameClashes(on.map(({ entry, names }) => ({ alias: entry.alias, names })))
  return named.map(({ entry, names, error }) => {
    const clash = on.some((one) => one.entry === entry) ? (clashes.get(entry.alias) ?? null) : null
    const stand = standing(entry, error ?? clash, facts)
    return { entry, ...stand, tools: stand.state === 'error' || stand.state === 'needs_consent' ? [] : toolStates(entry, names, facts) }
  })
}

/** Whether a server may be started: it is switched on, its project is trusted, and the author consented to exactly this (07 §8). */
export function mayStart(entry: ServerEntry, facts: Pick<Facts, 'trusted' | 'consent'>): boolean {
  return standing(entry, entry.error, { ...facts, server: () => undefined }).state === 'idle'
}

type Stand = Pick<McpServerState, 'state' | 'cause' | 'consent' | 'code'>
const stands = (state: Stand['state'], cause: string | null = null, more: Partial<Stand> = {}): Stand => ({ state, cause, consent: null, code: null, ...more })

function standing(entry: ServerEntry, error: string | null, facts: Pick<Facts, 'trusted' | 'consent' | 'server'>): Stand {
  if (entry.spec === null || error !== null) return stands('error', error ?? entry.error, { code: 'MCP_CONFIG' })
  if (!entry.spec.enabled) return stands('off')
  if (entry.layer === 'project' && !facts.trusted) return stands('untrusted', 'the project is not trusted')
  const row = facts.consent(entry)
  // A server in the author's own settings is the author's consent to it; once changed it needs a new one.
  if (row === undefined && entry.layer === 'project') return stands('needs_consent', 'the author has not consented to it yet', { consent: 'never' })
  if (row?.hash === withdrawn) return stands('needs_consent', 'the author took the consent back', { consent: 'withdrawn' })
  if (row !== undefined && row.hash !== entry.hash) return stands('needs_consent', 'its command or address was changed since the author consented', { consent: 'changed' })
  const server = facts.server(entry)
  return stands(server?.state() ?? 'idle', server?.cause() ?? null, { code: server?.code() ?? null })
}

/** Names over all that its consent and its list hold, after the filter. */
function namesOf(entry: ServerEntry, facts: Facts): { names: readonly ToolName[]; error: string | null } {
  if (entry.spec === null) return { names: [], error: entry.error }
  const listed = facts.server(entry)?.tools() ?? null
  const pins = pinsOf(entry, facts)
  try {
    return { names: toolNames(entry.alias, filtered(entry.spec, listed ?? pins).map((tool) => tool.raw)), error: null }
  } catch (error) {
    if (isFault(error)) return { names: [], error: error.fault.message }
    throw error
  }
}

function pinsOf(entry: ServerEntry, facts: Facts): readonly Pin[] {
  const row = facts.consent(entry)
  return row !== undefined && row.hash === entry.hash ? (row.pins ?? []) : []
}

const filtered = (spec: ServerSpec, tools: readonly Pin[]): readonly Pin[] => (spec.tools === null ? tools : tools.filter((tool) => spec.tools?.includes(tool.raw)))

function toolStates(entry: ServerEntry, names: readonly ToolName[], facts: Facts): McpToolState[] {
  if (entry.spec === null) return []
  const listed = facts.server(entry)?.tools() ?? null
  const pins = new Map(filtered(entry.spec, pinsOf(entry, facts)).map((pin) => [pin.raw, pin]))
  const now = new Map((listed ?? []).map((tool) => [tool.raw, tool]))
  const readOnly = new Set(facts.consent(entry)?.readOnly ?? [])
  const there = names.map(({ raw, full }) => toolState({ raw, full, pinned: pins.get(raw) ?? null, listed: now.get(raw) ?? null, readOnly: readOnly.has(raw) }, listed === null))
  const gone = listed === null ? [] : [...pins.values()].filter((pin) => !now.has(pin.raw)).map((pin): McpToolState => ({ raw: pin.raw, full: '', state: 'gone', why: 'the server no longer has it', readOnly: false, pinned: pin, listed: null }))
  return [...there, ...gone].sort((a, b) => (a.full < b.full ? -1 : a.full > b.full ? 1 : 0))
}

function toolState(tool: Omit<McpToolState, 'state' | 'why'>, unknownNow: boolean): McpToolState {
  const pin = tool.pinned
  if (pin === null) return { ...tool, state: 'new', why: 'the server added it after the author consented' }
  if (!unknownNow && tool.listed?.hash !== pin.hash) return { ...tool, state: 'changed', why: 'the server changed its definition after the author consented' }
  const { why } = readSchema(pin.inputSchema, pin.hash)
  return why === null ? { ...tool, state: 'ok', why: null } : { ...tool, state: 'skipped', why }
}
