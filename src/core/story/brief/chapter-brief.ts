import type { Chapter } from '@shared/story'
import type { BriefMode, BriefStatus, Reading } from '@shared/story-ledgers'
import { isContentPath } from '../content-path'
import type { StoryContext } from '../context'
import { chapterOf, idText } from '../entities'
import { pageOf } from '../list-page'
import { notFound } from '../problems'
import { readinessByChapter, readinessOf } from '../readiness'
import { orderedRows } from '../reads'
import { getRow, type ChapterRow } from '../rows'
import { sceneDetail } from '../scene-detail'
import { effectiveRefs } from '../scene-refs'
import type { ListFilter, ListPage } from '../list-types'
import { briefMarkdown } from './brief-markdown'
import { briefScenes, promiseTasks, type BriefScene } from './brief-scene'
import { briefTexts, type BriefTexts } from './brief-texts'
import type { ChapterBrief } from './brief-types'
import { openQuestions } from './open-questions'

const isInformed = ({ brief }: Chapter): boolean => [brief.readerKnows, brief.protagonistKnows, brief.mustHide, brief.hintOnly].some((text) => text !== null && text !== undefined && text !== '')
const hasStrangers = ({ world, anchor }: BriefScene): boolean => world === null || anchor.unresolvedSubjectIds.length > 0

/** The scenes a status waits for (02 §11). */
function pendingOf(status: BriefStatus, scenes: readonly BriefScene[]): BriefScene[] {
  if (status === 'needs_world_anchor') return scenes.filter((part) => !part.timed)
  return status === 'needs_world_context' ? scenes.filter(hasStrangers) : []
}

/** What to do about a status that is not ready: names the scene and the tool that mends it (02 §11). */
function warningsOf(status: BriefStatus, pending: readonly BriefScene[], { warnings, scene: named }: BriefTexts): string[] {
  if (status === 'needs_plot') return [warnings.plot]
  if (status === 'needs_chapter_brief') return [warnings.brief]
  return pending.map(({ scene, anchor, trouble }) => {
    const name = named(scene.id, scene.title)
    if (status === 'needs_world_anchor') return warnings.anchor(name)
    return trouble === null ? warnings.context(name, anchor.unresolvedSubjectIds.join(', ')) : warnings.failed(name, trouble)
  })
}

/** Content references of the scenes, the first per path (02 §11 section 10). */
function readingOf({ db, exists }: StoryContext, scenes: readonly BriefScene[]): Reading[] {
  const found = new Map<string, Reading>()
  for (const { target, relation, note } of scenes.flatMap(({ scene }) => effectiveRefs(db, scene.refs, exists))) {
    if (isContentPath(target) && !found.has(target)) found.set(target, { path: target, relation, note, source: 'scene' })
  }
  return [...found.values()]
}

/** get_chapter_writer_brief, single (02 §11): everything a writer of the chapter is told, and how ready it is. */
export function chapterBrief(context: StoryContext, id: string, mode: BriefMode): ChapterBrief {
  const { db } = context
  const row = getRow<ChapterRow>(db, 'chapter', id) ?? notFound('chapter', id, '/chapterId')
  const texts = briefTexts[context.locale()]
  const chapter = chapterOf(row)
  const scenes = briefScenes(context, chapter.id)
  const status = readinessOf({ scenes: scenes.map((part) => ({ hasTime: part.timed, hasStrangers: hasStrangers(part) })), hasInformationControl: isInformed(chapter) })
  const pending = pendingOf(status, scenes)
  const parts = {
    chapter, mode, status, scenes, warnings: warningsOf(status, pending, texts), tasks: promiseTasks(db, chapter.id), questions: openQuestions(context, row, texts), reading: readingOf(context, scenes),
  }
  return {
    chapter, mode, status, pendingScenes: pending.map(({ scene }) => scene.id), totalScenes: scenes.length, suggestedReading: parts.reading, promiseTasks: parts.tasks, openDecisions: parts.questions,
    scenes: scenes.map(({ scene, thread, world }) => ({ ...sceneDetail(context, scene), thread: thread && { id: thread.id, title: thread.title, isMainThread: thread.isMainThread }, ...(mode === 'curated' ? { world } : {}) })),
    warnings: parts.warnings, suggestedBriefMarkdown: briefMarkdown(parts, texts),
  }
}

/** get_chapter_writer_brief, list, in reading order. Filters: actId ("none") status. */
export function listBriefs({ db }: StoryContext, { actId, status, ...page }: ListFilter): ListPage {
  const readiness = readinessByChapter(db)
  const items = orderedRows<ChapterRow>(db, 'chapter').filter((row) => actId === undefined || (idText(row.actId) ?? 'none') === actId)
    .map((row) => ({ id: String(row.id), name: row.name, title: row.title, status: readiness.get(row.id) ?? 'needs_plot' }))
  return pageOf(items.filter((item) => status === undefined || item.status === status), page, (item) => item)
}
