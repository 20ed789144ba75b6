import { z } from 'zod'
import { defineTool } from '../../define-tool'

/** `skill` of 04 §5 and 07 §7: its instructions, pinned by content for the session. */
export const useSkill = defineTool({
  name: 'skill',
  operation: 'skill.use',
  description: 'Load the instructions of one skill from the list of skills; they hold from your next step on. Call it alone.',
  input: z.strictObject({ skill: z.string().min(1).max(64).describe('Id of the skill, as the list of skills gives it.') }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'content',
  caps: { modelChars: 50_000 },
  needs: ['skills'],
  prepare: ({ skill }, { skills }, { caller }) => ({ plan: skills.open(skill, skills.includeOf(caller.profileKey)), effects: [] }),
  run(plan, { skills }, { caller }) {
    skills.activate(caller.sessionId, plan)
    return { value: skills.instructions(plan), changes: [], details: { skill: plan.id, hash: plan.hash, layer: plan.layer } }
  },
  say: (text) => text,
})
