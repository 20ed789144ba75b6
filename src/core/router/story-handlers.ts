import { fail } from '@shared/fault'
import type { Handlers, NamesOf } from '@shared/procedures'
import type { BriefView } from '@shared/procedures/story'
import type { StoryKind } from '@shared/story'
import type { ProjectRuntime, RequestContext } from '../app/types'
import { goneChapters } from '../project/gone-chapters'
import { lostProse, type Textless } from '../project/lost-prose'
import { noteWords } from '../project/recent'
import type { By, OpenedProject } from '../project/types'
import { addChapter } from '../story/add-chapter'
import { trashWithProse, undoWithProse } from '../story/trash-with-prose'
import type { ChapterBrief, StorySaved } from '../story/types'

type StoryName = Extract<NamesOf<'core'>, `story.${string}`>
const by: By = { actor: 'author', sessionId: null, callId: null }
const answer = ({ id, effects, undoId }: StorySaved) => ({ id, effects, undoId })

/** A chapter as far as it says whether a text is missed. */
interface Planned { name: string; title: string; prose: readonly unknown[]; scenes: readonly { status: string }[] }

const textlessOf = (chapters: readonly Planned[]): Textless[] =>
  chapters.filter(({ prose }) => prose.length === 0).map(({ name, title, scenes }) => ({ name, title, written: scenes.some(({ status }) => status === 'written' || status === 'revised') }))

function goneOf(project: OpenedProject, chapters: readonly (Planned & { id: string })[]): string[] {
  const gone = goneChapters(project, textlessOf(chapters))
  return gone.size === 0 ? [] : chapters.filter(({ name }) => gone.has(name)).map(({ id }) => id)
}

function writable(context: RequestContext, project: string): ProjectRuntime {
  const runtime = context.core.get(project)
  runtime.project.assertWritable()
  return runtime
}

interface Saving { kind: StoryKind; id: string | null; action: string | undefined; fields: Record<string, unknown>; after: string | undefined }

/** The author's save; a renamed chapter keeps its texts, whose front matter is rewritten (02 §2). */
async function save({ story, manuscript }: ProjectRuntime, { kind, id, action, fields, after }: Saving): Promise<StorySaved> {
  const oldName = kind === 'chapter' && id !== null && fields['name'] !== undefined ? story.get('chapter', id).name : null
  const saved = story.save({ kind, action: action ?? (id === null ? 'create' : 'update'), id, fields, ...(after === undefined ? {} : { after }) }, { by, exactlyOnce: null })
  const newName = String(saved.entity['name'])
  if (oldName === null || oldName === newName) return saved
  const moved = await manuscript.relink(oldName, newName)
  if (moved.length > 0 && saved.undoId !== null) story.attachUndoFiles(saved.undoId, { restore: [], trash: [], relink: { from: oldName, to: newName } })
  return saved
}

const given = <T extends object>(texts: T): { [K in keyof T]?: Exclude<T[K], undefined> } => Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)) as never

const briefView = ({ chapter, suggestedBriefMarkdown: markdown, scenes: _scenes, ...brief }: ChapterBrief): BriefView => ({ ...brief, chapterId: chapter.id, markdown })

/** The window's story panel (09 §3). Reads are open; every write is the author's own and can be taken back. */
export const storyHandlers: Handlers<StoryName, RequestContext> = {
  'story.outline': async ({ project }, { core }) => {
    const seq = core.hub.seq()
    const runtime = core.get(project)
    const outline = await runtime.story.outline()
    const chapters = [...outline.acts.flatMap((act) => act.chapters), ...outline.ungrouped]
    const words = chapters.reduce((sum, chapter) => sum + chapter.words, 0)
    // The list of novels is no part of the story: where it cannot be written, the story opens all the same.
    await noteWords(core.env, runtime.project.dir, words).catch(() => undefined)
    return { ...outline, gone: goneOf(runtime.project, chapters), seq }
  },
  'story.chapter': async ({ project, id }, { core }) => {
    const { story, manuscript, project: opened } = core.get(project)
    const chapter = story.get('chapter', id)
    const scenes = story.scenesOf('chapter', id)
    const prose = await manuscript.proseOf(chapter.name)
    const [lost] = lostProse(opened, textlessOf([{ ...chapter, prose, scenes }]))
    return { chapter, scenes, prose, lost: lost === undefined ? null : { path: lost.path, source: lost.source } }
  },
  'story.thread': ({ project, id }, { core }) => {
    const { story } = core.get(project)
    return { thread: story.get('thread', id), scenes: story.scenesOf('thread', id) }
  },
  'story.scene': ({ project, id }, { core }) => core.get(project).story.get('scene', id),
  'story.promises': ({ project, ...filter }, { core }) => ({ promises: core.get(project).story.promiseViews(filter) }),
  'story.decisions': ({ project, ...filter }, { core }) => ({ decisions: core.get(project).story.decisionViews(filter) }),
  'story.brief': ({ project, chapterId, mode = 'autonomous' }, { core }) => briefView(core.get(project).story.brief(chapterId, mode)),
  'story.setBeat': ({ project, ...fields }, context) => answer(writable(context, project).story.save({ kind: 'beat', action: 'set', id: null, fields }, { by, exactlyOnce: null })),
  'story.removeBeat': ({ project, ...fields }, context) => answer(writable(context, project).story.save({ kind: 'beat', action: 'remove', id: null, fields }, { by, exactlyOnce: null })),
  'story.reorder': ({ project, list, parent = null, ids }, context) => writable(context, project).story.reorder({ list, parent, ids }),
  'story.setStory': ({ project, ...texts }, context) => writable(context, project).story.setStory(given(texts)),
  'story.save': async ({ project, kind, id, action, fields, after }, context) => answer(await save(writable(context, project), { kind, id: id ?? null, action, fields, after })),
  'story.addChapter': ({ project, title, actId, at }, context) => addChapter(writable(context, project), { title, actId, at }),
  'story.move': ({ project, kind, id, list, parent, index }, context) =>
    answer(writable(context, project).story.move(kind, id, { list, index, ...(parent === undefined ? {} : { parent }) })),
  'story.trash': ({ project, kind, id, withProse }, context) => trashWithProse(writable(context, project), kind, id, withProse),
  'story.undo': ({ project, undoId }, context) => undoWithProse(writable(context, project), undoId),
  'story.linkProse': async ({ project, path, chapterName }, context) => {
    const { story, manuscript } = writable(context, project)
    const known = story.chapters({ limit: Number.MAX_SAFE_INTEGER }).items.some((chapter) => chapter['name'] === chapterName)
    if (!known) fail('ENTITY_NOT_FOUND', `There is no chapter named ${chapterName}.`, { pointer: '/chapterName', actual: chapterName })
    await manuscript.link(path, chapterName)
    return {}
  },
}
