import type { ChapterRow, SceneRow, StoryOutline } from '@shared/procedures/story'
import type { ProseNode } from '@shared/story'

export type TreeRow =
  | { kind: 'act'; key: string; id: string; depth: 0; title: string; words: number; open: boolean; index: number }
  | { kind: 'chapter'; key: string; id: string; depth: 0 | 1; title: string; words: number; open: boolean; chapter: ChapterRow; /** Its text is gone from the disk. */ gone: boolean }
  | { kind: 'scene'; key: string; id: string; depth: 1 | 2; title: string; scene: SceneRow; index: number; count: number }
  | { kind: 'orphan'; key: string; id: string; depth: 0; title: string; words: number; prose: ProseNode }
  | { kind: 'heading'; key: string; id: string; depth: 0; title: 'story.ungrouped' | 'story.orphans' }

const chapterRows = (chapters: readonly ChapterRow[], depth: 0 | 1, expanded: ReadonlySet<string>, gone: ReadonlySet<string>): TreeRow[] =>
  chapters.flatMap((chapter): TreeRow[] => {
    const key = `chapter:${chapter.id}`
    const open = expanded.has(key)
    const scenes = open ? chapter.scenes.map((scene, index): TreeRow => ({ kind: 'scene', key: `scene:${scene.id}`, id: scene.id, depth: depth === 0 ? 1 : 2, title: scene.title, scene, index, count: chapter.scenes.length })) : []
    return [{ kind: 'chapter', key, id: chapter.id, depth, title: chapter.title, words: chapter.words, open, chapter, gone: gone.has(chapter.id) }, ...scenes]
  })

/** The visible rows in order: acts with their chapters, ungrouped chapters, texts of no chapter. Acts are open unless closed. */
export function treeRows(outline: StoryOutline, expanded: ReadonlySet<string>, closed: ReadonlySet<string>): TreeRow[] {
  const gone = new Set(outline.gone)
  const acts = outline.acts.flatMap(({ act, chapters, words }, index): TreeRow[] => {
    const key = `act:${act.id}`
    const open = !closed.has(key)
    return [{ kind: 'act', key, id: act.id, depth: 0, title: act.title, words, open, index }, ...(open ? chapterRows(chapters, 1, expanded, gone) : [])]
  })
  const heading = (id: 'story.ungrouped' | 'story.orphans'): TreeRow => ({ kind: 'heading', key: id, id, depth: 0, title: id })
  const ungrouped = outline.ungrouped.length === 0 ? [] : [...(acts.length > 0 ? [heading('story.ungrouped')] : []), ...chapterRows(outline.ungrouped, acts.length > 0 ? 1 : 0, expanded, gone)]
  const orphans = outline.orphans.length === 0 ? [] : [heading('story.orphans'), ...outline.orphans.map((prose): TreeRow => ({ kind: 'orphan', key: `orphan:${prose.path}`, id: prose.path, depth: 0, title: prose.title, words: prose.words, prose }))]
  return [...acts, ...ungrouped, ...orphans]
}
