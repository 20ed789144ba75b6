import { fail } from '@shared/fault'
import type { Output } from '@shared/procedures'
import type { McpServerForm, McpServerRow, McpToolRow } from '@shared/procedures/mcp'
import type { ToolLayer } from '@shared/procedures/tools'
import type { Core, ProjectRuntime } from '../app/types'
import { shownDescription } from '../mcp/definition'
import { entryBase, keysOf } from '../mcp/settings-entry'
import type { McpServerState, McpToolState, Pin, ServerSpec } from '../mcp/types'
import { unifiedDiff } from '../tools/unified-diff'

const mostWritten = 4_000
const shortLine = 300

/** Both settings files' lists as they are written. */
export const writtenServers = (core: Core, runtime: ProjectRuntime, layer: ToolLayer): readonly unknown[] => (layer === 'global' ? core.settings.get().config : runtime.config().config).mcp

/** Every entry of both settings files with how it stands, in their order (09 §11). */
export function serverRows(core: Core, runtime: ProjectRuntime): McpServerRow[] {
  const keys = new Set(core.keysSet())
  const at = { global: 0, project: 0 }
  return runtime.mcp.states().map((state) => {
    const { layer } = state.entry
    const place = at[layer]++
    return rowOf(state, place, writtenServers(core, runtime, layer)[place], keys)
  })
}

function rowOf({ entry, state, consent, code, cause, tools }: McpServerState, at: number, written: unknown, keys: ReadonlySet<string>): McpServerRow {
  const { alias, layer, spec } = entry
  return {
    alias, layer, at, base: entryBase(written), state, consent, code, cause, hash: spec === null ? null : entry.hash, form: spec === null ? null : formOf(spec),
    written: JSON.stringify(written, null, 2).slice(0, mostWritten), missingKeys: spec === null ? [] : keysOf(spec).filter((key) => !keys.has(key)), tools: tools.map((tool) => toolRow(alias, tool)),
  }
}

const formOf = ({ args, env, headers, tools, ...rest }: ServerSpec): McpServerForm => ({ ...rest, args: [...args], env: { ...env }, headers: { ...headers }, tools: tools === null ? null : [...tools] })

function toolRow(alias: string, { raw, full, state, why, readOnly, pinned, listed }: McpToolState): McpToolRow {
  const about = shownDescription(alias, (listed ?? pinned)?.description ?? '').replace(/^\[MCP server '[^']*'\] /, '')
  return { raw, full, state, why, readOnly, description: about.length > shortLine ? `${about.slice(0, shortLine)}…` : about }
}

/** The first server of that alias in that file. MCP_UNKNOWN. */
export const serverState = ({ mcp }: ProjectRuntime, alias: string, layer: ToolLayer): McpServerState =>
  mcp.states().find(({ entry }) => entry.alias === alias && entry.layer === layer) ?? fail('MCP_UNKNOWN', `there is no MCP server "${alias}".`)

/** A tool as it was accepted and as the server lists it now, line by line. */
export function showServerTool(runtime: ProjectRuntime, alias: string, layer: ToolLayer, raw: string): Output<'mcp.tool'> {
  const { pinned, listed } = serverState(runtime, alias, layer).tools.find((tool) => tool.raw === raw) ?? fail('TOOL_UNKNOWN', `server "${alias}" has no tool ${JSON.stringify(raw.slice(0, 80))}.`)
  const now = listed ?? pinned
  return {
    hash: listed?.hash ?? null, diff: listed === null || listed.hash === pinned?.hash ? '' : unifiedDiff(raw, pinned === null ? '' : textOf(pinned), textOf(listed)).text,
    description: now?.description ?? '', inputSchema: now?.inputSchema ?? null,
  }
}

/** All that the pin covers. */
const textOf = ({ raw, description, inputSchema, annotations }: Pin): string => `${JSON.stringify({ name: raw, description, inputSchema, annotations }, null, 2)}\n`
