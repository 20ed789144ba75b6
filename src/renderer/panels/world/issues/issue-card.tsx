import { CircleAlert, Info } from 'lucide-react'
import type { WorldIssue } from '@shared/world'
import { useText } from '../../../i18n/text'
import { useWorld } from '../../../stores/world'
import { sliceById } from '../../../stores/world-index'
import { useWorldView } from '../../../stores/world-view'
import { Button } from '../../../ui/button'
import { writeSlice } from '../world-actions'

/** One thing that does not fit: what happened, why it matters, what to do; leads to the slice it came from. */
export function IssueCard({ issue, testId, row = false, first = false }: { issue: WorldIssue; testId: string; row?: boolean; first?: boolean }) {
  const t = useText()
  const slice = useWorld((s) => sliceById(s.slices, issue.sliceId))
  const { look, showSubject } = useWorldView()
  const error = issue.severity === 'error'
  const Icon = error ? CircleAlert : Info
  const show = () => { showSubject(issue.subjectId); if (slice) look(slice.instant) }
  return (
    <li className="issue-card" data-testid={testId} data-id={issue.code} data-state={issue.severity} data-label={issue.label}>
      <Icon size={16} className="issue-icon" aria-label={t(error ? 'world.error' : 'world.advisory')} />
      <div className="issue-words">
        <p className="issue-title" data-user-content>{issue.title}</p>
        <dl>
          <dt>{t('world.whatHappened')}</dt><dd data-user-content>{issue.explanation.whatHappened}</dd>
          <dt>{t('world.whyItMatters')}</dt><dd data-user-content>{issue.explanation.whyItMatters}</dd>
          <dt>{t('world.whatToDo')}</dt><dd data-user-content>{issue.explanation.suggestedAction}</dd>
        </dl>
        {row && <div className="row">
          <button type="button" data-row tabIndex={first ? 0 : -1} className="button" data-size="small" data-kind="plain" onClick={show}>{t('world.showIssue')}</button>
          {slice && <Button size="small" kind="quiet" testId="issue-slice" onClick={() => writeSlice(slice.id)}>{t('world.openSlice')}<span className="ellipsis issue-slice" data-user-content>{slice.title}</span></Button>}
        </div>}
      </div>
    </li>
  )
}
