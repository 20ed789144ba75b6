import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { saySearched } from '../../web-page'

const domain = z.string().min(1).max(253).regex(/^(?!-)[a-z0-9.-]+\.[a-z0-9-]+$/i).describe('A bare host, such as example.com.')

/** `web_search` of 07 §2; says so when no search service is set up. */
export const webSearchPage = defineTool({
  name: 'web_search',
  operation: 'web.search',
  description: 'Search the web: titles, addresses and short texts. Open a hit with web_fetch.',
  input: z.strictObject({
    query: z.string().min(2).max(500).regex(/\S/).describe('What to look for.'),
    allowed_domains: z.array(domain).max(20).optional().describe('Only these hosts and their sub-domains. When omitted: all.'),
    blocked_domains: z.array(domain).max(50).optional().describe('Not these hosts. When omitted: none.'),
    recency_days: z.int().min(1).max(3_650).optional().describe('Only pages of so many last days. When omitted: any age.'),
    max_results: z.int().min(1).max(10).optional().describe('How many hits. When omitted: 5.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'content',
  caps: { timeoutMs: 60_000 },
  needs: ['searcher'],
  prepare: ({ query, allowed_domains: allowed = [], blocked_domains: blocked = [], recency_days: days, max_results: count = 5 }) => ({ plan: { query: query.trim(), count, allowed, blocked, recencyDays: days ?? null }, effects: [] }),
  async run(plan, { searcher }, { signal }) {
    const value = await searcher.search(plan, signal)
    return { value, changes: [], details: { ...value } }
  },
  say: saySearched,
})
