import { useMemo, useState } from 'react'
import { useText } from '../../../i18n/text'
import { useStory } from '../../../stores/story'
import { chaptersOf } from '../board/board-model'
import { useChapterOptions } from '../chapter-options'
import { Choice } from '../fields/choice'

/** A scene by its chapter: two short lists instead of one of thousands. */
export function ScenePicker({ value, onPick, testId }: { value: string; onPick: (sceneId: string) => void; testId: string }) {
  const t = useText()
  const outline = useStory((s) => s.outline)
  const chapters = useChapterOptions('board.noChapter')
  const [chapterId, setChapterId] = useState(chapters[1]?.value ?? '')
  const scenes = useMemo(() => {
    const all = outline ? (chapterId === '' ? outline.looseScenes : (chaptersOf(outline).find((chapter) => chapter.id === chapterId)?.scenes ?? [])) : []
    return [{ value: '', label: t('board.chooseScene'), prompt: true }, ...all.filter((scene) => scene.status !== 'archived').map((scene) => ({ value: scene.id, label: scene.title, own: true }))]
  }, [outline, chapterId, t])
  return (
    <div className="field-pair">
      <Choice label={t('board.field.chapter')} value={chapterId} options={chapters} testId={`${testId}-chapter`} onPick={(id) => { setChapterId(id); onPick('') }} />
      <Choice label={t('board.field.scene')} value={scenes.some((scene) => scene.value === value) ? value : ''} options={scenes} testId={testId} onPick={onPick} />
    </div>
  )
}
