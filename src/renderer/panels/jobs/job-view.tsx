import { useEffect, useState, type KeyboardEvent } from 'react'
import type { Fault } from '@shared/fault'
import { isOver, type Job } from '@shared/job'
import { call } from '../../bridge/call'
import { errorFault } from '../../i18n/fault-text'
import { jobTitle } from '../../i18n/job-title'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { startView, useJobs } from '../../stores/jobs'
import { useSessions } from '../../stores/sessions'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { visibleText } from '@shared/visible-text'
import { ReplyText } from '../sessions/reply-text'
import { focusJobRow, openJobSession, useAsked } from './job-acts'
import { JobError } from './job-error'
import { jobCost, sinceText, stageText, stateText } from './job-words'
import { KeepResult } from './keep-result'
import { ResultData } from './result-data'
import { dataOf } from './result-words'
import { useNow } from './use-now'
import { WorkflowStart } from './workflow-start'
import { WorkflowView } from './workflow-view'

function Head({ job, now }: { job: Job; now: number }) {
  const t = useText()
  const usage = useJobs((s) => s.usage[job.id])
  const stage = stageText(job)
  const cost = jobCost(usage)
  const asked = useAsked(job)
  const both = job.sessionId !== null && job.sessionId !== job.ownerId
  return (
    <header>
      <h2 data-user-content>{visibleText(jobTitle(job))}</h2>
      <p className="muted"><span className="job-state" data-state={job.status}>{stateText(job)}</span> · {t(`jobs.kind.${job.kind}`)}{stage !== null && <> · <span data-user-content>{visibleText(stage)}</span></>} · {sinceText(job, now)}{cost !== null && <> · {cost}</>}</p>
      <div className="row">
        {job.sessionId !== null && <Button testId="job-open" onClick={() => openJobSession(job)}>{t('jobs.openSession')}</Button>}
        {asked && (both || job.sessionId === null) && <Button kind={both ? 'quiet' : 'plain'} testId="job-open-owner" onClick={() => useSessions.getState().open(job.ownerId)}>{t('jobs.openOwner')}</Button>}
      </div>
    </header>
  )
}

/** The whole result, read anew when the job ends. */
function useResult({ id, status }: Job): { result: string | null; fault: Fault | null } {
  const [state, setState] = useState<{ key: string; result: string | null; fault: Fault | null }>({ key: '', result: null, fault: null })
  const key = `${id} ${status}`
  const over = isOver(status)
  useEffect(() => {
    if (!over) return undefined
    let wanted = true
    call('jobs.get', { project: projectId(), jobId: id }).then(({ result }) => { if (wanted) setState({ key, result, fault: null }) }, (error: unknown) => { if (wanted) setState({ key, result: null, fault: errorFault(error) }) })
    return () => { wanted = false }
  }, [id, key, over])
  return state.key === key ? state : { result: null, fault: null }
}

/** A command's output stands as it came; what a workflow reports is read part by part, what an assistant wrote as text. */
function Said({ kind, result }: { kind: Job['kind']; result: string }) {
  if (kind === 'bash') return <pre data-user-content>{visibleText(result)}</pre>
  const data = kind === 'workflow' ? dataOf(result) : null
  return data === null ? <ReplyText text={visibleText(result)} /> : <ResultData data={data} />
}

/** All it left under its heading; a heading over nothing would say that something is missing. */
function Left({ job, result }: { job: Job; result: string }) {
  const t = useText()
  return (
    <>
      <div className="workflow-head"><h3>{t(job.status === 'completed' ? 'jobs.result' : 'jobs.soFar')}</h3><KeepResult job={job} result={result} /></div>
      <div className="job-result" data-testid="job-result" data-id={job.id} role="region" aria-label={t('jobs.result')} tabIndex={0}>
        <Said kind={job.kind} result={result} />
      </div>
    </>
  )
}

/** How it ended, and all it left. */
function Result({ job }: { job: Job }) {
  const t = useText()
  const { result, fault } = useResult(job)
  if (fault) return <ErrorNote fault={fault} />
  if (!isOver(job.status)) return <p className="muted">{t('jobs.notYet')}</p>
  if (result === null) return <LateLoading />
  const why = job.status === 'failed' ? job.error : null
  return (
    <>
      {job.status === 'interrupted' && <p className="muted">{t(job.kind === 'workflow' ? 'jobs.interruptedResume' : job.sessionId === null ? 'jobs.interruptedHint' : 'jobs.interruptedThere')}</p>}
      {job.deliveryStatus === 'failed' && <p className="muted">{t('jobs.notTold')}</p>}
      {why !== null && <JobError error={why} />}
      {result.trim() !== '' ? <Left job={job} result={result} /> : why === null && <p className="muted">{t('jobs.noResult')}</p>}
    </>
  )
}

/** One job in the centre: what it is, and all of its result, first of all once it is done (09 §9). */
export function JobView() {
  const t = useText()
  const { jobs, shown } = useJobs()
  const job = jobs?.find((one) => one.id === shown)
  const now = useNow(job !== undefined && !isOver(job.status))
  if (shown === startView) return <WorkflowStart />
  if (!job) return <Empty title={t(jobs?.length === 0 ? 'jobs.empty' : 'jobs.pick')}>{jobs && jobs.length > 0 && <p className="muted">{t('jobs.keysHint')}</p>}</Empty>
  // What came of it, or why nothing did, is what one wants to know first.
  const told = job.status === 'completed' || job.status === 'failed'
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    focusJobRow(job.id)
  }
  return (
    <article className="job-view" data-testid="job-view" data-id={job.id} tabIndex={-1} onKeyDown={keys}>
      <Head job={job} now={now} />
      {told && <Result job={job} />}
      {job.kind === 'workflow' && <WorkflowView jobId={job.id} />}
      {!told && <Result job={job} />}
    </article>
  )
}
