import { useEffect, useState } from 'react'
import type { Approval } from '@shared/approval'
import type { Output } from '@shared/procedures'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useApprovalView } from '../../stores/approval-view'
import { ruleText } from '../settings/rule-text'
import { visibleText } from '@shared/visible-text'

/** "Always allow in this project" with the exact rule; nothing where none can be stored (05 §7). The line keeps its height. */
export function Remember({ approval }: { approval: Approval }) {
  const t = useText()
  const { remember, setRemember } = useApprovalView()
  const [offer, setOffer] = useState<Output<'rules.offer'> | null>(null)
  useEffect(() => { void call('rules.offer', { project: projectId(), id: approval.id }).then(setOffer, () => undefined) }, [approval.id])
  return (
    <div className="approval-remember" data-testid="approval-remember" data-state={offer === null ? 'asking' : offer.rule === null ? 'refused' : 'offered'}>
      {offer?.rule && <label className="check-row"><input type="checkbox" checked={remember[approval.id] === true} onChange={(event) => setRemember(approval.id, event.target.checked)} />{t('approvals.remember')} <code data-user-content>{visibleText(ruleText(offer.rule, t))}</code></label>}
      {offer !== null && offer.rule === null && <span className="muted">{t('approvals.rememberRefused')}</span>}
    </div>
  )
}
