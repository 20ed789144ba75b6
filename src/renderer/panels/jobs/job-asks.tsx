import { useEffect, useState } from 'react'
import type { Job, JobAsk } from '@shared/job'
import type { SessionSnapshot } from '@shared/session'
import type { WorkflowAnswer } from '@shared/workflow'
import { call } from '../../bridge/call'
import { runCommand } from '../../commands/registry'
import { useText } from '../../i18n/text'
import type { Given } from '../../stores/answers'
import { projectId, useReadOnly } from '../../stores/app'
import { useApprovalView } from '../../stores/approval-view'
import { useApprovals } from '../../stores/approvals'
import { attempt } from '../../stores/notices'
import { useSessions } from '../../stores/sessions'
import { Button } from '../../ui/button'
import { visibleText } from '@shared/visible-text'
import { QuestionForm, type FormQuestion } from '../sessions/question-form'
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
  const readOnly = useReadOnly()
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

const isOwn = ({ kind }: JobAsk): boolean => kind === 'select' || kind === 'text' || kind === 'approve'

/** An option of what is offered, words, or yes and no. */
function answerOf(ask: JobAsk, { picked, text }: Given): WorkflowAnswer {
  switch (ask.kind) {
    case 'select': return ask.options?.[picked[0] ?? -1] ?? ''
    case 'approve': return picked[0] === 0
    case 'text': case 'approval': case 'pause': return text.trim()
  }
}

/** A workflow's own questions as one form: all of them are answered together (04 §12). */
function OwnAsks({ job, asks }: { job: Job; asks: readonly JobAsk[] }) {
  const t = useText()
  const questions = asks.map((ask): FormQuestion => ({
    question: visibleText(ask.text), ...(ask.description === undefined ? {} : { more: visibleText(ask.description) }), other: ask.kind === 'text',
    ...(ask.kind === 'select' ? { options: (ask.options ?? []).map((label) => ({ label: visibleText(label) })) } : ask.kind === 'approve' ? { options: [{ label: t('jobs.yes') }, { label: t('jobs.no') }] } : {}),
  }))
  const send = async (given: readonly Given[]) => {
    const answers = Object.fromEntries(asks.map((ask, at) => [ask.id, answerOf(ask, given[at] ?? { picked: [], text: '' })]))
    return (await attempt(() => call('workflows.answer', { project: projectId(), jobId: job.id, answers }))) !== null
  }
  return <QuestionForm id={`${job.id} ${asks.map((ask) => ask.id).join(' ')}`} questions={questions} testId="job-ask" send={send} />
}

/** What a job waits for, to be answered in its row (09 §9). */
export function JobAsks({ job }: { job: Job }) {
  const own = job.asks.filter(isOwn)
  return (
    <>
      {own.length > 0 && <OwnAsks job={job} asks={own} />}
      {job.asks.filter((ask) => !isOwn(ask)).map((ask) => <Elsewhere key={ask.id} ask={ask} sessionId={ask.sessionId ?? job.sessionId ?? job.ownerId} />)}
    </>
  )
}
