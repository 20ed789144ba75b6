import { Plus, Unlink } from 'lucide-react'
import { memo, useEffect, useMemo, type KeyboardEvent } from 'react'
import type { DecisionView } from '@shared/story-ledgers'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { useDecisions } from '../../../stores/decisions'
import { useStoryChanges } from '../../../stores/story-changes'
import { Button } from '../../../ui/button'
import { composing } from '../../../ui/composing'
import { Empty } from '../../../ui/empty'
import { ErrorNote } from '../../../ui/error-note'
import { LateLoading } from '../../../ui/late-loading'
import { RowMenu } from '../../../ui/menu'
import { Choice } from '../fields/choice'
import { choices, decisionStatuses, word } from '../labels'
import { useChapterPlaces } from './chapter-places'
import { decisionMenu, openDecision, removeDecision, setDecision } from './decision-actions'
import { byDeadline } from './decision-rules'
import { LedgerList, type LedgerPlace } from './ledger-list'

function Tools({ bare }: { /** Nothing to filter yet. */ bare: boolean }) {
  const t = useText()
  const { status, setStatus } = useDecisions()
  const readOnly = useReadOnly()
  return (
    <div className="board-tools">
      <Button size="small" testId="decision-new" disabled={readOnly} onClick={() => openDecision(null)}><Plus size={14} aria-hidden />{t('board.newDecision')}</Button>
      <span className="board-gap" />
      {!bare && <Choice label={t('board.field.status')} hideLabel always value={status} options={choices(t, 'decisionStatus', decisionStatuses, 'board.anyStatus')} testId="decision-filter-status" onPick={setStatus} />}
    </div>
  )
}

interface RowProps extends LedgerPlace { decision: DecisionView; deadline: number | undefined }

const Row = memo(function Row({ decision, deadline, ref, index, count, top, tabIndex, rename, onRename }: RowProps) {
  const t = useText()
  const readOnly = useReadOnly()
  const current = useDecisions((s) => s.current === decision.id)
  const fresh = useStoryChanges((s) => s.unseen.has(`decision:${decision.id}`))
  const dangling = decision.danglingRefs.length
  const body = (
    <>
      <span className="ledger-words">
        <span className="ledger-title">{rename ?? <span data-user-content>{decision.title}</span>}</span>
        <span className="muted ellipsis" data-user-content>{decision.status === 'decided' ? decision.decision : decision.question}</span>
      </span>
      {dangling > 0 && <span className="dangling" data-testid="decision-dangling" data-value={dangling}><Unlink size={13} aria-hidden />{t('board.dangling', { count: dangling })}</span>}
      <span className="muted decision-deadline">{deadline === undefined ? '' : t('board.untilChapter', { number: deadline })}</span>
      <span className="board-state" data-testid="decision-state" data-state={decision.status}>{word(t, 'decisionStatus', decision.status)}</span>
    </>
  )
  return (
    <RowMenu entries={() => decisionMenu(decision, readOnly, () => onRename(decision.id))}>
      <li ref={ref} className="ledger-row decision-row" style={{ top }} aria-setsize={count} aria-posinset={index + 1} data-index={index} data-testid="decision-row" data-id={decision.id} data-state={decision.status} data-current={current} data-fresh={fresh}>
        {rename ? <div className="ledger-main">{body}</div> : <button type="button" data-row tabIndex={tabIndex} className="ledger-main" onClick={() => openDecision(decision.id)}>{body}</button>}
        {decision.status === 'open' && <Button size="small" kind="primary" testId="decision-decide" disabled={readOnly} onClick={() => openDecision(decision.id, 'decide')}>{t('board.decide')}</Button>}
      </li>
    </RowMenu>
  )
})

/** Why it is so, and what nobody may answer yet: open questions first, the nearest deadline first (09 §3). */
export function DecisionsView() {
  const t = useText()
  const { decisions, fault, status, current, load } = useDecisions()
  const { numberOf } = useChapterPlaces()
  const readOnly = useReadOnly()
  useEffect(() => { void load() }, [load])
  const shown = useMemo(() => byDeadline((decisions ?? []).filter((decision) => status === '' || decision.status === status), numberOf), [decisions, status, numberOf])
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (!composing(event) && (event.key === 'n' || event.key === 'N') && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); openDecision(null) }
  }
  return (
    <>
      <Tools bare={decisions?.length === 0} />
      {fault && <ErrorNote fault={fault} onRetry={() => void load()} />}
      {!decisions && !fault && <LateLoading />}
      {decisions?.length === 0 && <Empty title={t('board.noDecisions')}><p className="muted">{t('board.noDecisionsHint')}</p><Button kind="primary" testId="decision-first" onClick={() => openDecision(null)}>{t('board.newDecision')}</Button></Empty>}
      {decisions && decisions.length > 0 && shown.length === 0 && <Empty title={t('board.nothingFits')}><Button testId="decision-filter-clear" onClick={() => useDecisions.getState().setStatus('')}>{t('board.clearFilter')}</Button></Empty>}
      {shown.length > 0 && <LedgerList items={shown} label={t('board.tab.decisions')} current={current} readOnly={readOnly} onKeyDown={keys} onRename={(decision, title) => void setDecision(decision.id, { title })} onRemove={(decision) => void removeDecision(decision)}>{(decision, place) => <Row key={decision.id} decision={decision} deadline={numberOf.get(decision.deadlineChapterId ?? '')} {...place} />}</LedgerList>}
    </>
  )
}
