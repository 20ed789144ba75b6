import { z } from 'zod'
import { defineTool } from '../../define-tool'

const mostBytes = 49_152

/** `ToolSearch` of 07 §8.2; the engine adds it where a deferred MCP server exists. */
export const toolSearch = defineTool({
  name: 'ToolSearch',
  operation: 'mcp.search',
  description: 'Find tools of MCP servers that are not listed here, with their input schemas. Call what it finds with McpCall.',
  input: z.strictObject({
    query: z.string().max(400).describe('Words of what the tool should do, or its exact name. An empty text lists every tool with one line.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'risk',
  result: 'content',
  needs: ['deferred'],
  prepare: ({ query }) => ({ plan: { query: query.trim() }, effects: [] }),
  run({ query }, { deferred }, { caller }) {
    const found = deferred.search(caller.profileKey, query)
    if (query === '') return { value: { text: found.map(({ name, description }) => `${name} — ${firstLine(description)}`).join('\n') }, changes: [], details: { found: found.length } }
    const shown: string[] = []
    for (const tool of found) {
      const line = JSON.stringify({ name: tool.name, description: tool.description, input_schema: tool.inputSchema })
      if (Buffer.byteLength(`[${[...shown, line].join(',\n')}]`) <= mostBytes) shown.push(line)
    }
    const left = found.length - shown.length
    const text = found.length === 0 ? '(No tool fits. An empty query lists all of them.)' : `[${shown.join(',\n')}]${left > 0 ? `\n(${left} more are too large to show together; search by their exact names.)` : ''}`
    return { value: { text }, changes: [], details: { found: found.length, shown: shown.length } }
  },
  say: ({ text }) => (text === '' ? '(No tool is here.)' : text),
})

const firstLine = (description: string): string => {
  const line = description.split('\n', 1)[0] ?? ''
  return line.length > 160 ? `${line.slice(0, 159)}…` : line
}
