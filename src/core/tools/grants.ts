import type { Role } from '@shared/tool-result'
import { absentFor, ORCHESTRATOR_ONLY } from './role-table'

/** Why a tool is in or out of a session's effective set (04 §1.1). */
export type GrantReason = 'declared' | 'star' | 'ext' | 'mcp' | 'engine' | 'not_declared' | 'unknown' | 'not_mounted' | 'role' | 'denied'
export interface Grant { readonly name: string; readonly in: boolean; readonly reason: GrantReason }

/** Never listed by a profile; the engine adds them (04 §1.1). */
export const ENGINE_TOOLS: ReadonlySet<string> = new Set(['RecallHistory', 'structured_output', 'ToolSearch', 'McpCall'])

export interface GrantFacts {
  readonly pack: 'nbook' | 'noeta' | 'both'
  /** As the profile writes it: names, `"*"`, `"ext:*"`, `"ext:NAME"`, `execute_world:readonly`. */
  readonly declared: readonly string[]
  /** Aliases of MCP servers, or `*`; none when not given. */
  readonly mcp?: readonly string[]
  readonly role: Role | (string & {})
  readonly denied: readonly string[]
  readonly registered: readonly { name: string; pack: string; roles?: readonly string[]; aliases?: readonly string[] }[]
  readonly mounted: (name: string) => boolean
  /** Engine tools that this session has now. */
  readonly engine: readonly string[]
}

/** Tools the engine adds by itself (04 §1.1): the older conversation can be looked up once part of it is out of sight, deferred MCP tools be found. */
export function engineTools(pack: GrantFacts['pack'], { hidden, deferred, reports }: { hidden: boolean; deferred: boolean; /** A helper that owes an object of a schema. */ reports: boolean }): string[] {
  return [...(pack === 'noeta' || hidden ? ['RecallHistory'] : []), ...(reports ? ['structured_output'] : []), ...(deferred ? ['ToolSearch', 'McpCall'] : [])]
}

/** Effective set = declared − unregistered − unmounted − role − denied + engine, with a reason for each tool (04 §1.1, §1.2). */
export function grantsOf(facts: GrantFacts): Grant[] {
  const names = new Set([...facts.registered.map((tool) => tool.name), ...plainNames(facts.declared)])
  return [...names].map((name) => grantOf(name, facts))
}

type Row = GrantFacts['registered'][number]
const indexes = new WeakMap<GrantFacts['registered'], Map<string, Row>>()
function rowOf(name: string, registered: GrantFacts['registered']): Row | undefined {
  const index = indexes.get(registered) ?? new Map(registered.map((row) => [row.name, row]))
  indexes.set(registered, index)
  return index.get(name)
}

export function grantOf(name: string, facts: GrantFacts): Grant {
  const tool = rowOf(name, facts.registered)
  if (ENGINE_TOOLS.has(name)) return facts.engine.includes(name) && tool !== undefined ? yes(name, 'engine') : no(name, 'not_declared')
  const how = declaredHow(name, tool, facts)
  if (how === null) return no(name, tool === undefined ? 'unknown' : 'not_declared')
  if (tool === undefined) return no(name, 'unknown')
  if (!facts.mounted(name)) return no(name, 'not_mounted')
  if (absentFor(name, tool.roles, facts.role)) return no(name, 'role')
  return facts.denied.includes(name) ? no(name, 'denied') : yes(name, how)
}

function declaredHow(name: string, tool: Row | undefined, facts: GrantFacts): GrantReason | null {
  const list = facts.declared
  const pack = tool?.pack
  if (pack === 'ext') return list.includes('ext:*') || [name, ...(tool?.aliases ?? [])].some((each) => list.includes(`ext:${each}`)) ? 'ext' : null
  if (pack?.startsWith('mcp:')) return coversServer(facts.mcp ?? [], pack.slice('mcp:'.length)) ? 'mcp' : null
  if (plainNames(list).has(name)) return 'declared'
  const covered = pack !== undefined && (facts.pack === 'both' ? pack === 'nbook' || pack === 'noeta' : pack === facts.pack)
  return list.includes('*') && covered && !ORCHESTRATOR_ONLY.has(name) ? 'star' : null
}

/** Whether a profile's `mcp` list names this server (04 §1.1). */
export const coversServer = (mcp: readonly string[], alias: string): boolean => mcp.includes('*') || mcp.includes(alias)

const plain = new WeakMap<readonly string[], ReadonlySet<string>>()
/** The tools a profile names one by one. */
function plainNames(declared: readonly string[]): ReadonlySet<string> {
  const names = plain.get(declared) ?? new Set(declared.filter(isPlainName).map(baseName))
  plain.set(declared, names)
  return names
}

const isPlainName = (item: string): boolean => item !== '*' && !item.startsWith('ext:')
/** `execute_world:readonly` grants `execute_world`; the suffix chooses its variant. */
const baseName = (item: string): string => item.split(':', 1)[0] ?? item
const yes = (name: string, reason: GrantReason): Grant => ({ name, in: true, reason })
const no = (name: string, reason: GrantReason): Grant => ({ name, in: false, reason })
