import { z } from 'zod'
import { StoryId } from '../ids'
import { Act, Chapter, Phase, ProseNode, Scene, StoryEffect, StoryKind, Thread } from '../story'
import { human, open } from './procedure'

const inProject = { project: z.string() }
const done = z.object({})
const saved = z.object({ id: StoryId, effects: z.array(StoryEffect), undoId: z.string().nullable() })
/** Fields of the save tools of 02 §12, checked by the same code; `action` is create or update. */
const fields = z.record(z.string(), z.unknown())

export const SceneRow = z.object({ id: StoryId, title: z.string(), status: z.string(), threadId: StoryId, chapterId: StoryId.nullable(), threadSortOrder: z.number(), chapterSortOrder: z.number().nullable(), outcomeType: z.string().nullable(), hasTime: z.boolean() })
export const ChapterRow = z.object({
  id: StoryId, name: z.string(), title: z.string(), actId: StoryId.nullable(), sortOrder: z.number(), /** 1-based place in reading order. */ number: z.number(),
  prose: z.array(ProseNode), words: z.number(), readiness: z.enum(['needs_plot', 'needs_world_anchor', 'needs_world_context', 'needs_chapter_brief', 'ready']), scenes: z.array(SceneRow),
})
/** The side list's whole picture: acts with chapters in reading order, ungrouped ones, prose of no chapter. */
export const StoryOutline = z.object({
  story: z.object({ title: z.string(), summary: z.string() }),
  acts: z.array(z.object({ act: Act, chapters: z.array(ChapterRow), words: z.number() })), ungrouped: z.array(ChapterRow), orphans: z.array(ProseNode),
  phases: z.array(Phase), threads: z.array(Thread), looseScenes: z.array(SceneRow), words: z.number(), wordsWithPunctuation: z.number(), warnings: z.array(z.string()), seq: z.number(),
})
export type StoryOutline = z.infer<typeof StoryOutline>
export type ChapterRow = z.infer<typeof ChapterRow>
export type SceneRow = z.infer<typeof SceneRow>

export const storyProcedures = {
  'story.outline': open('The story tree as the side list shows it.', z.strictObject(inProject), StoryOutline),
  'story.chapter': open('One chapter with brief, scenes and prose.', z.strictObject({ ...inProject, id: StoryId }), z.object({ chapter: Chapter, scenes: z.array(Scene), prose: z.array(ProseNode) })),
  'story.thread': open('One thread with its scenes.', z.strictObject({ ...inProject, id: StoryId }), z.object({ thread: Thread, scenes: z.array(Scene) })),
  'story.scene': open('One scene.', z.strictObject({ ...inProject, id: StoryId }), Scene),
  'story.save': human('Creates or changes an act, chapter, phase, thread or scene as the author.', z.strictObject({ ...inProject, kind: StoryKind, id: StoryId.optional(), fields }), saved),
  'story.addChapter': human('Creates a chapter with an empty text and returns the text to open.', z.strictObject({ ...inProject, title: z.string(), actId: StoryId.nullable(), at: z.number().int().nonnegative().optional() }), z.object({ id: StoryId, path: z.string(), undoId: z.string().nullable() })),
  'story.move': human('Moves a chapter, act, thread or scene to a place; `parent` is an act, phase, thread or chapter id.', z.strictObject({
    ...inProject, kind: StoryKind, id: StoryId, /** Which list: chapters know only `story`; a scene stands in its thread and in its chapter. */ list: z.enum(['story', 'thread', 'chapter', 'phase']),
    parent: StoryId.nullable().optional(), index: z.number().int().nonnegative(),
  }), saved),
  'story.trash': human('Moves an entity to the trash, with its prose unless unticked.', z.strictObject({ ...inProject, kind: StoryKind, id: StoryId, withProse: z.boolean() }), z.object({ item: z.string(), words: z.number(), effects: z.array(StoryEffect), undoId: z.string().nullable() })),
  'story.undo': human('Takes the newest structural change of the author back.', z.strictObject({ ...inProject, undoId: z.string() }), done),
  'story.linkProse': human('Makes an orphaned text the prose of a chapter.', z.strictObject({ ...inProject, path: z.string(), chapterName: z.string() }), done),
} as const
