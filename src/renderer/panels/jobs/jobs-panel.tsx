import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { isOver, type Job } from '@shared/job'
import { useText } from '../../i18n/text'
import { useReadOnly } from '../../stores/app'
import { askAssistant } from '../../stores/composer'
import { startView, useJobs } from '../../stores/jobs'
import { Button, IconButton } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { moveInList } from '../../ui/list-keys'
import { clearJobs, showJob } from './job-acts'
import { JobRow } from './job-row'
import { useNow } from './use-now'

function NoJobs() {
  const t = useText()
  return (
    <Empty title={t('jobs.empty')} testId="jobs-empty">
      <p className="muted">{t('jobs.emptyHint')}</p>
      <Button size="small" onClick={() => askAssistant(t('jobs.emptyRequest'))}>{t('jobs.emptyAsk')}</Button>
    </Empty>
  )
}

/** Clearing takes results away, so it asks in its place. */
function ClearFinished({ jobs }: { jobs: readonly Job[] }) {
  const t = useText()
  const { asking, ask } = useJobs()
  const readOnly = useReadOnly()
  const over = jobs.filter((job) => isOver(job.status)).length
  if (over === 0 || readOnly) return null
  if (asking !== 'all') return <footer className="panel-foot"><Button size="small" kind="quiet" testId="jobs-clear" onClick={() => ask('all')}>{t('jobs.clearAll')}</Button></footer>
  return (
    <footer className="panel-foot job-clear-all" role="group" aria-label={t('jobs.clearAll')} onKeyDown={(event) => { if (event.key === 'Escape') { event.stopPropagation(); ask(null) } }}>
      <p>{t('jobs.reallyClearAll', { count: over })}</p>
      <div className="row"><Button size="small" kind="danger" testId="jobs-clear-confirm" autoFocus onClick={() => void clearJobs()}>{t('jobs.clearAll')}</Button><Button size="small" kind="quiet" onClick={() => ask(null)}>{t('common.cancel')}</Button></div>
    </footer>
  )
}

/** What goes on beside the conversations: what waits for the author first (09 §9). */
export function JobsPanel() {
  const t = useText()
  const { jobs, fault, load } = useJobs()
  useEffect(() => { void load() }, [load])
  const now = useNow(jobs?.some((job) => !isOver(job.status)) ?? false)
  return (
    <section className="side-panel" data-testid="jobs-panel">
      <header className="panel-head"><h2>{t('frame.jobs')}</h2><IconButton label={t('jobs.start')} testId="workflow-new" onClick={() => showJob(startView)}><Plus size={16} aria-hidden /></IconButton></header>
      <div className="panel-body" tabIndex={-1}>
        {fault && <ErrorNote fault={fault} onRetry={() => void load()} />}
        {!jobs && !fault && <LateLoading />}
        {jobs?.length === 0 && <NoJobs />}
        {jobs && jobs.length > 0 && <ul className="job-rows" onKeyDown={moveInRows}>{jobs.map((job) => <JobRow key={job.id} job={job} now={now} />)}</ul>}
      </div>
      {jobs && <ClearFinished jobs={jobs} />}
    </section>
  )
}

/** Arrows move between rows only from a row: in a form they choose an answer. */
const moveInRows: typeof moveInList = (event) => { if (event.target instanceof Element && event.target.closest('[data-row]')) moveInList(event) }
