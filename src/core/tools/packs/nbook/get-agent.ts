import { z } from 'zod'
import type { AgentRow } from '../../../agents/linked-types'
import { defineTool } from '../../define-tool'

/** `get_agent` of 04 §4: how linked assistants stand. */
export const getAgent = defineTool({
  name: 'get_agent',
  operation: 'agent.get',
  description: 'List the assistants you created and how each stands, or show one.',
  input: z.strictObject({ sessionId: z.int().min(1).optional().describe('The one to show. When omitted: all of yours.') }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'content',
  needs: ['agents'],
  prepare: ({ sessionId }, { agents }, { caller }) => ({ plan: { rows: agents.rows(caller.sessionId, sessionId), one: sessionId !== undefined }, effects: [] }),
  run: ({ rows, one }) => ({ value: rows, changes: [], details: one ? { ...rows[0] } : { agents: rows } }),
  say: (rows) => (rows.length === 0 ? 'No linked sessions.' : rows.map(line).join('\n')),
})

const line = ({ sessionId, profileKey, title, status, detached, updatedAt }: AgentRow): string => `${sessionId} ${profileKey} "${title}" ${status}${detached ? ', detached' : ''}, ${updatedAt}`
