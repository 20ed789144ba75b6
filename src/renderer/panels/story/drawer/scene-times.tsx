import type { Scene } from '@shared/story'
import { useText } from '../../../i18n/text'
import { useStoryDrafts } from '../../../stores/story-drafts'
import { useWorld } from '../../../stores/world'
import { TimeRead, useTime } from '../../world/compose/time-field'
import { AutoText } from '../fields/auto-text'
import { keyOf, type FieldAt } from '../fields/field-at'

function SceneTime({ at, value, label, testId }: { at: FieldAt; value: string; label: string; testId: string }) {
  const t = useText()
  const text = useStoryDrafts((s) => s.drafts[keyOf(at)]?.text) ?? value
  // A refusal says itself how times are written; it is not said twice.
  const refused = useStoryDrafts((s) => s.drafts[keyOf(at)]?.fault?.code === 'TIME_INVALID')
  const example = useWorld((s) => s.files?.calendar.view?.examples[0])
  const read = useTime(text)
  return <AutoText at={at} value={value} label={label} hint={example ?? t('board.hint.time')} single max={120} testId={testId}>{text.trim() !== '' && !(refused && read.fault !== null) && <TimeRead read={read} bare />}</AutoText>
}

/** When a scene begins and ends; the calendar reads along. */
export function SceneTimes({ scene }: { scene: Scene }) {
  const t = useText()
  const { startTime, endTime, startInstant, endInstant } = scene.worldAnchor
  const at = (field: string): FieldAt => ({ kind: 'scene', id: scene.id, field: `worldAnchor.${field}` })
  return (
    <div className="field-pair scene-times" data-wide>
      <SceneTime at={at('startTime')} value={startTime ?? startInstant ?? ''} label={t('board.field.startTime')} testId="scene-start" />
      <SceneTime at={at('endTime')} value={endTime ?? endInstant ?? ''} label={t('board.field.endTime')} testId="scene-end" />
    </div>
  )
}
