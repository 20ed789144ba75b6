import { fail } from '@shared/fault'
import type { Registered } from '../tools/registry'
import { createMcpService, type McpParts } from './mcp-service'

/** The tools of servers that the author consented to in a project, to look at: no server is started (07 §8 "Pinning"). */
export function pinnedTools({ project, servers }: { project: Omit<McpParts['project'], 'blobs'>; servers: McpParts['servers'] }): readonly Registered[] {
  const notHere = (): never => fail('PROJECT_NOT_OPEN', 'this definition is only looked at.')
  return createMcpService({ project: { ...project, blobs: { put: notHere } }, servers, open: notHere, changed: () => undefined, outage: () => undefined }).list()
}
