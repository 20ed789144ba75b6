import { useState, type KeyboardEvent } from 'react'
import type { Fault } from '@shared/fault'
import type { WorldFileName } from '@shared/procedures/world'
import { useText } from '../../../i18n/text'
import { useReadOnly } from '../../../stores/app'
import { inform } from '../../../stores/notices'
import { useWorldDrafts } from '../../../stores/world-drafts'
import { Button } from '../../../ui/button'
import { sends } from '../../../ui/send-keys'
import { ErrorNote } from '../../../ui/error-note'
import { LateLoading } from '../../../ui/late-loading'
import { IssueCard } from '../issues/issue-card'
import { ProblemList } from './problem-list'
import { RulesSummary } from './rules-summary'
import { TemplateChoice } from './template-picker'
import { TextEditor } from './text-editor'
import { saveText, useCheck, useWorldText, type Checked } from './use-world-file'

/** What would come of the text: the issues a schema causes, how a calendar writes some times. */
function Outcome({ file, checked, stale, dirty }: { file: WorldFileName; checked: Checked | null; stale: boolean; dirty: boolean }) {
  const t = useText()
  if (!checked || checked.problems.length > 0) return null
  if (file === 'calendar') {
    return (
      <section className="file-outcome" data-state={stale ? 'stale' : 'fresh'}>
        <h2>{t('world.calendarExamples')}</h2>
        <ul className="calendar-examples">{checked.examples.map(({ instant, time }) => <li key={instant} data-testid="calendar-example" data-value={instant}><span data-user-content>{time}</span><span className="muted">{instant}</span></li>)}</ul>
      </section>
    )
  }
  if (checked.issues.length === 0) return dirty ? <p className="muted small" data-testid="schema-fine">{t('world.schemaFine')}</p> : null
  return (
    <section className="file-outcome" data-testid="schema-issues" data-value={checked.issues.length} data-state={stale ? 'stale' : 'fresh'}>
      <h2>{t(dirty ? 'world.schemaWouldCause' : 'world.schemaCauses', { count: checked.issues.length })}</h2>
      <ul>{checked.issues.map((issue, at) => <IssueCard key={at} issue={issue} testId="schema-issue" />)}</ul>
    </section>
  )
}

function Elsewhere({ onKeep, onTake }: { onKeep: () => void; onTake: () => void }) {
  const t = useText()
  return <div className="form-note" data-kind="warn" role="status" data-testid="file-meanwhile"><p>{t('world.fileMeanwhile')}</p><div className="row"><Button size="small" onClick={onKeep}>{t('board.keepMine')}</Button><Button size="small" onClick={onTake}>{t('board.takeTheirs')}</Button></div></div>
}

/** Schema or calendar as a text, checked while it is written; what it means stands beside it. */
export function FileView({ file }: { file: WorldFileName }) {
  const t = useText()
  const readOnly = useReadOnly()
  const { stored, text, dirty, changedElsewhere, type, drop, rebase } = useWorldText(file)
  const { checked, fault, stale } = useCheck(file, text, dirty)
  const [refused, setRefused] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  const editor = `${file}-text`
  const problems = checked?.problems ?? []
  const canSave = dirty && !readOnly && !busy && !changedElsewhere && !stale && problems.length === 0
  if (!stored) return <LateLoading />
  const save = async () => {
    if (!canSave) return
    setBusy(true)
    const said = await saveText(file, text, stored.hash)
    setBusy(false)
    setRefused(said)
    if (!said) inform(t(file === 'schema' ? 'world.schemaSaved' : 'world.calendarSaved'))
  }
  const discard = () => { drop(); inform(t('world.draftDropped'), { label: t('common.undo'), run: () => useWorldDrafts.getState().putText(file, { text, base: stored.hash }) }) }
  const keys = (event: KeyboardEvent) => { if (sends(event)) { event.preventDefault(); void save() } }
  return (
    <section className="file-view" data-testid={`world-${file}`} data-state={dirty ? 'dirty' : 'clean'} onKeyDown={keys}>
      <div className="file-tools board-tools">
        <span className="muted file-about">{t(file === 'schema' ? 'world.aboutSchema' : 'world.aboutCalendar')}</span>
        <TemplateChoice disabled={readOnly} onPick={(template) => type(template[file])} />
      </div>
      <div className="file-columns">
        <TextEditor label={t(file === 'schema' ? 'world.tab.rules' : 'world.tab.calendar')} value={text} problems={problems} readOnly={readOnly} testId={editor} onType={type} />
        <aside className="file-side" tabIndex={0} aria-label={t('world.fileMeans')}>
          {changedElsewhere && <Elsewhere onKeep={rebase} onTake={drop} />}
          {(refused ?? fault) && <ErrorNote fault={(refused ?? fault) as Fault} />}
          <ProblemList problems={problems} editor={editor} />
          <Outcome file={file} checked={checked} stale={stale} dirty={dirty} />
          {file === 'schema' && !dirty && <RulesSummary />}
        </aside>
      </div>
      <footer className="composer-foot">
        <Button kind="primary" testId={`${file}-save`} disabled={!canSave} onClick={() => void save()}>{t('common.save')}</Button>
        <span className="muted keys-hint" aria-hidden>{t('world.saveKeys')}</span>
        <span className="board-gap" />
        {dirty && <span className="muted small">{t('world.draftKept')}</span>}
        {dirty && <Button kind="quiet" size="small" onClick={discard}>{t('world.dropDraft')}</Button>}
      </footer>
    </section>
  )
}
