import { z } from 'zod'
import { fail } from '@shared/fault'
import { defineTool } from '../../define-tool'

/** `McpCall` of 07 §8.2. A call of a deferred tool never comes here: the pipeline has made it the call of that tool. */
export const mcpCall = defineTool({
  name: 'McpCall',
  operation: 'mcp.call',
  description: 'Call a tool that ToolSearch found, with arguments that fit its input schema. Tools that are listed here are called directly.',
  input: z.strictObject({
    tool: z.string().min(1).max(200).describe('The full name as ToolSearch gave it, mcp__server__tool.'),
    arguments: z.record(z.string(), z.unknown().describe('A value of any type.')).describe('The arguments of that tool, by its input schema.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'content',
  needs: ['deferred'],
  prepare({ tool }, { deferred }, { caller }) {
    switch (deferred.standing(tool, caller)) {
      case 'advertised': return fail('MCP_NOT_DEFERRED', `${tool.slice(0, 80)} is listed among your tools.`, { fix: `Call ${tool.slice(0, 80)} directly.` })
      case 'deferred': case 'unknown': {
        const near = deferred.search(caller.profileKey, tool).slice(0, 3).map(({ name }) => name)
        return fail('TOOL_UNKNOWN', `there is no tool "${tool.slice(0, 80)}" to call.${near.length > 0 ? ` Nearest: ${near.join(', ')}.` : ''}`, { fix: 'Look with ToolSearch.' })
      }
    }
  },
  run: () => ({ value: {}, changes: [] }),
  say: () => '',
})
