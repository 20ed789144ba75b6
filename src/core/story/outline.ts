import type { ChapterRow, SceneRow, StoryOutline } from '@shared/procedures/story'
import type { ProseNode } from '@shared/story'
import { storyText, type StoryContext } from './context'
import { actOf, idText, threadOf } from './entities'
import { all } from './prepared'
import { readinessOf } from './readiness'
import { readingOrderWarnings } from './reading-order'
import { orderedRows } from './reads'
import type { GroupRow, ThreadRow } from './rows'

interface LightChapter { id: number; name: string; title: string; actId: number | null; sortOrder: number; informed: number }
const lightChapters = `SELECT id, name, title, actId, sortOrder,
  coalesce(readerKnows, protagonistKnows, mustHide, hintOnly) IS NOT NULL AS informed FROM StoryChapter ORDER BY sortOrder`
interface LightScene {
  id: number; title: string; status: string; threadId: number; chapterId: number | null; threadSortOrder: number; chapterSortOrder: number | null; outcomeType: string | null; timed: number
}
const lightScenes = `SELECT id, title, status, threadId, chapterId, threadSortOrder, chapterSortOrder, outcomeType,
  coalesce(startTime, startInstant) IS NOT NULL AND coalesce(endTime, endInstant) IS NOT NULL AS timed FROM StoryScene ORDER BY chapterId, chapterSortOrder, threadId, threadSortOrder`

const sceneRow = (row: LightScene): SceneRow => ({
  id: String(row.id), title: row.title, status: row.status, threadId: String(row.threadId), chapterId: idText(row.chapterId), threadSortOrder: row.threadSortOrder,
  chapterSortOrder: row.chapterSortOrder, outcomeType: row.outcomeType, hasTime: row.timed === 1,
})

function chapterRows(context: StoryContext, scenes: Map<number | null, SceneRow[]>, prose: Map<string | null, ProseNode[]>): ChapterRow[] {
  return all<LightChapter>(context.db, lightChapters).map((row) => {
    const own = scenes.get(row.id) ?? []
    const texts = prose.get(row.name) ?? []
    const readiness = readinessOf({ scenes: own.filter((s) => s.status !== 'archived'), hasInformationControl: row.informed === 1 })
    return {
      id: String(row.id), name: row.name, title: row.title, actId: idText(row.actId), sortOrder: row.sortOrder, number: row.sortOrder + 1, prose: texts,
      words: sum(texts, (t) => t.words), readiness, scenes: own,
    }
  })
}

const sum = <T>(items: readonly T[], value: (item: T) => number): number => items.reduce((n, item) => n + value(item), 0)

/** The side list's picture (09 §3) from five statements, whatever the size of the story. `seq` is the caller's to fill. */
export function storyOutline(context: StoryContext, prose: readonly ProseNode[]): StoryOutline {
  const scenes = Map.groupBy(all<LightScene>(context.db, lightScenes), (row) => row.chapterId)
  const shown = new Map([...scenes].map(([chapter, rows]) => [chapter, rows.map(sceneRow)]))
  const chapters = chapterRows(context, shown, Map.groupBy(prose, (node) => node.chapterName))
  const byAct = Map.groupBy(chapters, (chapter) => chapter.actId)
  const names = new Set<string | null>(chapters.map((chapter) => chapter.name))
  const acts = orderedRows<GroupRow>(context.db, 'act')
  const { title, summary } = storyText(context)
  const numeric = chapters.map((c) => ({ id: Number(c.id), title: c.title, actId: c.actId === null ? null : Number(c.actId), sortOrder: c.sortOrder }))
  return {
    story: { title, summary },
    acts: acts.map((row) => ({ act: actOf(row), chapters: byAct.get(String(row.id)) ?? [], words: sum(byAct.get(String(row.id)) ?? [], (c) => c.words) })),
    ungrouped: byAct.get(null) ?? [], orphans: prose.filter((node) => !names.has(node.chapterName)), phases: orderedRows<GroupRow>(context.db, 'phase').map(actOf),
    threads: orderedRows<ThreadRow>(context.db, 'thread').map(threadOf), looseScenes: shown.get(null) ?? [], words: sum(chapters, (c) => c.words),
    wordsWithPunctuation: sum(chapters, (c) => sum(c.prose, (n) => n.wordsWithPunctuation)), warnings: readingOrderWarnings(acts, numeric), seq: 0,
  }
}
