import { z } from 'zod'
import { defineTool } from '../../define-tool'

/** `memory_search` of 07 §4. */
export const memorySearch = defineTool({
  name: 'memory_search',
  operation: 'memory.search',
  description: 'Find pages of memory whose name or text holds a word or phrase.',
  input: z.strictObject({ query: z.string().min(1).max(500).regex(/\S/).describe('Text to look for; case does not matter.') }),
  risk: 'low',
  mutates: false,
  gate: 'risk',
  result: 'content',
  needs: ['memory'],
  prepare: ({ query }) => ({ plan: query.trim(), effects: [] }),
  async run(query, { memory }) {
    const value = await memory.search(query)
    return { value, changes: [], details: { query, total: value.total, truncated: value.truncated } }
  },
  say: (value) => JSON.stringify(value),
})
