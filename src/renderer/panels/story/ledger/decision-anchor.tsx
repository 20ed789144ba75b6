import { useState } from 'react'
import type { DecisionView } from '@shared/story-ledgers'
import { useText } from '../../../i18n/text'
import { usePromises } from '../../../stores/promises'
import { useStory } from '../../../stores/story'
import { chaptersOf, scenesOf } from '../board/board-model'
import { Choice } from '../fields/choice'
import { anchorKinds, choices } from '../labels'
import { setDecision } from './decision-actions'
import { TargetPicker, type TargetKind } from './target-picker'

const isTarget = (kind: string): kind is TargetKind => kind !== 'story' && anchorKinds.some((one) => one === kind)

function useAnchorTitle({ kind, id, path }: DecisionView['anchor']): string {
  const outline = useStory((s) => s.outline)
  const promises = usePromises((s) => s.promises)
  if (kind === 'content') return path ?? ''
  const lists: Readonly<Record<string, readonly { id: string; title: string }[]>> = { act: (outline?.acts ?? []).map(({ act }) => act), chapter: outline ? chaptersOf(outline) : [], thread: outline?.threads ?? [], scene: scenesOf(outline), promise: promises ?? [] }
  return lists[kind]?.find((one) => one.id === id)?.title ?? ''
}

/** What the question belongs to: the whole story, or one part of it. A kind is chosen first, then which one. */
export function DecisionAnchorField({ decision }: { decision: DecisionView }) {
  const t = useText()
  const { anchor } = decision
  const title = useAnchorTitle(anchor)
  const [kind, setKind] = useState<string | null>(null)
  const pickKind = (value: string) => {
    setKind(value === anchor.kind ? null : value)
    if (value === 'story') { setKind(null); void setDecision(decision.id, { anchor: { kind: 'story' } }) }
  }
  const take = (kind: TargetKind, value: string) => {
    setKind(null)
    void setDecision(decision.id, { anchor: kind === 'content' ? { kind, path: value } : { kind, id: value } })
  }
  return (
    <>
      <Choice label={t('board.field.anchor')} value={kind ?? anchor.kind} options={choices(t, 'anchor', anchorKinds)} testId="decision-anchor" onPick={pickKind} />
      {kind !== null && isTarget(kind) ? <TargetPicker key={kind} kind={kind} testId="anchor-target" onPick={(value) => take(kind, value)} /> : anchor.kind !== 'story' && <p className="muted" data-user-content>{title}</p>}
    </>
  )
}
