import { fail } from '@shared/fault'
import type { Registered } from '../tools/registry'
import { createMcpService, type McpParts } from './mcp-service'
import type { McpServerState } from './types'

export interface PinnedTools { readonly tools: readonly Registered[]; readonly servers: readonly McpServerState[] }

/** The servers of a project and the tools that the author consented to, to look at: no server is started (07 §8 "Pinning"). */
export function pinnedTools({ project, servers }: { project: Omit<McpParts['project'], 'blobs'>; servers: McpParts['servers'] }): PinnedTools {
  const notHere = (): never => fail('PROJECT_NOT_OPEN', 'this definition is only looked at.')
  const service = createMcpService({ project: { ...project, blobs: { put: notHere } }, servers, open: notHere, changed: () => undefined, outage: () => undefined })
  return { tools: service.list(), servers: service.states() }
}

/** Why a server has no tools to list; null for one that has some. */
export function whyNoTools({ state, cause, tools }: McpServerState): string | null {
  if (tools.some((tool) => tool.state === 'ok')) return null
  if (state === 'off') return 'it is switched off'
  return cause ?? (tools.length > 0 ? 'none of its tools is accepted' : 'it was not started in this project yet; its tools are known once it was')
}
