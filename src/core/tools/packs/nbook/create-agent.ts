import { z } from 'zod'
import { defineTool } from '../../define-tool'

/** `create_agent` of 04 §4: a linked session; it does nothing until it is asked. */
export const createAgent = defineTool({
  name: 'create_agent',
  operation: 'agent.create',
  description: 'Create a linked assistant of a given profile. It does not start: ask it with invoke_agent.',
  input: z.strictObject({
    profileKey: z.string().min(1).max(48).describe('The kind of assistant; get_agent_profile shows what each takes.'),
    initial: z.unknown().optional().describe('An object as the profile\'s initialSchema asks; a real object, no text. When omitted: nothing is given.'),
    title: z.string().min(1).max(120).optional().describe('A short title the author sees. When omitted: the profile\'s name.'),
    currentProjectRoot: z.string().max(500).optional().describe('The project it works in. When omitted: this one.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'action',
  needs: ['agents'],
  prepare: (input, { agents }, { caller }) => ({ plan: agents.prepareCreate(caller.sessionId, input), effects: [] }),
  run(plan, { agents }, { caller }) {
    const made = agents.create(caller.sessionId, plan)
    return { value: made, changes: [], details: { ...made } }
  },
  say: ({ sessionId, profileKey, title }) => `Created session ${sessionId} (${profileKey}: ${title}). Ask it with invoke_agent.`,
})
