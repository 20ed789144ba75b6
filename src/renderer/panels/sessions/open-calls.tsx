import type { OpenCall } from '@shared/session'
import { useApprovalView } from '../../stores/approval-view'
import { useApprovals } from '../../stores/approvals'
import { Questions } from './questions'
import { ToolCard } from './tool-card'

/** Calls that run or wait for the author, below the last message; one that waits shows the same effects as the panel. */
export function OpenCalls({ calls }: { calls: readonly OpenCall[] }) {
  const { show, setOpen } = useApprovalView()
  const pending = useApprovals((s) => s.pending)
  return (
    <>
      {calls.map((open) => {
        const approval = pending.find((one) => one.id === open.approvalId)
        return (
          <div key={open.callId} className="transcript-open">
            <ToolCard id={open.callId} callId={open.callId} tool={open.tool} args={open.args} result={null} state={open.state} stage={open.state === 'running' ? open.stage : null}
              {...(approval ? { effects: approval.effects, onSee: () => { setOpen(true); if (useApprovalView.getState().shown !== approval.id) show(approval.id) } } : {})} />
            {open.state === 'question' && open.questions && <Questions callId={open.callId} questions={open.questions} />}
          </div>
        )
      })}
    </>
  )
}
