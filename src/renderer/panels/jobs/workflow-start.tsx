import { useEffect } from 'react'
import type { WorkflowArgHint, WorkflowInfo } from '@shared/workflow'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId, useApp } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { useWorkflows } from '../../stores/workflows'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { ErrorNote } from '../../ui/error-note'
import { LateLoading } from '../../ui/late-loading'
import { visibleText } from '../approvals/visible-text'
import { showJob } from './job-acts'

type Value = WorkflowArgHint['defaultValue']
/** Whatever is neither a word, a number nor a yes is written as data. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
function asData(text: string, like: Value): Value | undefined {
  if (typeof like === 'string') return text
  try { return JSON.parse(text) as Value } catch { return undefined }
}

function Argument({ workflow, hint }: { workflow: WorkflowInfo; hint: WorkflowArgHint }) {
  const { args, setArg } = useWorkflows()
  const id = `arg-${workflow.key}-${hint.name}`
  const typed = args[workflow.key]?.[hint.name]
  const label = <span className="label" data-user-content>{visibleText(hint.label)}</span>
  if (typeof hint.defaultValue === 'boolean') return <label className="check-row" htmlFor={id}><input id={id} type="checkbox" checked={(typed ?? hint.defaultValue) === true} onChange={(event) => setArg(workflow.key, hint.name, event.target.checked)} />{label}</label>
  const shown = asText(typed ?? hint.defaultValue)
  const wrong = asData(shown, hint.defaultValue) === undefined
  const field = { id, className: 'input', 'data-user-content': true, 'data-testid': 'workflow-arg', 'data-id': hint.name, 'aria-invalid': wrong || undefined, value: shown }
  const long = typeof hint.defaultValue !== 'string' || hint.defaultValue.length > 60
  return <label className="field" htmlFor={id}>{label}{long ? <textarea {...field} rows={3} onChange={(event) => setArg(workflow.key, hint.name, event.target.value)} /> : <input {...field} onChange={(event) => setArg(workflow.key, hint.name, event.target.value)} />}</label>
}

/** What is given to it: what the author filled in, else its own values; null while something is no data. */
function argsOf(workflow: WorkflowInfo, typed: Readonly<Record<string, unknown>>): Record<string, Value> | null {
  const made = workflow.argsHint.map(({ name, defaultValue }): [string, Value | undefined] => {
    const value = typed[name]
    if (value === undefined) return [name, defaultValue]
    return [name, typeof value === 'boolean' ? value : asData(String(value), defaultValue)]
  })
  return made.some(([, value]) => value === undefined) ? null : Object.fromEntries(made.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

function Card({ workflow }: { workflow: WorkflowInfo }) {
  const t = useText()
  const typed = useWorkflows((s) => s.args[workflow.key])
  const readOnly = useApp((s) => s.project?.readOnly ?? true)
  const args = argsOf(workflow, typed ?? {})
  const run = async () => {
    if (args === null) return
    const started = await attempt(() => call('workflows.run', { project: projectId(), workflowKey: workflow.key, args }))
    if (started) showJob(started.jobId)
  }
  return (
    <li className="workflow-card" data-testid="workflow-card" data-id={workflow.key}>
      <h3><span data-user-content>{visibleText(workflow.title)}</span> <span className="tag">{t(`jobs.source.${workflow.source}`)}</span></h3>
      <p data-user-content>{visibleText(workflow.description)}</p>
      <p className="muted"><span data-user-content>{visibleText(workflow.whenToUse)}</span></p>
      {workflow.problem ? <ErrorNote fault={workflow.problem.line === null ? workflow.problem : { ...workflow.problem, data: { line: workflow.problem.line } }} /> : (
        <form onSubmit={(event) => { event.preventDefault(); void run() }}>
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
