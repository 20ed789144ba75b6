import { CircleStop, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { isOver, type Job } from '@shared/job'
import { jobTitle } from '../../i18n/job-title'
import { useText } from '../../i18n/text'
import { useReadOnly } from '../../stores/app'
import { useJobs } from '../../stores/jobs'
import { Button, IconButton } from '../../ui/button'
import { composing } from '../../ui/composing'
import { RowMenu } from '../../ui/menu'
import { visibleText } from '@shared/visible-text'
import { askAbout, cancelJob, clearJobs, focusJobRow, openJobSession, showJob, useAsked } from './job-acts'
import { JobAsks } from './job-asks'
import { jobCost, sinceText, stageText, stateText } from './job-words'

/** O opens the conversation, Del asks whether to stop it, Enter goes into the result (09 §9). */
function useRowKeys(job: Job) {
  return (event: KeyboardEvent) => {
    if (composing(event) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const acts: Record<string, () => void> = {
      o: () => openJobSession(job), Delete: () => askAbout(job),
      Enter: () => { showJob(job.id); requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-testid="job-view"]')?.focus()) },
    }
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
}

/** Asks in the row, never in a dialog; Esc leaves it as it is. */
function Really({ job }: { job: Job }) {
  const t = useText()
  const over = isOver(job.status)
  const leave = () => {
    useJobs.getState().ask(null)
    focusJobRow(job.id)
  }
  return (
    <div className="job-ask" role="group" aria-label={t(over ? 'jobs.clear' : 'jobs.cancel')} onKeyDown={(event) => { if (event.key === 'Escape') { event.stopPropagation(); leave() } }}>
      <p>{t(over ? 'jobs.reallyClear' : 'jobs.reallyCancel')}</p>
      <div className="row">
        <Button size="small" kind="danger" testId={over ? 'job-clear' : 'job-cancel'} autoFocus onClick={() => void (over ? clearJobs(job.id) : cancelJob(job))}>{t(over ? 'jobs.clear' : 'jobs.cancel')}</Button>
        <Button size="small" kind="quiet" onClick={leave}>{t(over ? 'common.cancel' : 'jobs.keepOn')}</Button>
      </div>
    </div>
  )
}

function Line({ job, now }: { job: Job; now: number }) {
  const usage = useJobs((s) => s.usage[job.id])
  const t = useText()
  const stage = stageText(job)
  const cost = jobCost(usage)
  return (
    <span className="muted job-line">
      {t(`jobs.kind.${job.kind}`)}{stage !== null && <> · <span data-testid="job-stage" data-user-content>{visibleText(stage)}</span></>} · {sinceText(job, now)}{cost !== null && <> · <span data-testid="job-cost" data-value={usage?.cost ?? undefined}>{cost}</span></>}
    </span>
  )
}

/** The one act of a row for the pointer: stop what runs, drop what is over. */
function Act({ job }: { job: Job }) {
  const t = useText()
  const readOnly = useReadOnly()
  const asking = useJobs((s) => s.asking === job.id)
  if (asking || readOnly) return null
  if (isOver(job.status)) return <IconButton label={t('jobs.clear')} testId="job-clear" onClick={() => askAbout(job)}><X size={14} aria-hidden /></IconButton>
  return <IconButton label={t('jobs.cancel')} testId="job-cancel" disabled={job.stopping} onClick={() => void cancelJob(job)}><CircleStop size={15} aria-hidden /></IconButton>
}

/** One job: what it is, what it does now, since when, what it cost; what it needs from the author stands right below. */
export function JobRow({ job, now }: { job: Job; now: number }) {
  const t = useText()
  const { shown, asking } = useJobs()
  const keys = useRowKeys(job)
  const over = isOver(job.status)
  const asked = useAsked(job)
  const entries = [
    ...(job.sessionId === null && !asked ? [] : [{ label: t(job.sessionId === null ? 'jobs.openOwner' : 'jobs.openSession'), keys: 'O', leaves: true, onSelect: () => openJobSession(job) }]),
    { label: t(over ? 'jobs.clear' : 'jobs.cancel'), keys: 'Del', leaves: true, onSelect: () => askAbout(job) },
  ]
  return (
    <li className="job-row" data-testid="job-row" data-id={job.id} data-state={job.status} data-kind={job.kind} data-shown={shown === job.id ? 'true' : undefined}>
      <RowMenu entries={entries}>
        <div className="job-head">
          <button type="button" data-row aria-current={shown === job.id ? 'true' : undefined} onFocus={() => showJob(job.id)} onClick={() => showJob(job.id)} onKeyDown={keys}>
            <span className="job-name"><span className="ellipsis" data-user-content title={jobTitle(job)}>{visibleText(jobTitle(job))}</span><span className="job-state" data-testid="job-state" data-state={job.status}>{stateText(job)}</span></span>
            <Line job={job} now={now} />
          </button>
          <Act job={job} />
        </div>
      </RowMenu>
      {job.status === 'waiting' && <JobAsks job={job} />}
      {asking === job.id && <Really job={job} />}
    </li>
  )
}
