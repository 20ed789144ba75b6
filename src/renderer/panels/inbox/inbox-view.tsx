import { useEffect, useState, type KeyboardEvent } from 'react'
import type { Fault } from '@shared/fault'
import type { ChangeItem } from '@shared/procedures/inbox'
import type { Output } from '@shared/procedures'
import { call } from '../../bridge/call'
import { errorFault } from '../../i18n/fault-text'
import { whenText } from '../../i18n/dates'
import { useText } from '../../i18n/text'
import { projectId, useReadOnly } from '../../stores/app'
import { itemsOf, useInbox } from '../../stores/inbox'
import { useLayout } from '../../stores/layout'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { Effects } from '../approvals/effects'
import { applyItem, keepItem, revertItem } from './inbox-acts'
import { amount, entityWord, isFile, shownName } from './item-words'
import { ThreeWay } from './three-way'

type Shown = Output<'inbox.show'>

function Acts({ item }: { item: ChangeItem }) {
  const t = useText()
  const readOnly = useReadOnly()
  const title = readOnly ? t('fault.PROJECT_LOCKED') : undefined
  const open = item.state === 'new' || item.state === 'kept'
  const isProposal = item.area === 'proposal'
  const isText = isFile(item) && (item.kind !== 'delete') && /\.(?:md|markdown|txt)$/iu.test(item.movedTo ?? item.name)
  if (!open) return <p className="muted">{t(item.state === 'applied' ? 'inbox.state.applied' : 'inbox.state.reverted')}</p>
  return (
    <div className="row">
      {isProposal && <Button kind="primary" testId="change-apply" disabled={readOnly} title={title} onClick={() => void applyItem(item)}>{t('inbox.apply')} <kbd>A</kbd></Button>}
      {item.state === 'new' && <Button kind={isProposal ? 'plain' : 'primary'} testId="change-keep" disabled={readOnly} title={title} onClick={() => void keepItem(item)}>{t(isProposal ? 'inbox.later' : 'inbox.keep')} <kbd>K</kbd></Button>}
      <Button testId="change-revert" disabled={readOnly} title={title} onClick={() => void revertItem(item)}>{t(isProposal ? 'inbox.decline' : 'inbox.revert')} <kbd>R</kbd></Button>
      {isText && <Button kind="quiet" testId="change-open" onClick={() => useLayout.getState().openText(item.movedTo ?? item.name)}>{t('inbox.openText')}</Button>}
    </div>
  )
}

function Head({ item }: { item: ChangeItem }) {
  const t = useText()
  const counted = amount(item)
  return (
    <header>
      <h2 data-user-content>{shownName(item)}</h2>
      <p className="muted">
        {item.area === 'proposal' ? t('inbox.kind.proposal') : t(`inbox.kind.${item.kind}`)}{!isFile(item) && item.entity !== null && <> · {entityWord(item.entity)}</>}
        {counted !== null && <> · <span data-value={item.words ?? undefined}>{counted}</span></>} · {whenText(item.at)}
      </p>
      {isFile(item) && <p className="muted" data-user-content>{item.movedTo === null ? item.name : `${item.name} → ${item.movedTo}`}</p>}
      <Acts item={item} />
    </header>
  )
}

/** What an item changed, read anew when it grows. */
function useShown(id: string): { shown: Shown | null; fault: Fault | null } {
  const [state, setState] = useState<{ id: string; shown: Shown | null; fault: Fault | null }>({ id, shown: null, fault: null })
  useEffect(() => {
    let wanted = true
    call('inbox.show', { project: projectId(), id }).then((shown) => { if (wanted) setState({ id, shown, fault: null }) }, (error: unknown) => { if (wanted) setState({ id, shown: null, fault: errorFault(error) }) })
    return () => { wanted = false }
  }, [id])
  return state.id === id ? state : { shown: null, fault: null }
}

function Changes({ item }: { item: ChangeItem }) {
  const t = useText()
  const { shown, fault } = useShown(item.id)
  if (fault) return <ErrorNote fault={fault} />
  if (!shown) return <LateLoading />
  const unreadable = shown.effects[0]?.fields?.find((field) => field.field === 'unreadable')
  if (unreadable) return <p className="muted">{t(unreadable.to === 'before' ? 'inbox.unreadableBefore' : 'inbox.unreadable')}</p>
  return <Effects effects={shown.effects} />
}

/** The change in the centre with what can be done about it (09 §8). */
export function InboxView() {
  const t = useText()
  const { groups, shown, clash, askFocus } = useInbox()
  const item = itemsOf(groups).find((one) => one.id === shown)
  if (!item) return <Empty title={t(groups?.length === 0 ? 'inbox.empty' : 'inbox.pick')}>{groups && groups.length > 0 && <p className="muted">{t('inbox.keysHint')}</p>}</Empty>
  const keys = (event: KeyboardEvent) => { if (event.key === 'Escape') { event.stopPropagation(); askFocus() } }
  return (
    <article className="change-view" onKeyDown={keys}>
      <Head item={item} />
      {clash?.id === item.id && <ThreeWay key={`${clash.id} ${clash.text?.hash ?? ''}`} item={item} clash={clash} />}
      <div className="change-diff" data-testid="change-diff" data-id={item.id} tabIndex={0} role="region" aria-label={t('inbox.diff')} hidden={clash?.id === item.id && clash.text !== null}><Changes key={item.id} item={item} /></div>
    </article>
  )
}
