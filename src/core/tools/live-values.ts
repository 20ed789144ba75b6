import { hashOf } from './canonical'
import type { AnyTool } from './define-tool'
import { isSchema, type JsonSchema } from './json-schema'
import type { ToolServices } from './types'
import type { View } from './variant-view'

export type LiveValues = Readonly<Record<string, readonly string[]>>

/** Values that only an opened project knows, by parameter; null: the tool has none (08 §2). */
export const liveValues = (tool: AnyTool, services: Partial<ToolServices>): LiveValues | null =>
  tool.live === undefined || !tool.needs.every((need) => need in services) ? null : tool.live(services as ToolServices)

/** The schema of a definition with its live values, and its hash (08 §2). */
export function withLive(view: View, live: LiveValues | null): { inputSchema: JsonSchema; hash: string } {
  if (live === null) return { inputSchema: view.inputSchema, hash: view.hash }
  const inputSchema = structuredClone(view.inputSchema)
  for (const [name, values] of Object.entries(live)) {
    const node = isSchema(inputSchema['properties']) ? inputSchema['properties'][name] : null
    // An empty enum is no legal schema.
    if (isSchema(node) && values.length > 0) node['enum'] = [...values].sort()
  }
  return { inputSchema, hash: hashOf({ definition: view.hash, inputSchema }) }
}
