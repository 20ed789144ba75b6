import { useEffect, useState } from 'react'
import type { Job, JobAsk } from '@shared/job'
import type { SessionSnapshot } from '@shared/session'
import { call } from '../../bridge/call'
import { runCommand } from '../../commands/registry'
import { useText } from '../../i18n/text'
import { projectId, useApp } from '../../stores/app'
import { useApprovalView } from '../../stores/approval-view'
import { useApprovals } from '../../stores/approvals'
import { attempt } from '../../stores/notices'
import { useSessions } from '../../stores/sessions'
import { Button } from '../../ui/button'
import { pauseText } from '../sessions/pause-words'

/** Goes where it is answered: the approval itself if there is one, else the conversation that asks. */
function answerThere(sessionId: number): void {
  useSessions.getState().open(sessionId)
  const approval = useApprovals.getState().pending.find((one) => one.sessionId === sessionId)
  if (!approval) return
  runCommand('approvals')
  if (useApprovalView.getState().shown !== approval.id) useApprovalView.getState().show(approval.id)
}

/** A pause with its numbers, and Continue; only the author goes on (04 §13). */
function Paused({ sessionId, text }: { sessionId: number; text: string }) {
  const t = useText()
  const readOnly = useApp((s) => s.project?.readOnly ?? true)
  const [pause, setPause] = useState<SessionSnapshot['pause']>(null)
  useEffect(() => {
    let wanted = true
    call('sessions.snapshot', { project: projectId(), sessionId }).then((found) => { if (wanted) setPause(found.pause) }, () => undefined)
    return () => { wanted = false }
  }, [sessionId])
  const why = pause ? pauseText(t, pause) : null
  return (
    <div className="job-ask" data-testid="job-ask" data-kind="pause">
      <p>{t('jobs.paused')} {why ?? <span data-user-content>{text}</span>}</p>
      <div className="row">
        <Button size="small" kind="primary" disabled={readOnly} onClick={() => void attempt(() => call('sessions.continue', { project: projectId(), sessionId }))}>{t('sessions.continue')}</Button>
        <Button size="small" onClick={() => useSessions.getState().open(sessionId)}>{t('jobs.openSession')}</Button>
      </div>
    </div>
  )
}

function Elsewhere({ ask, sessionId }: { ask: JobAsk; sessionId: number }) {
  const t = useText()
  if (ask.kind === 'pause') return <Paused sessionId={sessionId} text={ask.text} />
  return (
    <div className="job-ask" data-testid="job-ask" data-kind={ask.kind}>
      <p>{t('jobs.waitsForApproval')}</p>
      <div className="row"><Button size="small" kind="primary" onClick={() => answerThere(sessionId)}>{t('jobs.answerThere')}</Button></div>
    </div>
  )
}

/** What a job waits for, to be answered in its row (09 §9). */
export function JobAsks({ job }: { job: Job }) {
  return job.asks.map((ask) => <Elsewhere key={ask.id} ask={ask} sessionId={ask.sessionId ?? job.sessionId ?? job.ownerId} />)
}
