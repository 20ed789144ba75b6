import type { Grant } from '../tools/grants'
import type { Registered } from '../tools/registry'
import type { ListedScript } from './listed'

/** One line of `tools list` and of the Tools panel; `set` and `reason` only for a profile. */
export interface ToolRow {
  name: string; pack: string | null; risk: string | null; mutates: boolean | null; gate: string | null; set?: 'in' | 'out'; reason?: string
  layer?: ListedScript['layer']; state?: ListedScript['state']; hash?: string | null; why?: string | null; error?: ListedScript['error']; profiles?: readonly string[]
}

/** Every definition, the script tools whatever their state, tools of MCP servers, and what a profile names that is not there (04 §1.1). */
export function toolRows(builtIn: readonly Registered[], scripts: readonly ListedScript[], grants: readonly Grant[] | null): ToolRow[] {
  const byName = new Map((grants ?? []).map((grant) => [grant.name, grant]))
  const setOf = (name: string): Pick<ToolRow, 'set' | 'reason'> => {
    const grant = byName.get(name)
    return grant === undefined ? {} : { set: grant.in ? 'in' : 'out', reason: grant.reason }
  }
  const rows = builtIn.map(({ tool, pack }): ToolRow => ({ name: tool.name, pack, risk: tool.risk, mutates: tool.mutates, gate: tool.gate, ...setOf(tool.name) }))
  const external = scripts.map((one) => scriptRow(one, one.state === 'approved' ? setOf(one.name) : grants === null ? {} : { set: 'out', reason: one.state === 'untrusted' ? 'not_mounted' : one.state }))
  const known = new Set([...rows, ...external].map((row) => row.name))
  const missing = (grants ?? []).filter((grant) => !known.has(grant.name)).map((grant): ToolRow => ({ name: grant.name, pack: null, risk: null, mutates: null, gate: null, set: grant.in ? 'in' : 'out', reason: grant.reason }))
  return [...rows, ...external, ...missing]
}

const scriptRow = ({ name, risk, mutates, layer, state, hash, why, error, profiles }: ListedScript, set: Pick<ToolRow, 'set' | 'reason'>): ToolRow =>
  ({ name, pack: 'ext', risk, mutates, gate: 'risk', layer, state, hash, why, error, profiles, ...set })
