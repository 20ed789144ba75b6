import { ArrowRight } from 'lucide-react'
import type { StateChange, WorldPreview } from '@shared/procedures/world'
import { useText } from '../../../i18n/text'
import { useWorld } from '../../../stores/world'
import { IssueCard } from '../issues/issue-card'
import { ValueView } from '../value-view'
import { diffRows, type DiffRow } from './diff-rows'

function Row({ row }: { row: DiffRow }) {
  const t = useText()
  const list = row.added.length + row.removed.length > 0
  return (
    <tr data-testid="diff-row" data-id={row.path}>
      <th scope="row" data-user-content>{row.label}</th>
      <td>
        {list
          ? <ul className="diff-entries">{row.removed.map((one, at) => <li key={`-${at}`} data-kind="removed"><span className="diff-sign" aria-label={t('world.removed')}>−</span><ValueView value={one} /></li>)}{row.added.map((one, at) => <li key={`+${at}`} data-kind="added"><span className="diff-sign" aria-label={t('world.added')}>+</span><ValueView value={one} /></li>)}</ul>
          : <span className="diff-pair"><span className="diff-before"><ValueView value={row.before} /></span><ArrowRight size={14} aria-label={t('world.becomes')} /><span className="diff-after"><ValueView value={row.after} /></span></span>}
      </td>
    </tr>
  )
}

function Change({ change }: { change: StateChange }) {
  const t = useText()
  const types = useWorld((s) => s.files?.schema.types) ?? {}
  const rows = diffRows(change.before, change.after, Object.hasOwn(types, change.subject.type) ? types[change.subject.type] : undefined)
  return (
    <section className="diff-subject" data-testid="diff-subject" data-id={change.subject.id} data-at={change.at} data-value={JSON.stringify(change.after)}>
      <h4><span data-user-content>{change.subject.name}</span>{change.before === null && <span className="tag">{t('world.newHere')}</span>}</h4>
      {rows.length === 0 ? <p className="muted small">{t('world.noDifference')}</p> : <table className="diff-table"><tbody>{rows.map((row) => <Row key={row.path} row={row} />)}</tbody></table>}
    </section>
  )
}

/** Before and after of everyone a write touches, and the issues it would cause: a dry run, nothing is saved. */
export function SliceDiff({ preview, stale }: { preview: WorldPreview; stale: boolean }) {
  const t = useText()
  return (
    <div className="slice-diff" data-testid="slice-diff" data-state={stale ? 'stale' : 'fresh'} aria-busy={stale}>
      {preview.changes.length === 0 && <p className="muted">{t('world.noDifference')}</p>}
      {preview.changes.map((change) => <Change key={`${change.subject.id} ${change.at}`} change={change} />)}
      {preview.issues.length > 0 && <section className="diff-issues"><h4>{t('world.wouldCause', { count: preview.issues.length })}</h4><ul>{preview.issues.map((issue, at) => <IssueCard key={`${issue.code}-${at}`} issue={issue} testId="diff-issue" />)}</ul></section>}
      {preview.issues.length === 0 && <p className="diff-fine muted">{t('world.noNewIssues')}</p>}
    </div>
  )
}
