import { useEffect } from 'react'
import { isOver } from '@shared/job'
import type { WorkflowState } from '@shared/workflow'
import { call } from '../../bridge/call'
import { timeText } from '../../i18n/dates'
import { jobTitle } from '../../i18n/job-title'
import { useText } from '../../i18n/text'
import { projectId, useReadOnly } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { useSessions } from '../../stores/sessions'
import { useWorkflows } from '../../stores/workflows'
import { Button } from '../../ui/button'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { visibleText } from '@shared/visible-text'
import { sessionTitle } from '../sessions/session-title'
import { stepsIn, stepsText } from './job-words'
import { WorkflowChart } from './workflow-chart'

function Phases({ phases }: Pick<WorkflowState, 'phases'>) {
  const t = useText()
  if (phases.length === 0) return null
  return <ol className="workflow-phases" aria-label={t('jobs.phases')}>{phases.map((phase) => <li key={phase.key} data-testid="workflow-phase" data-id={phase.key} data-state={phase.state} aria-current={phase.state === 'active' ? 'step' : undefined}><span data-user-content>{visibleText(jobTitle(phase))}</span> <span className="muted">{t(`jobs.step.${phase.state}`)}</span></li>)}</ol>
}

function Log({ log }: Pick<WorkflowState, 'log'>) {
  const t = useText()
  if (log.length === 0) return null
  return <section><h3>{t('jobs.log')}</h3><ol className="workflow-log" data-testid="workflow-log" tabIndex={0} aria-label={t('jobs.log')}>{log.map((line, at) => <li key={at}><span className="muted">{timeText(line.at)}</span> <span data-user-content>{visibleText(line.text)}</span></li>)}</ol></section>
}

function Helpers({ sessions }: Pick<WorkflowState, 'sessions'>) {
  const t = useText()
  const { list, open, profiles } = useSessions()
  if (sessions.length === 0) return null
  return (
    <section><h3>{t('jobs.helpers')}</h3>
      <ul className="workflow-helpers">{sessions.map((one) => {
        const status = list.find((session) => session.id === one.id)?.status
        return <li key={one.id}><button type="button" className="session-link" data-testid="workflow-session" data-id={one.id} onClick={() => open(one.id)}><span className="ellipsis" data-user-content>{sessionTitle(one, profiles[one.profileKey] ?? one.profileKey)}</span>{status && <span className="session-state" data-state={status}>{t(`sessions.state.${status}`)}</span>}</button></li>
      })}</ul></section>
  )
}

/** An interrupted run goes on from what its journal holds; nothing of it is done twice. */
function Resume({ state }: { state: WorkflowState }) {
  const t = useText()
  const readOnly = useReadOnly()
  if (!state.resumable) return null
  return <div className="row"><Button kind="primary" testId="workflow-resume" disabled={readOnly} onClick={() => void attempt(() => call('workflows.resume', { project: projectId(), jobId: state.jobId }))}>{t('jobs.resume')}</Button><span className="muted">{t('jobs.resumeHint', { count: stepsIn(state, 'done') })}</span></div>
}

/** How far it is, as a chart or a list; a run that ended before its first box has neither. */
function Steps({ state }: { state: WorkflowState }) {
  const t = useText()
  const { view, setView } = useWorkflows()
  if (isOver(state.status) && state.chart.nodes.length === 0) return null
  return (
    <section>
      <div className="workflow-head"><h3>{t('jobs.chart')}</h3><span className="muted" data-testid="workflow-count" data-value={state.activities.chartNodes}>{stepsText(state)}</span>
        <span className="segments" role="group" aria-label={t('jobs.chartView')}>{(['chart', 'list'] as const).map((one) => <Button key={one} size="small" kind="quiet" testId={`chart-view-${one}`} aria-pressed={view === one} onClick={() => setView(one)}>{t(`jobs.view.${one}`)}</Button>)}</span></div>
      <WorkflowChart chart={state.chart} view={view} />
    </section>
  )
}

function Shown({ state }: { state: WorkflowState }) {
  const t = useText()
  return (
    <>
      <Resume state={state} />
      <Phases phases={state.phases} />
      <Steps state={state} />
      <Log log={state.log} />
      <Helpers sessions={state.sessions} />
      <details className="workflow-script"><summary>{t('jobs.script')}</summary><h3>{t('jobs.args')}</h3><pre data-user-content tabIndex={0}>{visibleText(JSON.stringify(state.args, null, 2))}</pre><h3>{t('jobs.scriptText')}</h3><pre data-user-content tabIndex={0}>{visibleText(state.script)}</pre></details>
    </>
  )
}

/** A workflow's run: phases, live chart (also as list), log, who works for it (09 §9). */
export function WorkflowView({ jobId }: { jobId: string }) {
  const { state, fault, open, load } = useWorkflows()
  useEffect(() => { open(jobId) }, [open, jobId])
  if (fault) return <ErrorNote fault={fault} onRetry={() => void load()} />
  return state?.jobId === jobId ? <Shown state={state} /> : <LateLoading />
}
