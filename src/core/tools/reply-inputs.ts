import { z } from 'zod'

/** Arguments that are also looked at across a whole reply, before any call of it runs (04 §5 "Mixing"). */
export const taskInput = z.strictObject({
  description: z.string().min(1).max(120).describe('The work in a few words, as the author sees it.'),
  prompt: z.string().min(1).max(100_000).describe('The work in full: the helper knows nothing else.'),
  subagent_type: z.string().min(1).max(48).describe('The kind of helper.'),
  background: z.boolean().optional().describe('Do not wait; only as the one call of its reply. When omitted: false.'),
})
