import { useMemo } from 'react'
import type { MessageKey } from '@shared/i18n'
import { useText } from '../../i18n/text'
import { useStory } from '../../stores/story'
import { chaptersOf } from './board/board-model'
import type { Option } from './fields/option'

/** Chapters in reading order as a choice list; `none` names the empty one. */
export function useChapterOptions(none: MessageKey | null): Option[] {
  const t = useText()
  const outline = useStory((s) => s.outline)
  return useMemo(() => {
    const chapters = outline ? chaptersOf(outline).toSorted((a, b) => a.number - b.number) : []
    return [...(none ? [{ value: '', label: t(none) }] : []), ...chapters.map((chapter) => ({ value: chapter.id, label: `${chapter.number}  ${chapter.title}`, own: true }))]
  }, [outline, none, t])
}

export function useThreadOptions(): Option[] {
  const outline = useStory((s) => s.outline)
  return useMemo(() => (outline?.threads ?? []).filter((thread) => thread.status !== 'archived').map((thread) => ({ value: thread.id, label: thread.title, own: true })), [outline])
}
