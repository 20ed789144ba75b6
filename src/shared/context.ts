import { z } from 'zod'

/** What a part of the next request is (04 §6). */
export const ContextKind = z.enum([
  'prompt', 'rules', 'project', 'agents_md', 'notes', 'skill_catalog', 'skill', 'workflows', 'memory', 'mode', 'tool_def', 'message', 'tool_result', 'summary', 'cleared', 'attachment', 'withheld',
])
export type ContextKind = z.infer<typeof ContextKind>

/** One part of the next request: how large, where from, and in a sentence why it is there or not. */
export const ContextRow = z.object({
  kind: ContextKind, title: z.string(), tokens: z.number().int(), /** Of the whole, 0-1. */ share: z.number(), why: z.string(), source: z.string().nullable(),
  /** Stands before what changed since the last call, so a provider's cache may still hold it. */ cached: z.boolean(),
})
export type ContextRow = z.infer<typeof ContextRow>

export const ContextReport = z.object({
  model: z.string(), window: z.number().nullable(), /** The sum of the rows. */ tokens: z.number().int(), /** From here on the conversation is summarised. */ limit: z.number().nullable(), rows: z.array(ContextRow),
})
export type ContextReport = z.infer<typeof ContextReport>
