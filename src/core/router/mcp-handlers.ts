import { fail } from '@shared/fault'
import type { Handlers } from '@shared/procedures'
import type { mcpProcedures } from '@shared/procedures/mcp'
import type { ToolLayer } from '@shared/procedures/tools'
import type { Core, ProjectRuntime, RequestContext } from '../app/types'
import { readServer } from '../mcp/config'
import { changedEntries, writtenEntry } from '../mcp/settings-entry'
import { serverRows, serverState, showServerTool, writtenServers } from './mcp-views'

/** Begins to start a server; how it went is told by its state. */
function start({ mcp }: ProjectRuntime, alias: string, layer: ToolLayer): void {
  mcp.again(alias, layer).catch(() => undefined)
}

/** Changes the list of one settings file; what is no longer in it is ended at once. */
async function changeServers(core: Core, runtime: ProjectRuntime, layer: ToolLayer, change: (list: readonly unknown[]) => unknown[]): Promise<Record<string, never>> {
  if (layer === 'project') {
    runtime.project.assertWritable()
    await runtime.setConfig((config) => ({ ...config, mcp: change(config.mcp) }))
  } else {
    await core.settings.update((config) => ({ ...config, mcp: change(config.mcp) }))
  }
  runtime.mcp.look()
  return {}
}

/** MCP servers in the Tools panel (09 §11, 07 §8). Whatever starts, changes or accepts something is the author's own act. */
export const mcpHandlers: Handlers<keyof typeof mcpProcedures, RequestContext> = {
  'mcp.list': ({ project }, { core }) => {
    const runtime = core.get(project)
    return { servers: serverRows(core, runtime), consentError: runtime.mcp.consentError() }
  },
  'mcp.tool': ({ project, layer, alias, raw }, { core }) => showServerTool(core.get(project), alias, layer, raw),
  'mcp.consent': async ({ project, layer, alias, hash }, { core }) => {
    const runtime = core.get(project)
    await runtime.mcp.consent(alias, layer, hash)
    // Consent covers what the server lists now (07 §8 "Pinning"): it is started, so that this is known.
    if (serverState(runtime, alias, layer).state === 'idle') start(runtime, alias, layer)
    return {}
  },
  'mcp.withdraw': async ({ project, layer, alias }, { core }) => {
    const runtime = core.get(project)
    serverState(runtime, alias, layer)
    await runtime.mcp.withdraw(alias, layer)
    return {}
  },
  'mcp.accept': async ({ project, layer, alias, raw, hash }, { core }) => {
    await core.get(project).mcp.accept(alias, layer, raw, hash)
    return {}
  },
  'mcp.markReadOnly': async ({ project, layer, alias, raw, readOnly }, { core }) => {
    await core.get(project).mcp.markReadOnly(alias, layer, raw, readOnly)
    return {}
  },
  'mcp.again': ({ project, layer, alias }, { core }) => {
    const runtime = core.get(project)
    const { state, cause } = serverState(runtime, alias, layer)
    if (!['idle', 'connecting', 'ready', 'failed'].includes(state)) return fail('MCP_UNAVAILABLE', `server "${alias}" may not be started: ${cause ?? 'it is off'}.`)
    start(runtime, alias, layer)
    return {}
  },
  'mcp.save': ({ project, layer, place, server }, { core }) => {
    const runtime = core.get(project)
    const { error } = readServer(writtenEntry(server), layer)
    if (error !== null) return fail('MCP_CONFIG', error, { pointer: '/server' })
    const assertFree = (list: readonly unknown[], own: number | undefined): void => {
      if (list.some((entry, at) => aliasOf(entry) === server.alias && at !== own)) fail('MCP_CONFIG', `there is another server with the alias "${server.alias}".`, { pointer: '/server/alias' })
    }
    assertFree(writtenServers(core, runtime, layer === 'global' ? 'project' : 'global'), undefined)
    return changeServers(core, runtime, layer, (list) => {
      // Looked at where it is written: two saves at once see each other.
      assertFree(list, place?.at)
      return changedEntries(list, place, writtenEntry(server))
    })
  },
  'mcp.remove': ({ project, layer, place }, { core }) => changeServers(core, core.get(project), layer, (list) => changedEntries(list, place, null)),
}

const aliasOf = (entry: unknown): unknown => (typeof entry === 'object' && entry !== null && 'alias' in entry ? entry.alias : null)
