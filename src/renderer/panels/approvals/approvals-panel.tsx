import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Approval } from '@shared/approval'
import { useText } from '../../i18n/text'
import { recordsFirst, useApprovalView, viewMs } from '../../stores/approval-view'
import { useReadOnly } from '../../stores/app'
import { useApprovals } from '../../stores/approvals'
import { useLayout } from '../../stores/layout'
import { IconButton, Button } from '../../ui/button'
import { composing } from '../../ui/composing'
import { ApprovalItem } from './approval-item'
import { Handle } from './handle'
import { toText, useSteadyFocus } from './steady-focus'

/** True once the effects were drawn and 400 ms in view. */
function useReady(id: string): boolean {
  const { since, drawn, hidden } = useApprovalView()
  const [waited, setWaited] = useState(0)
  useEffect(() => {
    // Two frames: the first draws the effects, the second begins when they are on the screen.
    let frame = requestAnimationFrame(() => { frame = requestAnimationFrame(() => drawn(id)) })
    return () => { cancelAnimationFrame(frame); hidden() }
  }, [id, drawn, hidden])
  useEffect(() => {
    if (since === 0) return
    const timer = setTimeout(() => setWaited(since), Math.max(0, viewMs - (performance.now() - since)))
    return () => clearTimeout(timer)
  }, [since])
  return since !== 0 && waited === since
}

function Buttons({ approval }: { approval: Approval }) {
  const t = useText()
  const { answer, answering } = useApprovalView()
  const readOnly = useReadOnly()
  const ready = useReady(approval.id) && !answering && !readOnly
  const dryRun = recordsFirst(approval)
  const title = readOnly ? t('fault.PROJECT_LOCKED') : ready ? undefined : t('approvals.wait')
  return (
    <div className="approval-buttons">
      <Button kind="danger" testId="approval-deny" disabled={answering || readOnly} title={readOnly ? title : undefined} onClick={() => void answer('deny')}>{t('approvals.deny')}</Button>
      {dryRun && <Button testId="approval-apply" disabled={!ready} title={title} onClick={() => void answer('approve', 'apply')}>{t('approvals.apply')}</Button>}
      <Button kind="primary" testId="approval-approve" disabled={!ready} title={title} onClick={() => void answer('approve')}>{t(dryRun ? 'approvals.record' : 'approvals.approve')}</Button>
    </div>
  )
}

/** What was put aside to read the conversation under it: nothing is decided, and it is one click away. */
export function ApprovalsAside() {
  const t = useText()
  const count = useApprovals((s) => s.pending.length)
  const { open, setOpen } = useApprovalView()
  if (open || count === 0) return null
  return <div className="state-bar" data-testid="approvals-aside" role="status"><span>{t('frame.pending', { count })}</span><Button size="small" onClick={() => setOpen(true)}>{t('approvals.asideShow')}</Button></div>
}

/** Over the lower transcript, of fixed height: nothing moves when an approval comes, and content never resizes it (P2). */
export function ApprovalsPanel() {
  const t = useText()
  const pending = useApprovals((s) => s.pending)
  const { shown, step, answer, open, setOpen } = useApprovalView()
  const height = useLayout((s) => s.approvalsHeight)
  const box = useRef<HTMLElement>(null)
  const at = pending.findIndex((approval) => approval.id === shown)
  const approval = open ? pending[at] : undefined
  useSteadyFocus(box, approval?.id ?? null)
  if (!approval) return null
  const keys = (event: KeyboardEvent) => {
    if (composing(event)) return
    const mod = event.ctrlKey || event.metaKey
    const acts: [boolean, () => void][] = [
      [mod && event.key === 'Enter', () => void answer('approve')], [mod && event.key === 'Backspace', () => void answer('deny')],
      [event.altKey && event.key === 'ArrowLeft', () => step(-1)], [event.altKey && event.key === 'ArrowRight', () => step(1)],
      [event.key === 'Escape', toText],
    ]
    const act = acts.find(([is]) => is)?.[1]
    if (act) { event.preventDefault(); event.stopPropagation(); act() }
  }
  return (
    <section ref={box} className="approvals" data-testid="approvals-panel" aria-label={t('approvals.title')} style={{ height }} onKeyDown={keys}>
      <Handle />
      <header className="approvals-head">
        <h2>{t('approvals.title')}</h2>
        <span data-testid="approval-count" data-value={pending.length}>{t('approvals.count', { n: at + 1, m: pending.length })}</span>
        <IconButton label={t('approvals.previous')} testId="approval-prev" disabled={at === 0} onClick={() => step(-1)}><ChevronLeft size={16} aria-hidden /></IconButton>
        <IconButton label={t('approvals.next')} testId="approval-next" disabled={at === pending.length - 1} onClick={() => step(1)}><ChevronRight size={16} aria-hidden /></IconButton>
        <IconButton label={t('approvals.aside')} testId="approvals-put-aside" onClick={() => { setOpen(false); toText() }}><ChevronDown size={16} aria-hidden /></IconButton>
      </header>
      <ApprovalItem key={approval.id} approval={approval}><Buttons approval={approval} /></ApprovalItem>
    </section>
  )
}
