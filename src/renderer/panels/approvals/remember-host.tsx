import { useEffect, useState } from 'react'
import type { Approval } from '@shared/approval'
import type { Output } from '@shared/procedures'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useApprovalView } from '../../stores/approval-view'
import { visibleText } from '@shared/visible-text'

/** "Always allow this website" with its exact name; nothing where the card asks for another reason (07 §1.2). The line keeps its height. */
export function RememberHost({ approval }: { approval: Approval }) {
  const t = useText()
  const { remember, setRemember } = useApprovalView()
  const [offer, setOffer] = useState<Output<'hosts.offer'> | null>(null)
  useEffect(() => { void call('hosts.offer', { project: projectId(), id: approval.id }).then(setOffer, () => undefined) }, [approval.id])
  const host = offer?.host
  return (
    <div className="approval-remember" data-testid="approval-remember" data-state={offer === null ? 'asking' : host ? 'offered' : 'refused'}>
      {host && <label className="check-row"><input type="checkbox" checked={remember[approval.id] === true} onChange={(event) => setRemember(approval.id, event.target.checked)} />{t('approvals.rememberHost')} <code data-user-content>{visibleText(host.host)}{host.readable !== null && ` (${visibleText(host.readable)})`}</code></label>}
      {host?.mixed === true && <p className="bad">{t('web.mixed')}</p>}
    </div>
  )
}
