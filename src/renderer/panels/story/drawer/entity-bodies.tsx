import type { Act, Thread } from '@shared/story'
import { useText } from '../../../i18n/text'
import { useChapterDrawer } from '../../../stores/chapter-drawer'
import { useStory } from '../../../stores/story'
import { LateLoading } from '../../../ui/late-loading'
import { AutoText } from '../fields/auto-text'
import { listText } from '../fields/field-at'
import { Check } from '../fields/check'
import { Choice } from '../fields/choice'
import { choices, miceTypes, threadStatuses } from '../labels'
import { save } from '../story-changes'
import { SceneForm } from './scene-form'

/** A scene that stands in no chapter. */
export function SceneBody({ id }: { id: string }) {
  const scene = useChapterDrawer((s) => s.scene)
  return scene?.id === id ? <SceneForm scene={scene} /> : <LateLoading />
}

/** A thread's fields: what it is about, how far it is, what closes it. */
export function ThreadBody({ id }: { id: string }) {
  const thread = useChapterDrawer((s) => s.thread)
  return thread?.id === id ? <ThreadForm thread={thread} /> : <LateLoading />
}

function ThreadChoices({ thread }: { thread: Thread }) {
  const t = useText()
  const phases = useStory((s) => s.outline?.phases) ?? []
  const pick = (field: string) => (value: string) => save({ kind: 'thread', id: thread.id, fields: { [field]: value === '' ? null : value } })
  return (
    <>
      <div className="field-pair">
        <Choice label={t('board.field.status')} value={thread.status} options={choices(t, 'threadStatus', threadStatuses)} testId="thread-status" onPick={pick('status')} />
        <Choice label={t('board.field.mice')} value={thread.miceType ?? ''} options={choices(t, 'mice', miceTypes, 'board.notChosen')} testId="thread-mice" onPick={pick('miceType')} />
        <Choice label={t('board.field.phase')} value={thread.storyPhaseId ?? ''} options={[{ value: '', label: t('board.noPhase') }, ...phases.map((phase) => ({ value: phase.id, label: phase.title, own: true }))]} testId="thread-phase" onPick={pick('storyPhaseId')} />
      </div>
      <Check label={t('board.isMain')} on={thread.isMainThread} testId="thread-main" onPick={(isMainThread) => save({ kind: 'thread', id: thread.id, fields: { isMainThread } })} />
    </>
  )
}

function ThreadForm({ thread }: { thread: Thread }) {
  const t = useText()
  const at = (field: string) => ({ kind: 'thread' as const, id: thread.id, field })
  return (
    <div className="drawer-fields">
      <AutoText at={at('title')} value={thread.title} label={t('board.field.title')} single max={120} />
      <ThreadChoices thread={thread} />
      <AutoText at={at('summary')} value={thread.summary} label={t('board.field.summary')} hint={t('board.hint.threadSummary')} testId="thread-summary" />
      <AutoText at={at('tags')} value={listText(thread.tags)} label={t('board.field.tags')} hint={t('board.hint.tags')} single />
      <AutoText at={at('writingTip')} value={thread.writingTip ?? ''} label={t('board.field.writingTip')} hint={t('board.hint.writingTip')} max={2_000} />
      <AutoText at={at('note')} value={thread.note ?? ''} label={t('board.field.note')} hint={t('board.hint.note')} />
    </div>
  )
}

function GroupForm({ kind, group }: { kind: 'phase' | 'act'; group: Act }) {
  const t = useText()
  const at = (field: string) => ({ kind, id: group.id, field })
  return (
    <div className="drawer-fields">
      <AutoText at={at('title')} value={group.title} label={t('board.field.title')} single max={120} />
      <AutoText at={at('summary')} value={group.summary} label={t('board.field.summary')} hint={t('board.hint.groupSummary')} />
      <AutoText at={at('note')} value={group.note ?? ''} label={t('board.field.note')} hint={t('board.hint.note')} />
    </div>
  )
}

export function PhaseBody({ id }: { id: string }) {
  const phase = useStory((s) => s.outline?.phases.find((one) => one.id === id))
  return phase ? <GroupForm kind="phase" group={phase} /> : null
}

export function ActBody({ id }: { id: string }) {
  const act = useStory((s) => s.outline?.acts.find((one) => one.act.id === id)?.act)
  return act ? <GroupForm kind="act" group={act} /> : null
}
