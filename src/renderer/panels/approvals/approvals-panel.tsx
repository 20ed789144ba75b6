import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Approval } from '@shared/approval'
import { messages, type MessageKey } from '@shared/i18n'
import { useText } from '../../i18n/text'
import { useApprovalView, viewMs } from '../../stores/approval-view'
import { useApprovals } from '../../stores/approvals'
import { useLayout } from '../../stores/layout'
import { Button, IconButton } from '../../ui/button'
import { composing } from '../../ui/composing'
import { Effects } from './effects'

const isKey = (key: string): key is MessageKey => Object.hasOwn(messages, key)

/** True once the effects were drawn and 400 ms in view. */
function useReady(id: string): boolean {
  const { since, drawn } = useApprovalView()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => drawn(id))
    return () => cancelAnimationFrame(frame)
  }, [id, drawn])
  useEffect(() => {
    setReady(false)
    if (since === 0) return
    const timer = setTimeout(() => setReady(true), viewMs)
    return () => clearTimeout(timer)
  }, [since, id])
  return ready
}

function Buttons({ approval }: { approval: Approval }) {
  const t = useText()
  const { answer, answering } = useApprovalView()
  const ready = useReady(approval.id) && !answering
  const dryRun = approval.tool === 'Write' || approval.tool === 'Edit'
  const title = ready ? undefined : t('approvals.wait')
  return (
    <div className="approval-buttons">
      <Button kind="danger" testId="approval-deny" disabled={answering} onClick={() => void answer('deny')}>{t('approvals.deny')}</Button>
      {dryRun && <Button testId="approval-apply" disabled={!ready} onClick={() => void answer('approve', 'apply')}>{t('approvals.apply')}</Button>}
      <Button kind="primary" testId="approval-approve" disabled={!ready} title={title} onClick={() => void answer('approve', dryRun ? 'record' : undefined)}>{t(dryRun ? 'approvals.record' : 'approvals.approve')}</Button>
    </div>
  )
}

function Item({ approval }: { approval: Approval }) {
  const t = useText()
  const { notes, setNote, staleOf } = useApprovalView()
  const why = (code: string) => { const key = `approvals.reason.${code}`; return t(isKey(key) ? key : 'approvals.reason.other') }
  return (
    <div className="approval-item" data-testid="approval-item" data-id={approval.id}>
      <p className="approval-who"><span>{t('approvals.asks', { profile: approval.askedBy.profileKey, session: approval.askedBy.sessionTitle })}</span> <code data-user-content>{approval.tool}</code>
        <span className="approval-state" data-testid="approval-state" data-state={approval.status}>{t(`approvals.status.${approval.status}`)}</span></p>
      <p className="muted approval-why">{approval.reasons.map((reason) => <span key={reason.code} data-code={reason.code}>{why(reason.code)}</span>)}</p>
      {(staleOf !== null || approval.replaces !== null) && <p className="note" data-kind="warn" role="status">{t('approvals.stale')}</p>}
      <div className="approval-effects" data-testid="approval-effects" tabIndex={0} role="region" aria-label={t('approvals.title')}><Effects effects={approval.effects} /></div>
      <input className="input" data-testid="approval-reason" aria-label={t('approvals.reason')} placeholder={t('approvals.reason')} data-user-content maxLength={2000} value={notes[approval.id] ?? ''} onChange={(event) => setNote(approval.id, event.target.value)} />
      <Buttons approval={approval} />
    </div>
  )
}

function Handle() {
  const t = useText()
  const { approvalsHeight, set } = useLayout()
  const from = useRef<{ y: number; height: number } | null>(null)
  const size = (height: number) => set({ approvalsHeight: Math.round(Math.min(640, Math.max(220, height))) })
  return (
    <div className="approvals-handle" role="separator" aria-orientation="horizontal" aria-label={t('approvals.resize')} aria-valuenow={approvalsHeight} aria-valuemin={220} aria-valuemax={640} tabIndex={0}
      onPointerDown={(e) => { e.currentTarget.setPointerCapture(e.pointerId); from.current = { y: e.clientY, height: approvalsHeight } }}
      onPointerMove={(e) => { if (from.current) size(from.current.height + from.current.y - e.clientY) }} onPointerUp={() => { from.current = null }}
      onKeyDown={(e) => { if (e.key === 'ArrowUp') size(approvalsHeight + 16); if (e.key === 'ArrowDown') size(approvalsHeight - 16) }} />
  )
}

/** Over the lower transcript, of fixed height: nothing moves when an approval comes, and content never resizes it (P2). */
export function ApprovalsPanel() {
  const t = useText()
  const pending = useApprovals((s) => s.pending)
  const { shown, step, answer, open } = useApprovalView()
  const height = useLayout((s) => s.approvalsHeight)
  const at = pending.findIndex((approval) => approval.id === shown)
  const approval = pending[at]
  if (!approval || !open) return null
  const keys = (event: KeyboardEvent) => {
    if (composing(event)) return
    const mod = event.ctrlKey || event.metaKey
    const acts: [boolean, () => void][] = [
      [mod && event.key === 'Enter', () => void answer('approve')], [mod && event.key === 'Backspace', () => void answer('deny')],
      [event.altKey && event.key === 'ArrowLeft', () => step(-1)], [event.altKey && event.key === 'ArrowRight', () => step(1)],
      [event.key === 'Escape', () => document.querySelector<HTMLElement>('[data-testid="editor-text"] textarea, [data-testid="editor-text"] [contenteditable="true"]')?.focus()],
    ]
    const act = acts.find(([is]) => is)?.[1]
    if (act) { event.preventDefault(); event.stopPropagation(); act() }
  }
  return (
    <section className="approvals" data-testid="approvals-panel" aria-label={t('approvals.title')} style={{ height }} onKeyDown={keys}>
      <Handle />
      <header className="approvals-head">
        <h2>{t('approvals.title')}</h2>
        <span data-testid="approval-count" data-value={pending.length}>{t('approvals.count', { n: at + 1, m: pending.length })}</span>
        <IconButton label={t('approvals.previous')} testId="approval-prev" disabled={at === 0} onClick={() => step(-1)}><ChevronLeft size={16} aria-hidden /></IconButton>
        <IconButton label={t('approvals.next')} testId="approval-next" disabled={at === pending.length - 1} onClick={() => step(1)}><ChevronRight size={16} aria-hidden /></IconButton>
      </header>
      <Item key={approval.id} approval={approval} />
    </section>
  )
}
