import { fail } from '@shared/fault'
import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { estimateText } from '../../../agents/context/estimate'

/** `get_session` of 04 §4: one's own session or a linked one, within a budget of tokens. */
export const getSession = defineTool({
  name: 'get_session',
  operation: 'agent.session',
  description: 'Show a session, your own or a linked one: state, title, summary, usage, its linked assistants and, if asked, the newest messages.',
  input: z.strictObject({
    sessionId: z.int().min(1).optional().describe('Which. When omitted: your own.'),
    includeRecentMessages: z.boolean().optional().describe('Show the newest messages too. When omitted: false.'),
    recentMessageLimit: z.int().min(1).max(10).optional().describe('How many. When omitted: 3.'),
    recentMessageRoles: z.array(z.enum(['user', 'assistant', 'toolResult'])).min(1).optional().describe('Whose. When omitted: user and assistant.'),
    tokenBudget: z.int().min(100).max(3_000).optional().describe('The most tokens the answer may take. When omitted: 1200.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'content',
  needs: ['agents'],
  prepare({ sessionId, includeRecentMessages, recentMessageLimit, recentMessageRoles, tokenBudget }, { agents }, { caller }) {
    const recent = includeRecentMessages === true ? { limit: recentMessageLimit ?? 3, roles: recentMessageRoles ?? ['user', 'assistant'] } : null
    const info = agents.session(caller.sessionId, sessionId ?? caller.sessionId, recent)
    const [budget, tokens] = [tokenBudget ?? 1_200, estimateText(JSON.stringify(info))]
    if (tokens > budget) fail('RESULT_OVER_BUDGET', `the answer takes about ${tokens} tokens.`, { actual: String(tokens), expected: `at most tokenBudget ${budget}`, fix: recent === null ? 'Raise tokenBudget.' : 'Ask for fewer messages, or raise tokenBudget.' })
    return { plan: info, effects: [] }
  },
  run: (info) => ({ value: info, changes: [], details: { ...info } }),
  say: (info) => JSON.stringify(info),
})
