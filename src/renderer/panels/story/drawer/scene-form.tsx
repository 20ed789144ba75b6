import type { Scene } from '@shared/story'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { Button } from '../../../ui/button'
import { unarchive } from '../board/board-actions'
import { useChapterOptions, useThreadOptions } from '../chapter-options'
import { AutoText } from '../fields/auto-text'
import { Choice } from '../fields/choice'
import { choices, outcomes, pacings, sceneStatuses } from '../labels'
import { informUndo, save, trash } from '../story-changes'
import { SceneCast } from './scene-cast'
import { SceneTimes } from './scene-times'

function Codes({ scene }: { scene: Scene }) {
  const t = useText()
  const pick = (field: string) => (value: string) => save({ kind: 'scene', id: scene.id, fields: { [field]: value === '' ? null : value } })
  return (
    <div className="field-pair" data-wide>
      <Choice label={t('board.field.status')} value={scene.status} options={choices(t, 'sceneStatus', sceneStatuses)} testId="scene-status" onPick={pick('status')} />
      <Choice label={t('board.field.outcome')} value={scene.outcomeType ?? ''} options={choices(t, 'outcome', outcomes, 'board.notChosen')} testId="scene-outcome" onPick={pick('outcomeType')} />
      <Choice label={t('board.field.pacingRole')} value={scene.pacingRole ?? ''} options={choices(t, 'pacing', pacings, 'board.notChosen')} testId="scene-pacing" onPick={pick('pacingRole')} />
    </div>
  )
}

function Place({ scene }: { scene: Scene }) {
  const t = useText()
  const chapters = useChapterOptions('board.noChapter')
  const threads = useThreadOptions()
  return (
    <div className="field-pair">
      <Choice label={t('board.field.chapter')} value={scene.chapterId ?? ''} options={chapters} testId="scene-in-chapter" onPick={(id) => save({ kind: 'scene', id: scene.id, fields: { chapterId: id === '' ? null : id } })} />
      <Choice label={t('board.field.thread')} value={scene.threadId} options={threads} testId="scene-in-thread" onPick={(threadId) => save({ kind: 'scene', id: scene.id, fields: { threadId } })} />
    </div>
  )
}

/** Away with it, and back: archived rests hidden, the trash keeps it until restored. */
function Ends({ scene }: { scene: Scene }) {
  const t = useText()
  const readOnly = useReadOnly()
  const archive = async () => {
    const done = await save({ kind: 'scene', id: scene.id, fields: { status: 'archived' } })
    if (done) informUndo(t('board.archived', { title: scene.title }), done.undoId)
  }
  return (
    <div className="row">
      {scene.status === 'archived'
        ? <Button size="small" disabled={readOnly} testId="scene-unarchive" onClick={() => void unarchive('scene', scene.id)}>{t('board.unarchive')}</Button>
        : <Button size="small" disabled={readOnly} testId="scene-archive" onClick={() => void archive()}>{t('board.archive')}</Button>}
      <Button size="small" kind="quiet" disabled={readOnly} onClick={() => void trash('scene', scene.id, scene.title)}>{t('story.trash')}</Button>
    </div>
  )
}

/** Every field of a scene; texts save themselves, choices at once. */
export function SceneForm({ scene, inChapter = false }: { scene: Scene; inChapter?: boolean }) {
  const t = useText()
  const at = (field: string) => ({ kind: 'scene' as const, id: scene.id, field })
  return (
    <div className="drawer-fields scene-form" data-testid="scene-form" data-id={scene.id} data-inside={inChapter}>
      <AutoText at={at('title')} value={scene.title} label={t('board.field.title')} single max={120} testId="scene-title" />
      <AutoText at={at('summary')} value={scene.summary} label={t('board.field.summary')} hint={t('board.hint.sceneSummary')} testId="scene-summary" />
      <AutoText at={at('purpose')} value={scene.purpose ?? ''} label={t('board.field.purpose')} hint={t('board.hint.purpose')} testId="scene-purpose" />
      <Codes scene={scene} />
      <SceneTimes scene={scene} />
      <SceneCast scene={scene} />
      <Place scene={scene} />
      <AutoText at={at('writingTip')} value={scene.writingTip ?? ''} label={t('board.field.writingTip')} hint={t('board.hint.writingTip')} max={2_000} testId="scene-tip" />
      <AutoText at={at('note')} value={scene.note ?? ''} label={t('board.field.note')} hint={t('board.hint.note')} testId="scene-note" />
      <Ends scene={scene} />
    </div>
  )
}
