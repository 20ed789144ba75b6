import { z } from 'zod'
import { human, open } from './procedure'

const one = { project: z.string(), id: z.string() }

/** A change that a dry run worked out and nobody has written (06 §4). */
export const Proposal = z.object({
  id: z.string(), at: z.string(), sessionId: z.number(), callId: z.string(), tool: z.string(), path: z.string(), /** Hash of what the file held; null: there was none. */ base: z.string().nullable(), after: z.string(),
  diff: z.string(), added: z.number(), removed: z.number(), state: z.enum(['new', 'kept', 'applied', 'reverted']), settledAt: z.string().nullable(),
})
export type Proposal = z.infer<typeof Proposal>

export const inboxProcedures = {
  'inbox.proposals': open('What agents proposed in dry runs, newest first.', z.strictObject({ project: z.string() }), z.object({ proposals: z.array(Proposal) })),
  'inbox.text': open('The whole text a proposal would write.', z.strictObject(one), z.object({ text: z.string() })),
  'inbox.apply': human('Writes a proposal while its file is as it was; else STALE_READ, and the author compares the texts.', z.strictObject(one), z.object({ changed: z.array(z.string()) })),
  'inbox.settle': human('Marks a proposal as seen (kept) or not wanted (reverted).', z.strictObject({ ...one, state: z.enum(['kept', 'reverted']) }), Proposal),
} as const
