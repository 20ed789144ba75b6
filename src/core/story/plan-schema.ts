import { z } from 'zod'
import { Json, PatchOp } from '@shared/world'
import { codePoints, Long, Name, Tags, Title } from '@shared/story'

const Fields = z.record(z.string(), z.unknown())
const Text = (max: number) => z.string().trim().refine((s) => s !== '' && codePoints(s) <= max, { message: `1-${max} characters` })
const MaybeLong = Text(5_000).nullish()

const Promised = z.strictObject({
  name: Name, title: Title, status: z.enum(['open', 'fulfilled', 'abandoned']).default('open'), importance: z.enum(['low', 'medium', 'high']).default('medium'), summary: Long.default(''),
  payoffExpectation: MaybeLong, cadenceChapters: z.number().int().min(1).max(1_000).nullish(), deadlineChapter: z.string().nullish(), tags: Tags.default([]),
  beats: z.array(z.strictObject({ scene: z.string(), kind: z.enum(['plant', 'advance', 'setback', 'payoff']), note: MaybeLong })).default([]),
})

const Decided = z.strictObject({
  name: Name, title: Title, question: Text(5_000), status: z.enum(['open', 'decided', 'superseded', 'dropped']).default('open'),
  options: z.array(z.strictObject({ option: Text(500), note: MaybeLong })).max(50).default([]), deadlineChapter: z.string().nullish(), decision: MaybeLong, motivation: MaybeLong,
  risk: MaybeLong, rejectedAlternatives: z.array(z.strictObject({ option: Text(500), whyRejected: MaybeLong })).default([]), supersededBy: z.string().nullish(), note: MaybeLong,
})

const Patched = z.strictObject({ subject: z.string(), path: z.string(), op: PatchOp, value: Json.optional(), summary: z.string().optional() })
const Sliced = z.strictObject({ time: z.string(), title: z.string(), summary: z.string().optional(), kind: z.string().optional(), patches: z.array(Patched) })

/**
 * `plan.yaml`: a whole story in one file, entities named by `name` and scenes by `key`. Acts, chapters, phases, threads and scenes
 * are checked field by field by the same code as a save, slices by that of a world write; their times are texts of the project's calendar.
 */
export const Plan = z.strictObject({
  story: z.strictObject({ title: Title, summary: Long.default('') }),
  acts: z.array(Fields).default([]), chapters: z.array(Fields).default([]), phases: z.array(Fields).default([]), threads: z.array(Fields).default([]), scenes: z.array(Fields).default([]),
  promises: z.array(Promised).default([]), decisions: z.array(Decided).default([]),
  subjects: z.array(z.strictObject({ id: Text(120), type: Text(120), name: Text(120) })).default([]), slices: z.array(Sliced).default([]),
})
export type Plan = z.infer<typeof Plan>
export type PlanPromise = z.infer<typeof Promised>
export type PlanSubject = Plan['subjects'][number]
export type PlanSlice = z.infer<typeof Sliced>
export type PlanDecision = z.infer<typeof Decided>
