import type { ReactNode } from 'react'
import type { Approval } from '@shared/approval'
import { isMessageKey } from '@shared/i18n'
import { useText } from '../../i18n/text'
import { useApprovalView } from '../../stores/approval-view'
import { useSessions } from '../../stores/sessions'
import { isOwnName, toolName } from '../tools/words'
import { Effects } from './effects'
import { ReadBefore } from './read-before'
import { Remember } from './remember'
import { RememberHost } from './remember-host'

/** Who asks, why, with which tool, and exactly what would happen. */
export function ApprovalItem({ approval, children }: { approval: Approval; children: ReactNode }) {
  const t = useText()
  const { notes, setNote, staleOf } = useApprovalView()
  const profile = useSessions((s) => s.profiles[approval.askedBy.profileKey]) ?? approval.askedBy.profileKey
  const why = (code: string) => { const key = `approvals.reason.${code}`; return t(isMessageKey(key) ? key : 'approvals.reason.other') }
  const own = isOwnName(approval.tool)
  const session = approval.askedBy.sessionTitle === '' ? t('sessions.placeholder') : approval.askedBy.sessionTitle
  return (
    <div className="approval-item" data-testid="approval-item" data-id={approval.id}>
      <p className="approval-who"><span data-user-content>{t('approvals.asks', { profile, session })}</span> <strong data-user-content={own ? '' : undefined} title={own ? approval.tool : undefined}>{toolName(t, approval.tool)}</strong>
        <span className="approval-state" data-testid="approval-state" data-state={approval.status}>{t(`approvals.status.${approval.status}`)}</span></p>
      <p className="muted approval-why">{approval.reasons.map((reason) => <span key={reason.code} data-code={reason.code}>{why(reason.code)}</span>)}</p>
      <ReadBefore read={approval.askedBy.read} />
      {(staleOf !== null || approval.replaces !== null) && <p className="note" data-kind="warn" data-testid="approval-stale" role="status">{t('approvals.stale')}</p>}
      <div className="approval-effects" data-testid="approval-effects" tabIndex={0} role="region" aria-label={t('approvals.effects')}><Effects effects={approval.effects} /></div>
      {approval.tool === 'Bash' && <Remember key={approval.id} approval={approval} />}
      {approval.effects.some((effect) => effect.kind === 'web') && <RememberHost key={approval.id} approval={approval} />}
      <div className="approval-answer">
        <input className="input" data-testid="approval-reason" aria-label={t('approvals.reason')} placeholder={t('approvals.reason')} data-user-content maxLength={2000} value={notes[approval.id] ?? ''} onChange={(event) => setNote(approval.id, event.target.value)} />
        {children}
      </div>
    </div>
  )
}
