import { z } from 'zod'
import { defineTool } from '../../define-tool'

/** `get_agent_profile` of 04 §4: what a profile is for and what it takes; never its source. */
export const getAgentProfile = defineTool({
  name: 'get_agent_profile',
  operation: 'agent.profile',
  description: 'Show what a kind of assistant is for, its tools, and the schemas of what it is created with, given and reports. Look before create_agent.',
  input: z.strictObject({ profileKey: z.string().min(1).max(48).describe('The key, e.g. writer or director.') }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'content',
  needs: ['agents'],
  prepare: ({ profileKey }, { agents }) => ({ plan: agents.profile(profileKey), effects: [] }),
  run: (info) => ({ value: info, changes: [], details: { ...info } }),
  say: (info) => JSON.stringify(info, null, 1),
})
