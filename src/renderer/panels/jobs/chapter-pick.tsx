import { useEffect } from 'react'
import type { ChapterRow } from '@shared/procedures/story'
import { useText } from '../../i18n/text'
import { useStory } from '../../stores/story'
import { visibleText } from '@shared/visible-text'

/** Chapters in reading order, to choose one; nothing chosen: the workflow asks. The only one there is stands chosen. */
export function ChapterPick({ id, name, value, onPick }: { id: string; name: string; value: string; onPick: (chapterId: string) => void }) {
  const t = useText()
  const { outline, load } = useStory()
  useEffect(() => { if (!outline) void load() }, [outline, load])
  const chapters: readonly ChapterRow[] = outline ? [...outline.acts.flatMap((act) => act.chapters), ...outline.ungrouped] : []
  const only = chapters.length === 1 ? chapters[0]?.id : undefined
  useEffect(() => { if (only !== undefined && only !== value) onPick(only) }, [only, value, onPick])
  return (
    <select id={id} className="input" data-testid="workflow-arg" data-id={name} value={chapters.some((one) => one.id === value) ? value : ''} onChange={(event) => onPick(event.target.value)}>
      {only === undefined && <option value="">{t('jobs.pickLater')}</option>}
      {chapters.map((one) => <option key={one.id} value={one.id} data-user-content>{one.number}. {visibleText(one.title)}</option>)}
    </select>
  )
}
