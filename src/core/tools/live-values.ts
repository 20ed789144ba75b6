import { hashOf } from './canonical'
import type { AnyTool } from './define-tool'
import { isSchema, type JsonSchema } from './json-schema'
import type { ToolServices } from './types'
import type { View } from './variant-view'

/** The schema of a definition with the values that only an opened project knows, and its hash (08 §2). */
export function withLive(tool: AnyTool, view: View, services: Partial<ToolServices>): { inputSchema: JsonSchema; hash: string } {
  if (tool.live === undefined || !tool.needs.every((need) => need in services)) return { inputSchema: view.inputSchema, hash: view.hash }
  const inputSchema = structuredClone(view.inputSchema)
  for (const [name, values] of Object.entries(tool.live(services as ToolServices))) {
    const node = isSchema(inputSchema['properties']) ? inputSchema['properties'][name] : null
    // An empty enum is no legal schema.
    if (isSchema(node) && values.length > 0) node['enum'] = [...values].sort()
  }
  return { inputSchema, hash: hashOf({ definition: view.hash, inputSchema }) }
}
