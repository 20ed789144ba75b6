import type { ChapterRow, SceneRow, StoryOutline } from '@shared/procedures/story'
import type { ProseNode } from '@shared/story'
import { storyText, type StoryContext } from './context'
import { actOf, idText, threadOf } from './entities'
import { all } from './prepared'
import { readinessByChapter } from './readiness'
import { readingOrderWarnings } from './reading-order'
import { orderedRows } from './reads'
import type { GroupRow, ThreadRow } from './rows'

interface LightChapter { id: number; name: string; title: string; actId: number | null; sortOrder: number }
const lightChapters = 'SELECT id, name, title, actId, sortOrder FROM StoryChapter ORDER BY sortOrder'
interface LightScene {
  id: number; title: string; status: string; threadId: number; chapterId: number | null; threadSortOrder: number; chapterSortOrder: number | null; outcomeType: string | null; pacingRole: string | null; timed: number; start: string | null
}
const lightScenes = `SELECT id, title, status, threadId, chapterId, threadSortOrder, chapterSortOrder, outcomeType, pacingRole,
  coalesce(startTime, startInstant) IS NOT NULL AND coalesce(endTime, endInstant) IS NOT NULL AS timed, CAST(startInstant AS TEXT) AS start FROM StoryScene ORDER BY chapterId, chapterSortOrder, threadId, threadSortOrder`

type Marks = ReadonlyMap<number, SceneRow['beats']>

/** How many beats of each kind stand in each scene. */
function beatMarks(context: StoryContext): Marks {
  const marks = new Map<number, SceneRow['beats']>()
  for (const { sceneId, kind, n } of all<{ sceneId: number; kind: keyof SceneRow['beats']; n: number }>(context.db, 'SELECT sceneId, kind, count(*) AS n FROM StoryPromiseBeat GROUP BY sceneId, kind')) {
    marks.set(sceneId, { ...noBeats, ...marks.get(sceneId), [kind]: n })
  }
  return marks
}
const noBeats: SceneRow['beats'] = { plant: 0, advance: 0, setback: 0, payoff: 0 }

const sceneRow = (row: LightScene, marks: Marks): SceneRow => ({
  id: String(row.id), title: row.title, status: row.status, threadId: String(row.threadId), chapterId: idText(row.chapterId), threadSortOrder: row.threadSortOrder,
  chapterSortOrder: row.chapterSortOrder, outcomeType: row.outcomeType, hasTime: row.timed === 1, start: row.start, pacingRole: row.pacingRole,
  beats: marks.get(row.id) ?? noBeats,
})

function chapterRows(context: StoryContext, scenes: Map<number | null, SceneRow[]>, prose: Map<string | null, ProseNode[]>): ChapterRow[] {
  const readiness = readinessByChapter(context.db)
  return all<LightChapter>(context.db, lightChapters).map((row) => {
    const own = scenes.get(row.id) ?? []
    const texts = prose.get(row.name) ?? []
    return {
      id: String(row.id), name: row.name, title: row.title, actId: idText(row.actId), sortOrder: row.sortOrder, number: row.sortOrder + 1, prose: texts,
      words: sum(texts, (t) => t.words), readiness: readiness.get(row.id) ?? 'needs_plot', scenes: own,
    }
  })
}

const sum = <T>(items: readonly T[], value: (item: T) => number): number => items.reduce((n, item) => n + value(item), 0)

/** The side list's picture (09 §3) from a few statements, whatever the size of the story. `gone` and `seq` are the caller's to fill. */
export function storyOutline(context: StoryContext, prose: readonly ProseNode[]): StoryOutline {
  const scenes = Map.groupBy(all<LightScene>(context.db, lightScenes), (row) => row.chapterId)
  const marks = beatMarks(context)
  const shown = new Map([...scenes].map(([chapter, rows]) => [chapter, rows.map((row) => sceneRow(row, marks))]))
  const chapters = chapterRows(context, shown, Map.groupBy(prose, (node) => node.chapterName))
  const byAct = Map.groupBy(chapters, (chapter) => chapter.actId)
  const names = new Set<string | null>(chapters.map((chapter) => chapter.name))
  const acts = orderedRows<GroupRow>(context.db, 'act')
  const story = storyText(context)
  const numeric = chapters.map((c) => ({ id: Number(c.id), title: c.title, actId: c.actId === null ? null : Number(c.actId), sortOrder: c.sortOrder }))
  return {
    story,
    acts: acts.map((row) => ({ act: actOf(row), chapters: byAct.get(String(row.id)) ?? [], words: sum(byAct.get(String(row.id)) ?? [], (c) => c.words) })),
    ungrouped: byAct.get(null) ?? [], orphans: prose.filter((node) => !names.has(node.chapterName)), phases: orderedRows<GroupRow>(context.db, 'phase').map(actOf),
    threads: orderedRows<ThreadRow>(context.db, 'thread').map(threadOf), looseScenes: shown.get(null) ?? [], words: sum(chapters, (c) => c.words),
    wordsWithPunctuation: sum(chapters, (c) => sum(c.prose, (n) => n.wordsWithPunctuation)), warnings: readingOrderWarnings(acts, numeric), gone: [], seq: 0,
  }
}
