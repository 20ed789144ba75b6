import { useMemo } from 'react'
import { useStory } from '../../../stores/story'
import { chaptersOf } from '../board/board-model'

/** How many chapters there are and which number each has: worked out once for a whole list. */
export interface ChapterPlaces { count: number; numberOf: ReadonlyMap<string, number> }

export function useChapterPlaces(): ChapterPlaces {
  const outline = useStory((s) => s.outline)
  return useMemo(() => {
    const chapters = outline ? chaptersOf(outline) : []
    return { count: chapters.length, numberOf: new Map(chapters.map((chapter) => [chapter.id, chapter.number])) }
  }, [outline])
}
