import { useMemo } from 'react'
import type { SceneRow } from '@shared/procedures/story'
import { useStory } from '../../stores/story'
import { readingOrder } from './tree-moves'

/** Scenes whose story time begins before that of the timed scene they follow, with its title: a flashback, or a slip. */
export function earlierThan(scenes: readonly SceneRow[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let before: { title: string; start: bigint } | null = null
  for (const { id, title, start, status } of scenes) {
    if (start === null || status === 'archived') continue
    const now = BigInt(start)
    if (before !== null && now < before.start) found.set(id, before.title)
    before = { title, start: now }
  }
  return found
}

const none: ReadonlyMap<string, string> = new Map()
/** The same over all chapters as they are read. */
export function useEarlierInReading(): ReadonlyMap<string, string> {
  const outline = useStory((s) => s.outline)
  return useMemo(() => (outline ? earlierThan(readingOrder(outline).flatMap((chapter) => chapter.scenes)) : none), [outline])
}
