import type { OpenedProject } from '../project/types'
import { channelOpener } from '../mcp/open-channel'
import { createMcpService, type McpService } from '../mcp/mcp-service'
import { maskText } from '../tools/mask'
import { closedPlaces } from '../shell/run-plan'
import { reportDefect } from './defect-log'
import type { SettingsStore } from './types'

interface Parts { project: OpenedProject; settings: SettingsStore; keys(): Record<string, string>; projectServers(): readonly unknown[] }

/** The MCP servers of one opened project, as its settings and the author's consents have them (07 §8). */
export function mcpOf({ project, settings, keys, projectServers }: Parts): McpService {
  const { env } = project
  return createMcpService({
    project,
    servers: (layer) => (layer === 'global' ? settings.get().config.mcp : projectServers()),
    open: channelOpener({
      projectDir: project.dir, home: env.home, closed: closedPlaces(project.dir, env.home), keys, newMark: () => env.id('mcp'),
      mask: (text) => maskText(text, Object.values(keys())),
    }),
    changed: () => project.emit({ type: 'mcp.changed' }),
    outage: (alias, cause) => {
      reportDefect(env.home, `MCP server ${alias}`, new Error(cause))
      project.emit({ type: 'mcp.outage', alias, cause })
    },
  })
}

const firstLookMs = 2_000
const lookMs = 1_000

/** Where a window is: servers that never listed their tools are started beside the author's work, and those that may no longer run are ended. Returns the way to stop. */
export function tendMcp(mcp: Pick<McpService, 'look' | 'ready'>): () => void {
  const stopping = new AbortController()
  const look = (): void => {
    mcp.look()
    // A server that fails tells so itself.
    mcp.ready(['*'], stopping.signal).catch(() => undefined)
  }
  let timer = setTimeout(function again() {
    look()
    timer = setTimeout(again, lookMs)
    timer.unref()
  }, firstLookMs)
  timer.unref()
  return () => {
    clearTimeout(timer)
    stopping.abort()
  }
}
