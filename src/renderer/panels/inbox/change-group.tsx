import { memo, useState } from 'react'
import type { ChangeGroup as Group } from '@shared/procedures/inbox'
import { useText } from '../../i18n/text'
import { useReadOnly } from '../../stores/app'
import { Button } from '../../ui/button'
import { keepGroup, revertGroup } from './inbox-acts'
import { ChangeRow } from './change-row'
import { groupName } from './item-words'

/** The whole of one run at once; taking back asks again in its place, for it touches many things. */
function GroupActs({ group }: { group: Group }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const readOnly = useReadOnly()
  const open = group.items.filter((item) => item.state === 'new' || item.state === 'kept')
  const fresh = group.items.filter((item) => item.state === 'new')
  if (open.length === 0 || group.actor === 'restore') return null
  if (asking) {
    return (
      <span className="change-group-acts" role="group" aria-label={t('inbox.revertGroup')}>
        <span>{t('inbox.reallyRevert', { count: open.length })}</span>
        <Button size="small" kind="danger" testId="change-group-confirm" autoFocus onClick={() => { setAsking(false); void revertGroup(group) }}>{t('inbox.revertGroup')}</Button>
        <Button size="small" kind="quiet" onClick={() => setAsking(false)}>{t('common.cancel')}</Button>
      </span>
    )
  }
  return (
    <span className="change-group-acts">
      {fresh.length > 0 && <Button size="small" kind="quiet" testId="change-group-keep" disabled={readOnly} onClick={() => void keepGroup(group)}>{t('inbox.keepGroup')}</Button>}
      <Button size="small" kind="quiet" testId="change-group-revert" disabled={readOnly} onClick={() => setAsking(true)}>{t('inbox.revertGroup')}</Button>
    </span>
  )
}

/** What one run of a conversation did, or one day from outside. */
export const ChangeGroup = memo(function ChangeGroup({ group }: { group: Group }) {
  return (
    <li className="change-group" data-testid="change-group" data-id={group.id} data-actor={group.actor}>
      <h3 className="ellipsis"><span data-user-content={group.sessionTitle === null || group.sessionTitle === '' ? undefined : ''} title={groupName(group)}>{groupName(group)}</span></h3>
      <ul>{group.items.map((item) => <ChangeRow key={item.id} item={item} />)}</ul>
      {group.items.length > 1 && <GroupActs group={group} />}
    </li>
  )
})
