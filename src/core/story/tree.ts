import type { ProseNode } from '@shared/story'
import { storyText, type StoryContext } from './context'
import { idText } from './entities'
import { all } from './prepared'
import { notFound } from './problems'
import { readingOrderWarnings } from './reading-order'
import { orderedRows, proseCounts } from './reads'
import type { ChapterRow, GroupRow, ThreadRow } from './rows'
import { totals } from './totals'
import type { TreeOptions } from './types'

interface LightScene { id: number; title: string; status: string; threadId: number; chapterId: number | null; outcomeType: string | null; threadSortOrder: number; beats: number }
const lightScenes = `SELECT s.id, s.title, s.status, s.threadId, s.chapterId, s.outcomeType, s.threadSortOrder, count(b.id) AS beats
  FROM StoryScene s LEFT JOIN StoryPromiseBeat b ON b.sceneId = s.id GROUP BY s.id ORDER BY s.threadId, s.threadSortOrder`

interface Source { acts: GroupRow[]; phases: GroupRow[]; chapters: ChapterRow[]; threads: ThreadRow[]; scenes: LightScene[]; prose: readonly ProseNode[] }

function sourceOf(context: StoryContext, options: TreeOptions, prose: readonly ProseNode[]): Source {
  const { db } = context
  const live = (row: { status: string }): boolean => options.includeArchived === true || row.status !== 'archived'
  return {
    acts: orderedRows<GroupRow>(db, 'act'), phases: orderedRows<GroupRow>(db, 'phase'), chapters: orderedRows<ChapterRow>(db, 'chapter'),
    threads: orderedRows<ThreadRow>(db, 'thread').filter(live), scenes: all<LightScene>(db, lightScenes).filter(live), prose,
  }
}

const groupNode = (row: GroupRow) => ({ id: String(row.id), order: row.sortOrder, name: row.name, title: row.title, summary: row.summary })
const sceneNode = (row: LightScene) => ({
  id: String(row.id), order: row.threadSortOrder, title: row.title, status: row.status, chapterId: idText(row.chapterId), outcomeType: row.outcomeType, beatCount: row.beats,
})

function causal(source: Source, only: GroupRow | null): Record<string, unknown> {
  const byThread = Map.groupBy(source.scenes, (scene) => scene.threadId)
  const threadsOf = (phaseId: number | null) => source.threads.filter((t) => t.storyPhaseId === phaseId).map((t) => {
    const scenes = byThread.get(t.id) ?? []
    return { id: String(t.id), order: t.sortOrder, name: t.name, title: t.title, status: t.status, isMainThread: t.isMainThread === 1, miceType: t.miceType, sceneCount: scenes.length, scenes: scenes.map(sceneNode) }
  })
  const phases = only ? [only] : source.phases
  return { phases: phases.map((p) => ({ ...groupNode(p), threads: threadsOf(p.id) })), ungroupedThreads: only ? [] : threadsOf(null) }
}

function carrier(source: Source, only: GroupRow | null): Record<string, unknown> {
  const scenes = Map.groupBy(source.scenes, (scene) => scene.chapterId)
  const texts = proseCounts(source.prose)
  const names = new Set<string | null>(source.chapters.map((c) => c.name))
  const chaptersOf = (actId: number | null) => source.chapters.filter((c) => c.actId === actId).map((c) => ({
    id: String(c.id), order: c.sortOrder, name: c.name, title: c.title, sceneCount: scenes.get(c.id)?.length ?? 0, proseCount: texts.get(c.name) ?? 0,
  }))
  const acts = only ? [only] : source.acts
  return {
    acts: acts.map((a) => ({ ...groupNode(a), chapters: chaptersOf(a.id) })), ungroupedChapters: only ? [] : chaptersOf(null),
    orphanProse: source.prose.filter((node) => !names.has(node.chapterName)).map((node) => ({ path: node.path, title: node.title, chapter: node.chapterName })),
  }
}

function groupOf(rows: readonly GroupRow[], kind: 'act' | 'phase', id: string | undefined, parameter: string): GroupRow | null {
  if (id === undefined) return null
  return rows.find((row) => String(row.id) === id) ?? notFound(kind, id, `/${parameter}`)
}

/** get_story_tree (02 §10): both trees, counts, warnings. `view` leaves one tree out; totals are always the whole story's. */
export function storyTree(context: StoryContext, options: TreeOptions, prose: readonly ProseNode[]): Record<string, unknown> {
  const source = sourceOf(context, options, prose)
  const act = groupOf(source.acts, 'act', options.actId, 'actId')
  const phase = groupOf(source.phases, 'phase', options.storyPhaseId, 'storyPhaseId')
  const view = options.view ?? 'full'
  const { openPromises, openDecisions, subjects: _subjects, slices: _slices, ...counts } = totals(context.db)
  return {
    story: storyText(context), ...(view === 'acts' ? {} : causal(source, phase)), ...(view === 'phases' ? {} : carrier(source, act)),
    warnings: readingOrderWarnings(source.acts, source.chapters), totals: counts, openPromiseCount: openPromises, openDecisionCount: openDecisions,
  }
}
