import { useText } from '../../../i18n/text'
import { useWorld } from '../../../stores/world'
import { Empty } from '../../../ui/empty'
import { LateLoading } from '../../../ui/late-loading'
import { moveInList } from '../../../ui/list-keys'
import { StateFault } from '../state/state-fault'
import { IssueCard } from './issue-card'

/** What does not fit in the world as it stands, the serious first (03 §8). */
export function IssuesView() {
  const t = useText()
  const issues = useWorld((s) => s.issues)
  const fault = useWorld((s) => s.stateFault)
  if (fault) return <StateFault fault={fault} />
  if (!issues) return <LateLoading />
  if (issues.length === 0) return <Empty title={t('world.noIssues')} testId="issues-empty"><p className="muted">{t('world.noIssuesHint')}</p></Empty>
  const sorted = issues.toSorted((a, b) => Number(a.severity !== 'error') - Number(b.severity !== 'error'))
  return <ul className="issue-list" aria-label={t('world.tab.issues')} onKeyDown={moveInList}>{sorted.map((issue, at) => <IssueCard key={`${issue.code} ${issue.patchId ?? issue.sliceId ?? ''} ${issue.subjectId} ${issue.path ?? issue.attr}`} issue={issue} testId="issue-row" row first={at === 0} />)}</ul>
}
