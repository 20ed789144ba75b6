import { useEffect } from 'react'
import type { WorkflowArgHint, WorkflowInfo } from '@shared/workflow'
import { call } from '../../bridge/call'
import { currentLocale, useText } from '../../i18n/text'
import { projectId, useReadOnly } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { useWorkflows } from '../../stores/workflows'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { useOneAtATime } from '../../ui/one-at-a-time'
import { visibleText } from '@shared/visible-text'
import { ChapterPick } from './chapter-pick'
import { showStarted } from './job-acts'
import { argsOf, kindOf, readArg, shownArg } from './workflow-args'

const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > 60

/** One value to fill in: words, a number, a yes, or a list with one to a line. */
function Argument({ workflow, hint }: { workflow: WorkflowInfo; hint: WorkflowArgHint }) {
  const t = useText()
  const { args, setArg } = useWorkflows()
  const id = `arg-${workflow.key}-${hint.name}`
  const typed = args[workflow.key]?.[hint.name]
  const kind = kindOf(hint.defaultValue)
  if (kind === 'check') return <label className="check-row" htmlFor={id}><input id={id} type="checkbox" checked={(typed ?? hint.defaultValue) === true} onChange={(event) => setArg(workflow.key, hint.name, event.target.checked)} /><span className="label" data-user-content>{visibleText(hint.label)}</span></label>
  if (hint.pick === 'chapter') return <div className="field"><label className="label" htmlFor={id} data-user-content>{visibleText(hint.label)}</label><ChapterPick id={id} name={hint.name} value={String(typed ?? hint.defaultValue)} onPick={(chapter) => setArg(workflow.key, hint.name, chapter)} /></div>
  const shown = shownArg(typed ?? hint.defaultValue, kind)
  const wrong = !readArg(shown, kind).ok
  const note = wrong ? t(kind === 'number' ? 'jobs.argNumber' : 'jobs.argData') : kind === 'lines' ? t('jobs.argLines') : null
  const field = { id, className: 'input', 'data-user-content': true, 'data-testid': 'workflow-arg', 'data-id': hint.name, 'aria-invalid': wrong || undefined, 'aria-describedby': note === null ? undefined : `${id}-note`, value: shown }
  const set = (value: string) => setArg(workflow.key, hint.name, value)
  return (
    <div className="field">
      <label className="label" htmlFor={id} data-user-content>{visibleText(hint.label)}</label>
      {kind === 'lines' || kind === 'data' || isLong(hint.defaultValue) ? <textarea {...field} rows={kind === 'lines' ? 2 : 3} onChange={(event) => set(event.target.value)} /> : <input {...field} inputMode={kind === 'number' ? 'numeric' : undefined} onChange={(event) => set(event.target.value)} />}
      {note !== null && <p id={`${id}-note`} className={wrong ? 'field-error' : 'muted'} data-testid="workflow-arg-note">{note}</p>}
    </div>
  )
}

function Card({ workflow }: { workflow: WorkflowInfo }) {
  const t = useText()
  const typed = useWorkflows((s) => s.args[workflow.key])
  const readOnly = useReadOnly()
  const args = argsOf(workflow, typed ?? {})
  const once = useOneAtATime()
  const run = async () => {
    if (args === null) return
    const started = await attempt(() => call('workflows.run', { project: projectId(), workflowKey: workflow.key, args, lang: currentLocale() }))
    if (started) await showStarted(started.jobId)
  }
  return (
    <li className="workflow-card" data-testid="workflow-card" data-id={workflow.key}>
      <h3><span data-user-content>{visibleText(workflow.title)}</span> <span className="tag">{t(`jobs.source.${workflow.source}`)}</span></h3>
      <p data-user-content>{visibleText(workflow.description)}</p>
      <p className="muted"><span data-user-content>{visibleText(workflow.whenToUse)}</span></p>
      {workflow.problem ? <ErrorNote fault={workflow.problem.line === null ? workflow.problem : { ...workflow.problem, data: { line: workflow.problem.line } }} /> : (
        <form onSubmit={(event) => { event.preventDefault(); once(run) }}>
          {workflow.argsHint.map((hint) => <Argument key={hint.name} workflow={workflow} hint={hint} />)}
          <div className="row"><Button type="submit" kind="primary" testId="workflow-run" disabled={readOnly || args === null}>{t('jobs.run')}</Button></div>
        </form>
      )}
      <details className="workflow-script"><summary>{t('jobs.scriptText')}</summary><pre data-user-content tabIndex={0}>{visibleText(workflow.script)}</pre></details>
    </li>
  )
}

/** Workflows the author can start: what each is for, and what it is given. */
export function WorkflowStart() {
  const t = useText()
  const { list, listFault, loadList } = useWorkflows()
  useEffect(() => { void loadList() }, [loadList])
  return (
    <article className="job-view" data-testid="workflow-start">
      <header><h2>{t('jobs.start')}</h2><p className="muted">{t('jobs.startHint')}</p></header>
      {listFault && <ErrorNote fault={listFault} onRetry={() => void loadList()} />}
      {!list && !listFault && <LateLoading />}
      {list?.length === 0 && <Empty title={t('jobs.noWorkflows')} />}
      {list && <ul className="workflow-cards">{list.map((workflow) => <Card key={workflow.key} workflow={workflow} />)}</ul>}
    </article>
  )
}
