import { z } from 'zod'
import { StoryId } from '../ids'
import { Act, Chapter, Phase, ProseNode, Scene, StoryEffect, StoryKind, Thread } from '../story'
import { BeatKind, BriefMode, BriefStatus, DecisionStatus, DecisionView, Due, Importance, OpenDecision, PromiseStage, PromiseStatus, PromiseTask, PromiseView, Reading } from '../story-ledgers'
import { human, open } from './procedure'

const inProject = { project: z.string() }
const done = z.object({})
const saved = z.object({ id: StoryId, effects: z.array(StoryEffect), undoId: z.string().nullable() })
/** Fields of the save tools of 02 §12, checked by the same code. */
const fields = z.record(z.string(), z.unknown())

const BeatCounts = z.object({ plant: z.number(), advance: z.number(), setback: z.number(), payoff: z.number() })
export const SceneRow = z.object({ id: StoryId, title: z.string(), status: z.string(), threadId: StoryId, chapterId: StoryId.nullable(), threadSortOrder: z.number(), chapterSortOrder: z.number().nullable(), outcomeType: z.string().nullable(), hasTime: z.boolean(), /** When it begins in story time, int64 as text; null: not said, or only in words no calendar has read. */ start: z.string().nullable(), pacingRole: z.string().nullable(), /** Beats of promises in this scene, counted by kind. */ beats: BeatCounts })
export const ChapterRow = z.object({
  id: StoryId, name: z.string(), title: z.string(), actId: StoryId.nullable(), sortOrder: z.number(), /** 1-based place in reading order. */ number: z.number(),
  prose: z.array(ProseNode), words: z.number(), readiness: BriefStatus, scenes: z.array(SceneRow),
})
/** The side list's whole picture: acts with chapters in reading order, ungrouped ones, prose of no chapter. */
export const StoryOutline = z.object({
  story: z.object({ title: z.string(), summary: z.string(), note: z.string().nullable() }),
  acts: z.array(z.object({ act: Act, chapters: z.array(ChapterRow), words: z.number() })), ungrouped: z.array(ChapterRow), orphans: z.array(ProseNode),
  phases: z.array(Phase), threads: z.array(Thread), looseScenes: z.array(SceneRow), words: z.number(), wordsWithPunctuation: z.number(), warnings: z.array(z.string()), /** Chapters whose text is gone from the disk. */ gone: z.array(StoryId), seq: z.number(),
})
export type StoryOutline = z.infer<typeof StoryOutline>
export type ChapterRow = z.infer<typeof ChapterRow>
export type SceneRow = z.infer<typeof SceneRow>

/** The writer's brief as the drawer previews it (02 §11): `markdown` is what a writer gets. */
export const BriefView = z.object({
  chapterId: StoryId, mode: BriefMode, status: BriefStatus, markdown: z.string(), warnings: z.array(z.string()), /** Scenes the status waits for. */ pendingScenes: z.array(StoryId),
  totalScenes: z.number(), promiseTasks: z.array(PromiseTask), openDecisions: z.array(OpenDecision), suggestedReading: z.array(Reading),
})
export type BriefView = z.infer<typeof BriefView>
/** A chapter's text that is gone from the disk, and where it can be had again: an item of the trash, the newest kept version, or only outside the app. */
export const LostText = z.object({
  /** Where it was; null: nobody knows. */ path: z.string().nullable(),
  source: z.discriminatedUnion('kind', [z.object({ kind: z.literal('trash'), id: z.string() }), z.object({ kind: z.literal('history'), id: z.string(), at: z.string() }), z.object({ kind: z.literal('backup') })]),
})
export type LostText = z.infer<typeof LostText>
const undone = z.object({ undoId: z.string().nullable() })

export const storyProcedures = {
  'story.outline': open('The story tree as the side list shows it.', z.strictObject(inProject), StoryOutline),
  'story.chapter': open('One chapter with brief, scenes and prose.', z.strictObject({ ...inProject, id: StoryId }), z.object({ chapter: Chapter, scenes: z.array(Scene), prose: z.array(ProseNode), lost: LostText.nullable() })),
  'story.thread': open('One thread with its scenes.', z.strictObject({ ...inProject, id: StoryId }), z.object({ thread: Thread, scenes: z.array(Scene) })),
  'story.scene': open('One scene.', z.strictObject({ ...inProject, id: StoryId }), Scene),
  'story.promises': open('Promises with derived fields and beats, open ones first.', z.strictObject({ ...inProject, status: PromiseStatus.optional(), importance: Importance.optional(), stage: PromiseStage.optional(), due: Due.optional() }), z.object({ promises: z.array(PromiseView) })),
  'story.decisions': open('Decisions with checked references, open ones first.', z.strictObject({ ...inProject, status: DecisionStatus.optional() }), z.object({ decisions: z.array(DecisionView) })),
  'story.brief': open("A chapter's brief for its writer.", z.strictObject({ ...inProject, chapterId: StoryId, mode: BriefMode.optional() }), BriefView),
  'story.setBeat': human('Sets what a scene does with a promise; a payoff fulfils an open one unless told not to.', z.strictObject({
    ...inProject, promiseId: StoryId, sceneId: StoryId, kind: BeatKind, /** Absent: stays; null clears. */ note: z.string().nullable().optional(), /** Only with a payoff. */ autoFulfill: z.boolean().optional(),
  }), saved),
  'story.removeBeat': human('Takes a beat away; a promise that loses its last payoff is open again.', z.strictObject({ ...inProject, promiseId: StoryId, sceneId: StoryId }), saved),
  'story.reorder': human('Orders one whole list; `ids` holds every entity of it once, archived ones too.', z.strictObject({
    ...inProject, list: z.enum(['phases', 'threads', 'thread-scenes', 'chapter-scenes']), /** Phase (null: threads of none), thread or chapter. */ parent: StoryId.nullable().optional(), ids: z.array(StoryId).max(20_000),
  }), z.object({ moved: z.number(), undoId: z.string().nullable() })),
  'story.setStory': human("Changes the story's own summary and note.", z.strictObject({ ...inProject, summary: z.string().optional(), note: z.string().nullable().optional() }), undone),
  'story.save': human('Creates or changes any entity as the author.', z.strictObject({
    ...inProject, kind: StoryKind, id: StoryId.optional(), /** An action of the save tool: archive, abandon, fulfill, decide, drop; create or update when absent. */ action: z.string().optional(), fields,
    /** A new scene stands right behind this one, in its thread and in its chapter, when it is in them. */ after: StoryId.optional(),
  }), saved),
  'story.addChapter': human('Creates a chapter with an empty text and returns the text to open.', z.strictObject({ ...inProject, title: z.string(), actId: StoryId.nullable(), at: z.number().int().nonnegative().optional() }), z.object({ id: StoryId, path: z.string(), undoId: z.string().nullable() })),
  'story.move': human('Moves a chapter, act, thread or scene to a place; `parent` is an act, phase, thread or chapter id.', z.strictObject({
    ...inProject, kind: StoryKind, id: StoryId, /** Which list: chapters know only `story`; a scene stands in its thread and in its chapter. */ list: z.enum(['story', 'thread', 'chapter', 'phase']),
    parent: StoryId.nullable().optional(), index: z.number().int().nonnegative(),
  }), saved),
  'story.trash': human('Moves an entity to the trash, with its prose unless unticked.', z.strictObject({ ...inProject, kind: StoryKind, id: StoryId, withProse: z.boolean() }), z.object({ item: z.string(), words: z.number(), effects: z.array(StoryEffect), undoId: z.string().nullable() })),
  'story.undo': human('Takes the newest structural change of the author back.', z.strictObject({ ...inProject, undoId: z.string() }),
    z.object({
      done: z.string(), kind: z.string().nullable(), id: z.string().nullable(), title: z.string().nullable(), /** Nothing was taken back: the chapter it made holds text. */ kept: z.boolean(),
      /** How it is done again: by an undo of the undo, or into the trash once more. */ again: z.union([z.object({ undoId: z.string() }), z.object({ trash: z.object({ kind: StoryKind, id: StoryId, withProse: z.boolean() }) })]).nullable(),
    })),
  'story.linkProse': human('Makes an orphaned text the prose of a chapter.', z.strictObject({ ...inProject, path: z.string(), chapterName: z.string() }), done),
} as const
