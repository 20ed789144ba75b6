import { z } from 'zod'

/** The world's own words (03). Instants and ids cross every boundary as decimal strings. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export const Json: z.ZodType<Json> = z.json() as z.ZodType<Json>

export const Instant = z.string().regex(/^-?\d{1,19}$/)
export const SliceId = z.string().regex(/^\d{1,19}$/)
export const PatchOp = z.enum(['replace', 'increment', 'remove', 'append'])
export type PatchOp = z.infer<typeof PatchOp>
export const IssueCode = z.enum(['broken-relative', 'dangling-ref', 'invalid-path', 'cross-ref', 'embedding-whole-replace', 'base-shifted', 'masked'])
export type IssueCode = z.infer<typeof IssueCode>

/** One finding of 03 §8. */
export const WorldIssue = z.object({
  code: IssueCode, label: z.enum(['E1', 'E2', 'E3', 'E4', 'E5', 'A1', 'A2']), severity: z.enum(['error', 'advisory']), sliceId: SliceId.optional(), patchId: z.string().optional(),
  subjectId: z.string(), attr: z.string(), path: z.string().optional(), op: PatchOp.optional(), title: z.string(), message: z.string(),
  explanation: z.object({ whatHappened: z.string(), whyItMatters: z.string(), suggestedAction: z.string() }),
})
export type WorldIssue = z.infer<typeof WorldIssue>

export const Subject = z.object({ id: z.string(), type: z.string(), name: z.string() })
export type Subject = z.infer<typeof Subject>

/** A patch as it is given to a write: `type` and `name` register a subject on its first write (03 §7). */
export const PatchInput = z.strictObject({ subjectId: z.string(), path: z.string(), op: PatchOp, value: Json.optional(), summary: z.string().optional(), type: z.string().optional(), name: z.string().optional() })
export type PatchInput = z.infer<typeof PatchInput>
export const Patch = z.object({ patchId: z.string(), subjectId: z.string(), path: z.string(), op: PatchOp, value: Json.optional(), summary: z.string().optional() })
export type Patch = z.infer<typeof Patch>

export const SliceInput = z.strictObject({ time: Instant, title: z.string(), summary: z.string().optional(), kind: z.string().optional(), patches: z.array(PatchInput) })
export type SliceInput = z.infer<typeof SliceInput>
/** `time` is calendar text; the instant again when the calendar is missing or broken. */
export const Slice = z.object({ id: SliceId, instant: Instant, time: z.string(), title: z.string(), summary: z.string(), kind: z.string(), patchCount: z.number(), patches: z.array(Patch).optional() })
export type Slice = z.infer<typeof Slice>

export const PatchEdit = z.union([
  z.strictObject({ patchId: z.string(), set: z.strictObject({ path: z.string().optional(), op: PatchOp.optional(), value: Json.optional(), summary: z.string().optional() }) }),
  z.strictObject({ patchId: z.string(), remove: z.literal(true) }),
  z.strictObject({ add: PatchInput }),
])
export type PatchEdit = z.infer<typeof PatchEdit>
export const SliceMeta = z.strictObject({ time: Instant.optional(), title: z.string().optional(), summary: z.string().optional(), kind: z.string().optional() })
export type SliceMeta = z.infer<typeof SliceMeta>

/** One write of a script, the composer or an agent; the three of 03 §7. */
export const WorldWrite = z.union([
  z.strictObject({ do: z.literal('write'), slice: SliceInput }),
  z.strictObject({ do: z.literal('edit'), sliceId: SliceId, edits: z.array(PatchEdit), meta: SliceMeta.optional() }),
  z.strictObject({ do: z.literal('hide'), sliceId: SliceId }),
])
export type WorldWrite = z.infer<typeof WorldWrite>
