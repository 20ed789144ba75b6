import { useState, type KeyboardEvent } from 'react'
import type { Entry, Picture } from '@shared/session'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { useTranscript } from '../../stores/transcript'
import { Button } from '../../ui/button'
import { composing } from '../../ui/composing'
import { BranchSwitch } from './branch-switch'
import { forkFrom } from './fork'
import { Pictures } from './pictures'

/** The author's own words; changing them sends a sibling, nothing is overwritten. */
export function UserEntry({ entry, text, pictures }: { entry: Entry; text: string; pictures: readonly Picture[] }) {
  const t = useText()
  const [draft, setDraft] = useState<string | null>(null)
  const sessionId = useTranscript((s) => s.sessionId)
  const send = () => {
    if (draft === null || draft.trim() === '' || sessionId === null) return
    void attempt(() => call('sessions.edit', { project: projectId(), sessionId, entryId: entry.id, text: draft.trim() }))
    setDraft(null)
  }
  const keys = (event: KeyboardEvent) => {
    if (composing(event)) return
    if (event.key === 'Escape') setDraft(null)
    if (event.key === 'Enter' && !event.shiftKey) { event.preventDefault(); send() }
  }
  return (
    <div className="entry user" tabIndex={-1} data-testid="entry" data-id={entry.id} data-kind="user">
      <span className="entry-who">{t('sessions.you')}</span>
      {draft === null ? <p data-user-content>{text}</p> : <textarea className="input" autoFocus data-user-content aria-label={t('sessions.edit')} value={draft} onChange={(e) => setDraft(e.target.value)} onKeyDown={keys} />}
      <Pictures pictures={pictures} />
      <div className="entry-tools">
        <BranchSwitch entry={entry} />
        {draft === null
          ? <><Button size="small" kind="quiet" onClick={() => setDraft(text)}>{t('sessions.edit')}</Button><Button size="small" kind="quiet" onClick={() => void forkFrom(entry.id)}>{t('sessions.fork')}</Button></>
          : <><Button size="small" kind="quiet" onClick={() => setDraft(null)}>{t('common.cancel')}</Button><Button size="small" kind="primary" onClick={send}>{t('sessions.send')}</Button></>}
      </div>
    </div>
  )
}
