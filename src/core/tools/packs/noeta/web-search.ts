import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { saySearched } from '../../web-page'

/** `WebSearch` of 07 §2; mounted when a search service has its key. */
export const webSearch = defineTool({
  name: 'WebSearch',
  operation: 'web.search',
  description: 'Search the web: titles, addresses and short texts. Open a hit with WebFetch.',
  input: z.strictObject({
    query: z.string().min(1).max(500).regex(/\S/).describe('What to look for.'),
    count: z.int().min(1).max(20).optional().describe('How many hits. When omitted: 5.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'risk',
  result: 'content',
  caps: { timeoutMs: 60_000 },
  needs: ['searcher'],
  prepare: ({ query, count = 5 }) => ({ plan: { query: query.trim(), count, allowed: [], blocked: [], recencyDays: null }, effects: [] }),
  async run(plan, { searcher }, { signal }) {
    const value = await searcher.search(plan, signal)
    return { value, changes: [], details: { ...value } }
  },
  say: saySearched,
})
