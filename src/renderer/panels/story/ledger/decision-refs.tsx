import { Link2, Unlink, X } from 'lucide-react'
import { useState } from 'react'
import type { DecisionView } from '@shared/story-ledgers'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { useDecisions } from '../../../stores/decisions'
import { usePromises } from '../../../stores/promises'
import { useStory } from '../../../stores/story'
import { IconButton } from '../../../ui/button'
import { scenesOf } from '../board/board-model'
import { Choice } from '../fields/choice'
import { word } from '../labels'
import { setDecision } from './decision-actions'
import { TargetPicker, type TargetKind } from './target-picker'

const kinds: readonly TargetKind[] = ['promise', 'decision', 'thread', 'scene', 'content']
const isKind = (value: string): value is TargetKind => kinds.some((kind) => kind === value)

/** The title of what a reference names; its kind when that is gone, and the path of a text. */
function useTitleOf(): (target: string) => string {
  const t = useText()
  const outline = useStory((s) => s.outline)
  const promises = usePromises((s) => s.promises)
  const decisions = useDecisions((s) => s.decisions)
  return (target) => {
    const [, kind, id] = /^(promise|decision|thread|scene):\/\/(.+)$/u.exec(target) ?? []
    const list: readonly { id: string; title: string }[] = kind === 'promise' ? (promises ?? []) : kind === 'decision' ? (decisions ?? []) : kind === 'thread' ? (outline?.threads ?? []) : kind === 'scene' ? scenesOf(outline) : []
    return list.find((one) => one.id === id)?.title ?? (kind === undefined ? target : word(t, 'anchor', kind))
  }
}

/** What a decision serves or rests on; references that lead nowhere are marked, and can be taken out. */
export function DecisionRefs({ decision, field }: { decision: DecisionView; field: 'serves' | 'dependsOn' }) {
  const t = useText()
  const titleOf = useTitleOf()
  const readOnly = useReadOnly()
  const [adding, setAdding] = useState('')
  const refs = decision[field]
  const living = refs.filter(({ valid }) => valid).map(({ target }) => target)
  const keep = (targets: readonly string[]) => void setDecision(decision.id, { [field]: targets })
  const add = (kind: TargetKind, value: string) => {
    const target = kind === 'content' ? value : `${kind}://${value}`
    setAdding('')
    if (!refs.some((ref) => ref.target === target)) keep([...living, target])
  }
  return (
    <div className="field decision-refs" data-testid={`decision-${field}`}>
      <span className="label">{t(`board.field.${field}`)}</span>
      <ul className="ref-rows">
        {refs.map(({ target, valid }) => (
          <li key={target} data-testid="decision-ref" data-id={target} data-state={valid ? 'valid' : 'dangling'}>
            {valid ? <Link2 size={13} aria-hidden /> : <Unlink size={13} aria-hidden />}
            <span className="ellipsis" data-user-content title={target}>{titleOf(target)}</span>
            {!valid && <span className="dangling">{t('board.refGone')}</span>}
            <IconButton label={t('board.removeRef')} disabled={readOnly} onClick={() => keep(living.filter((one) => one !== target))}><X size={14} aria-hidden /></IconButton>
          </li>
        ))}
      </ul>
      <Choice label={t('board.addRef')} hideLabel value={adding} options={[{ value: '', label: t('board.addRef') }, ...kinds.map((kind) => ({ value: kind, label: word(t, 'anchor', kind) }))]} testId={`${field}-add`} onPick={setAdding} />
      {isKind(adding) && <TargetPicker key={adding} kind={adding} testId={`${field}-target`} onPick={(value) => add(adding, value)} />}
    </div>
  )
}
