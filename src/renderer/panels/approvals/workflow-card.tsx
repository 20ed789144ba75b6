import { WorkflowSource } from '@shared/workflow'
import type { Effect } from '@shared/tool-result'
import { useText } from '../../i18n/text'
import { visibleText } from '@shared/visible-text'

/** A workflow that waits: what it is given, then every line that would run (04 §12, 05 §6). */
export function WorkflowCard({ effect }: { effect: Effect }) {
  const t = useText()
  const value = (field: string): unknown => effect.fields?.find((each) => each.field === field)?.to
  const source = WorkflowSource.safeParse(value('source'))
  const model = value('model')
  const args = value('args')
  return (
    <li className="effect" data-kind="workflow" data-id={effect.target}>
      <p className="effect-head"><strong>{t('approvals.action.run')}</strong><span>{t('jobs.kind.workflow')}</span><span data-user-content>{visibleText(effect.target)}</span>{source.success && <span className="muted">{t(`jobs.source.${source.data}`)}</span>}</p>
      <h4>{t('jobs.args')}</h4>
      <pre className="diff" data-user-content data-testid="workflow-arguments">{visibleText(JSON.stringify(args === undefined ? {} : args, null, 2))}</pre>
      <p className="muted">{typeof model === 'string' && <><span>{t('profiles.model')}</span> <span data-user-content>{visibleText(model)}</span> · </>}{t(value('wait') === true ? 'approvals.workflow.waits' : 'approvals.workflow.background')}</p>
      <h4>{t('jobs.scriptText')}</h4>
      <pre className="diff" data-user-content data-testid="workflow-source">{visibleText(effect.preview)}</pre>
    </li>
  )
}
