import { Plus } from 'lucide-react'
import { memo, useEffect, useMemo, type KeyboardEvent, type ReactNode } from 'react'
import type { PromiseView } from '@shared/story-ledgers'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { noFilter, usePromises } from '../../../stores/promises'
import { useStoryChanges } from '../../../stores/story-changes'
import { Button } from '../../../ui/button'
import { composing } from '../../../ui/composing'
import { Empty } from '../../../ui/empty'
import { ErrorNote } from '../../../ui/error-note'
import { LateLoading } from '../../../ui/late-loading'
import { RowMenu } from '../../../ui/menu'
import { Choice } from '../fields/choice'
import { choices, importances, promiseStatuses, stages, word } from '../labels'
import { BeatScale } from './beat-scale'
import { BeatStrip } from './beat-strip'
import { useChapterPlaces, type ChapterPlaces } from './chapter-places'
import { LedgerList, type LedgerPlace } from './ledger-list'
import { openPromise, promiseMenu, removePromise, setPromise } from './promise-actions'
import { dueOf, filtered } from './promise-rules'

function Filters({ bare }: { /** Nothing to filter yet. */ bare: boolean }) {
  const t = useText()
  const { filter, setFilter } = usePromises()
  const readOnly = useReadOnly()
  return (
    <div className="board-tools">
      <Button size="small" testId="promise-new" disabled={readOnly} onClick={() => openPromise(null)}><Plus size={14} aria-hidden />{t('board.newPromise')}</Button>
      <span className="board-gap" />
      {!bare && <>
      <Choice label={t('board.field.status')} hideLabel always value={filter.status} options={choices(t, 'promiseStatus', promiseStatuses, 'board.anyStatus')} testId="promise-filter-status" onPick={(status) => setFilter({ status })} />
      <Choice label={t('board.field.importance')} hideLabel always value={filter.importance} options={choices(t, 'importance', importances, 'board.anyImportance')} testId="promise-filter-importance" onPick={(importance) => setFilter({ importance })} />
      <Choice label={t('board.field.stage')} hideLabel always value={filter.stage} options={choices(t, 'stage', stages, 'board.anyStage')} testId="promise-filter-stage" onPick={(stage) => setFilter({ stage })} />
      <label className="check-row"><input type="checkbox" data-testid="promise-filter-due" checked={filter.due} onChange={(event) => setFilter({ due: event.target.checked })} />{t('board.onlyDue')}</label>
      </>}
    </div>
  )
}

/** How a promise stands: state, stage, whether it is time. */
export function PromiseState({ promise }: { promise: PromiseView }) {
  const t = useText()
  const due = dueOf(promise)
  return (
    <span className="promise-state" data-testid="promise-state" data-state={promise.status} data-stage={promise.derivedStage} data-due={due}>
      <span className="board-state" data-state={promise.status}>{word(t, 'promiseStatus', promise.status)}</span>
      <span className="muted">{word(t, 'stage', promise.derivedStage)}</span>
      {due !== 'none' && <span className="due" data-state={due}>{word(t, 'due', due)}</span>}
    </span>
  )
}

interface RowProps extends LedgerPlace { promise: PromiseView; places: ChapterPlaces }

function Words({ promise, rename }: { promise: PromiseView; rename: ReactNode }) {
  const t = useText()
  return (
    <span className="ledger-words">
      <span className="ledger-title">{rename ?? <span data-user-content>{promise.title}</span>}<span className="importance" data-state={promise.importance}>{word(t, 'importance', promise.importance)}</span></span>
      <span className="muted ellipsis" data-user-content>{promise.summary}</span>
    </span>
  )
}

const Row = memo(function Row({ promise, places, ref, index, count, top, tabIndex, rename, onRename }: RowProps) {
  const readOnly = useReadOnly()
  const current = usePromises((s) => s.current === promise.id)
  const fresh = useStoryChanges((s) => s.unseen.has(`promise:${promise.id}`))
  const body = <><Words promise={promise} rename={rename} /><BeatStrip promise={promise} places={places} /><PromiseState promise={promise} /></>
  return (
    <RowMenu entries={() => promiseMenu(promise, readOnly, () => onRename(promise.id))}>
      <li ref={ref} className="ledger-row promise-row" style={{ top }} aria-setsize={count} aria-posinset={index + 1} data-index={index} data-testid="promise-row" data-id={promise.id} data-state={promise.status} data-current={current} data-fresh={fresh}>
        {rename ? <div className="ledger-main">{body}</div> : <button type="button" data-row tabIndex={tabIndex} className="ledger-main" onClick={() => openPromise(promise.id)}>{body}</button>}
      </li>
    </RowMenu>
  )
})

function Nothing() {
  const t = useText()
  return <Empty title={t('board.noPromises')}><p className="muted">{t('board.noPromisesHint')}</p><Button kind="primary" testId="promise-first" onClick={() => openPromise(null)}>{t('board.newPromise')}</Button></Empty>
}

/** What the reader is owed, open first: set up, echoed, paid, or forgotten for too long (09 §3). */
export function PromisesView() {
  const t = useText()
  const { promises, fault, filter, current, load } = usePromises()
  const places = useChapterPlaces()
  const readOnly = useReadOnly()
  useEffect(() => { void load() }, [load])
  const shown = useMemo(() => (promises ? filtered(promises, filter) : []), [promises, filter])
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (!composing(event) && (event.key === 'n' || event.key === 'N') && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); openPromise(null) }
  }
  return (
    <>
      <Filters bare={promises?.length === 0} />
      {fault && <ErrorNote fault={fault} onRetry={() => void load()} />}
      {!promises && !fault && <LateLoading />}
      {promises?.length === 0 && <Nothing />}
      {promises && promises.length > 0 && shown.length === 0 && <Empty title={t('board.nothingFits')}><Button testId="promise-filter-clear" onClick={() => usePromises.getState().setFilter(noFilter)}>{t('board.clearFilter')}</Button></Empty>}
      {shown.length > 0 && <BeatScale chapters={places.count} />}
      {shown.length > 0 && <LedgerList items={shown} label={t('board.tab.promises')} current={current} readOnly={readOnly} onKeyDown={keys} onRename={(promise, title) => void setPromise(promise.id, { title })} onRemove={(promise) => void removePromise(promise)}>{(promise, place) => <Row key={promise.id} promise={promise} places={places} {...place} />}</LedgerList>}
    </>
  )
}
