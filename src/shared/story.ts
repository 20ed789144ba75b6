import { z } from 'zod'
import { StoryId } from './ids'

/** Length in Unicode code points, the unit of every limit in 02. */
export const codePoints = (text: string): number => {
  let n = 0
  for (const _ of text) n += 1
  return n
}
const upTo = (max: number, min = 0) =>
  z.string().trim().refine((s) => codePoints(s) >= min && codePoints(s) <= max, { message: `${min}-${max} characters` })

export const Name = z.string().max(120).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case letters, digits and single hyphens, at most 120')
export const Title = upTo(120, 1)
export const Long = upTo(5_000)
export const Tip = upTo(2_000)
export const Tags = z.array(upTo(120, 1)).max(50)

export const ThreadStatus = z.enum(['draft', 'active', 'paused', 'done', 'archived'])
export const MiceType = z.enum(['milieu', 'idea', 'character', 'event'])
export const SceneStatus = z.enum(['draft', 'active', 'written', 'revised', 'archived'])
export const OutcomeType = z.enum(['yes_but', 'no_and', 'yes_and', 'no_but', 'yes', 'no', 'no_conflict', 'passive'])
export const PacingRole = z.enum(['setup', 'escalation', 'breather', 'climax', 'resolution'])

export const briefKeys = [
  'goal', 'pov', 'tone', 'pacing', 'opening', 'ending', 'doNotWrite', 'readerKnows', 'protagonistKnows', 'mustHide', 'hintOnly',
] as const
export type BriefKey = (typeof briefKeys)[number]
export const Brief = z.strictObject(Object.fromEntries(briefKeys.map((k) => [k, Long.nullable()])) as Record<BriefKey, z.ZodNullable<typeof Long>>)

export const SceneRef = z.strictObject({
  relation: upTo(120, 1),
  target: upTo(500, 1),
  visibility: z.enum(['author', 'reader']),
  note: Long.nullable().optional(),
})
export const WorldAnchor = z.strictObject({
  startTime: z.string().nullable().optional(),
  endTime: z.string().nullable().optional(),
  startInstant: z.string().regex(/^-?\d{1,19}$/).nullable().optional(),
  endInstant: z.string().regex(/^-?\d{1,19}$/).nullable().optional(),
  subjectIds: z.array(z.string()).max(100).optional(),
  locationSubjectId: z.string().nullable().optional(),
})

const stamps = { createdAt: z.string(), updatedAt: z.string() }

export const Act = z.object({ id: StoryId, name: z.string(), title: z.string(), summary: z.string(), note: z.string().nullable(), sortOrder: z.number(), ...stamps })
export const Phase = Act
export const Chapter = z.object({
  id: StoryId, name: z.string(), title: z.string(), actId: StoryId.nullable(), note: z.string().nullable(), sortOrder: z.number(),
  brief: z.record(z.enum(briefKeys), z.string().nullable()), ...stamps,
})
export const Thread = z.object({
  id: StoryId, storyPhaseId: StoryId.nullable(), name: z.string(), title: z.string(), isMainThread: z.boolean(), status: ThreadStatus,
  miceType: MiceType.nullable(), summary: z.string(), tags: z.array(z.string()), writingTip: z.string().nullable(), note: z.string().nullable(),
  sortOrder: z.number(), ...stamps,
})
export const Scene = z.object({
  id: StoryId, threadId: StoryId, chapterId: StoryId.nullable(), title: z.string(), status: SceneStatus, outcomeType: OutcomeType.nullable(),
  pacingRole: PacingRole.nullable(), summary: z.string(), purpose: z.string().nullable(), writingTip: z.string().nullable(), note: z.string().nullable(),
  worldAnchor: z.object({
    startTime: z.string().nullable(), endTime: z.string().nullable(), startInstant: z.string().nullable(), endInstant: z.string().nullable(),
    subjectIds: z.array(z.string()), locationSubjectId: z.string().nullable(),
  }),
  refs: z.array(SceneRef), threadSortOrder: z.number(), chapterSortOrder: z.number().nullable(), ...stamps,
})

export const ProseNode = z.object({ path: z.string(), title: z.string(), chapterName: z.string().nullable(), words: z.number(), wordsWithPunctuation: z.number(), hash: z.string() })

export type Act = z.infer<typeof Act>
export type Phase = z.infer<typeof Phase>
export type Chapter = z.infer<typeof Chapter>
export type Thread = z.infer<typeof Thread>
export type Scene = z.infer<typeof Scene>
export type ProseNode = z.infer<typeof ProseNode>

/** Kinds of thing the story holds; used by events, trash and effects. */
export const StoryKind = z.enum(['act', 'chapter', 'phase', 'thread', 'scene', 'promise', 'decision'])
export type StoryKind = z.infer<typeof StoryKind>
/** What an entity stands in: the act of a chapter, the phase of a thread, the thread and the chapter of a scene. */
export const StoryPlace = z.array(z.object({ kind: z.enum(['act', 'chapter', 'phase', 'thread']), title: z.string() }))
export type StoryPlace = z.infer<typeof StoryPlace>

/** A knock-on change of a write (02 §9). */
export const StoryEffect = z.object({ kind: z.string(), id: z.string(), field: z.string(), from: z.unknown(), to: z.unknown(), reason: z.string() })
export type StoryEffect = z.infer<typeof StoryEffect>
