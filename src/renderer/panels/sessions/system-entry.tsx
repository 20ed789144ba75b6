import { withoutHead } from '@shared/from-app'
import { WorkMode } from '@shared/tool-result'
import type { Entry } from '@shared/session'
import { useText } from '../../i18n/text'
import { useSessions } from '../../stores/sessions'
import { Button } from '../../ui/button'
import { OriginalWords } from '../../ui/original-words'
import { visibleText } from '@shared/visible-text'
import { JobEnded, type EndedJob } from './job-ended'

/** What the engine only tells the model: the author would read instructions meant for someone else. */
const silent = new Set(['nudge', 'continue', 'cut', 'date', 'recall'])

/** Where the conversation was summarised for the model; every word above is still here. */
export function SummaryMark({ entry }: { entry: Entry }) {
  const t = useText()
  const { mechanical, text } = entry.payload
  return (
    <details className="entry-mark summary-mark" data-testid="entry" data-id={entry.id} data-kind="summary" data-state={mechanical === true ? 'mechanical' : 'written'}>
      <summary>{t(mechanical === true ? 'sessions.summarisedPlain' : 'sessions.summarised')}</summary>
      <pre className="summary-text" data-user-content>{String(text ?? '')}</pre>
    </details>
  )
}

/** The conversation that keeps what was done, and where it goes on. */
function OpenWork({ sessionId }: { sessionId: number }) {
  const t = useText()
  return <Button size="small" testId="job-ended-open" onClick={() => useSessions.getState().open(sessionId)}>{t('jobs.openSession')}</Button>
}

/** What a job, a schedule or another assistant says to this one: never in the author's voice (09 §6). */
export function SentEntry({ entry, text, by, job }: { entry: Entry; text: string; by: Entry['origin']; job: EndedJob | null }) {
  const t = useText()
  return (
    <div className="entry system" tabIndex={-1} data-testid="entry" data-id={entry.id} data-kind="system">
      <span className="entry-who">{t(by === 'model' ? 'sessions.fromAgent' : 'sessions.system')}</span>
      {job === null ? <p data-user-content>{withoutHead(text)}</p> : <><p data-testid="job-ended"><JobEnded {...job} /></p>{job.status === 'interrupted' && job.sessionId !== undefined && <OpenWork sessionId={job.sessionId} />}<OriginalWords words={visibleText(text)} /></>}
    </div>
  )
}

/** A message that is neither the author's nor the model's, told apart at first sight (09 §6). */
export function SystemEntry({ entry }: { entry: Entry }) {
  const t = useText()
  const { kind, mode, form, text, shown, undone } = entry.payload
  if (typeof kind === 'string' && silent.has(kind)) return null
  if (kind === 'mode') {
    const now = WorkMode.safeParse(mode)
    if (!now.success || form === 'short' || form === 'line') return null
    return <p className="entry-mark" data-testid="entry" data-id={entry.id} data-kind="mode">{t('sessions.modeNow', { mode: t(`sessions.mode.${now.data}`) })}</p>
  }
  return (
    <div className="entry system" tabIndex={-1} data-testid="entry" data-id={entry.id} data-kind="system">
      <span className="entry-who">{t('sessions.system')}</span>
      {kind === 'interrupted' ? <p>{t(undone === true ? 'sessions.interruptedNotDone' : 'sessions.interruptedCalls')}</p> : <p data-user-content>{String(shown ?? text ?? '')}</p>}
    </div>
  )
}
