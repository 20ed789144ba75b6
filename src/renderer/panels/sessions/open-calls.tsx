import type { OpenCall } from '@shared/session'
import { useApprovalView } from '../../stores/approval-view'
import { Questions } from './questions'
import { ToolCard } from './tool-card'

/** Calls that run or wait for the author, below the last message. */
export function OpenCalls({ calls }: { calls: readonly OpenCall[] }) {
  const { show, setOpen } = useApprovalView()
  return (
    <>
      {calls.map((open) => (
        <div key={open.callId} className="transcript-open">
          <ToolCard id={open.callId} callId={open.callId} tool={open.tool} args={open.args} result={null} state={open.state} stage={open.state === 'running' ? open.stage : null}
            {...(open.approvalId === null ? {} : { onSee: () => { setOpen(true); show(open.approvalId) } })} />
          {open.state === 'question' && open.questions && <Questions callId={open.callId} questions={open.questions} />}
        </div>
      ))}
    </>
  )
}
