import type { ChapterRow, StoryOutline } from '@shared/procedures/story'

export const chaptersInOrder = (outline: StoryOutline): ChapterRow[] => [...outline.acts.flatMap((act) => act.chapters), ...outline.ungrouped]

/** The chapter a text belongs to; null for texts of no chapter. */
export const chapterOf = (outline: StoryOutline | null, path: string): ChapterRow | null =>
  (outline ? chaptersInOrder(outline).find((chapter) => chapter.prose.some((prose) => prose.path === path)) : undefined) ?? null

/** The text before (-1) or after (1) in reading order; null at the ends. */
export function neighbour(outline: StoryOutline | null, path: string | null, step: -1 | 1): string | null {
  const paths = outline ? chaptersInOrder(outline).flatMap((chapter) => chapter.prose.map((prose) => prose.path)) : []
  const at = path === null ? -1 : paths.indexOf(path)
  if (at < 0) return (step === 1 ? paths[0] : paths.at(-1)) ?? null
  return paths[at + step] ?? null
}

/** What a text is called where it has no chapter: its file's name, without the ending; a folder's index.md by its folder. */
export function nameOfPath(path: string): string {
  const parts = path.split('/')
  const file = (parts.at(-1) ?? path).replace(/\.(?:md|txt)$/u, '')
  return file === 'index' ? (parts.at(-2) ?? file) : file
}
