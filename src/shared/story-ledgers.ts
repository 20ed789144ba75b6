import { z } from 'zod'
import { StoryId } from './ids'

export const PromiseStatus = z.enum(['open', 'fulfilled', 'abandoned'])
export const Importance = z.enum(['low', 'medium', 'high'])
export const BeatKind = z.enum(['plant', 'advance', 'setback', 'payoff'])
export const BeatState = z.enum(['planned', 'factual', 'archived'])
export const PromiseStage = z.enum(['unplanted', 'planted', 'echoed', 'paid_off'])
export const Due = z.enum(['none', 'due', 'overdue'])
export const DecisionStatus = z.enum(['open', 'decided', 'superseded', 'dropped'])
export const AnchorKind = z.enum(['story', 'content', 'act', 'chapter', 'thread', 'scene', 'promise'])
export const BriefMode = z.enum(['autonomous', 'curated'])
export const BriefStatus = z.enum(['needs_plot', 'needs_world_anchor', 'needs_world_context', 'needs_chapter_brief', 'ready'])

const stamps = { createdAt: z.string(), updatedAt: z.string() }
const count = z.number()

/** What the reader is owed (02 §5). */
export const StoryPromise = z.object({
  id: StoryId, name: z.string(), title: z.string(), status: PromiseStatus, importance: Importance, summary: z.string(), payoffExpectation: z.string().nullable(),
  cadenceChapters: z.number().nullable(), deadlineChapterId: StoryId.nullable(), tags: z.array(z.string()), ...stamps,
})
export const BeatStats = z.object({ plant: count, advance: count, setback: count, payoff: count, planned: count, factual: count, archived: count })
/** What follows from a promise's beats and the reading order; never stored (02 §5 Derived). */
export const PromiseDerived = z.object({
  derivedStage: PromiseStage, beatStats: BeatStats, deadlineChapter: z.object({ id: StoryId, name: z.string(), title: z.string() }).nullable(), due: Due,
})
/** One beat where it stands; `number` is the chapter's 1-based place in reading order. */
export const PromiseBeat = z.object({
  kind: BeatKind, note: z.string().nullable(), state: BeatState, scene: z.object({ id: StoryId, title: z.string(), status: z.string() }),
  chapter: z.object({ id: StoryId, name: z.string(), title: z.string(), number: z.number() }).nullable(),
})
export const PromiseView = StoryPromise.extend(PromiseDerived.shape).extend({ beats: z.array(PromiseBeat) })

export const DecisionOption = z.object({ option: z.string(), note: z.string().nullable() })
export const RejectedAlternative = z.object({ option: z.string(), whyRejected: z.string().nullable() })
/** A target that is gone reads as the story (02 §5). */
export const DecisionAnchor = z.object({ kind: AnchorKind, id: StoryId.nullable(), path: z.string().nullable() })
/** Why it is so (02 §5). */
export const StoryDecision = z.object({
  id: StoryId, name: z.string(), title: z.string(), question: z.string(), status: DecisionStatus, options: z.array(DecisionOption), deadlineChapterId: StoryId.nullable(),
  decision: z.string().nullable(), motivation: z.string().nullable(), risk: z.string().nullable(), rejectedAlternatives: z.array(RejectedAlternative), serves: z.array(z.string()),
  dependsOn: z.array(z.string()), supersededById: StoryId.nullable(), anchor: DecisionAnchor, note: z.string().nullable(), ...stamps,
})
export const CheckedRef = z.object({ target: z.string(), valid: z.boolean() })
export const DecisionView = StoryDecision.extend({
  serves: z.array(CheckedRef), dependsOn: z.array(CheckedRef), danglingRefs: z.array(z.string()), deadlineChapter: PromiseDerived.shape.deadlineChapter,
})

export const PromiseTask = z.object({
  sceneId: StoryId, sceneTitle: z.string(), promiseId: StoryId, promiseName: z.string(), promiseTitle: z.string(), kind: BeatKind, note: z.string().nullable(),
  payoffExpectation: z.string().nullable(),
})
export const OpenDecision = z.object({ decisionId: StoryId, name: z.string(), title: z.string(), question: z.string(), options: z.array(DecisionOption), reason: z.string() })
export const Reading = z.object({ path: z.string(), relation: z.string(), note: z.string().nullable(), source: z.literal('scene') })

export type StoryPromise = z.infer<typeof StoryPromise>
export type PromiseDerived = z.infer<typeof PromiseDerived>
export type PromiseBeat = z.infer<typeof PromiseBeat>
export type PromiseView = z.infer<typeof PromiseView>
export type BeatKind = z.infer<typeof BeatKind>
export type BeatState = z.infer<typeof BeatState>
export type StoryDecision = z.infer<typeof StoryDecision>
export type DecisionView = z.infer<typeof DecisionView>
export type DecisionAnchor = z.infer<typeof DecisionAnchor>
export type PromiseTask = z.infer<typeof PromiseTask>
export type OpenDecision = z.infer<typeof OpenDecision>
export type Reading = z.infer<typeof Reading>
export type BriefMode = z.infer<typeof BriefMode>
export type BriefStatus = z.infer<typeof BriefStatus>
