import { ArrowUp, Clock, Square } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { WorkMode } from '@shared/tool-result'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId, useApp, useReadOnly } from '../../stores/app'
import { draftKey, draftOf, setDraft, useComposer } from '../../stores/composer'
import { useLayout } from '../../stores/layout'
import { useNewSession } from '../../stores/new-session'
import { attempt } from '../../stores/notices'
import { useSessions } from '../../stores/sessions'
import { useTranscript } from '../../stores/transcript'
import { IconButton } from '../../ui/button'
import { composing } from '../../ui/composing'
import { setWorkMode } from './head-controls'
import { askedAlone, sendMessage } from './send-message'

const lastOwnWords = (): string => {
  const { entries, total } = useTranscript.getState()
  for (let i = total - 1; i >= 0; i -= 1) { const entry = entries.get(i); if (entry?.payload['role'] === 'user' && entry.origin === 'user') return String(entry.payload['text']) }
  return ''
}

/** Enter sends, Shift+Enter breaks (swappable), never while composing; Shift+Tab cycles the work mode; Esc stops. */
export function Composer() {
  const t = useText()
  const sessionId = useLayout((s) => s.sessionId)
  const session = useSessions((s) => s.list.find((one) => one.id === sessionId)) ?? null
  const focusAsked = useComposer((s) => s.focusAsked)
  const enterSends = useApp((s) => s.ui?.sendWithEnter ?? true)
  const readOnly = useReadOnly()
  const area = useRef<HTMLTextAreaElement>(null)
  const key = draftKey(sessionId)
  const draft = useLayout((s) => s.drafts[key] ?? '')
  const running = session?.status === 'running'
  const asked = useTranscript((s) => askedAlone(s.calls) !== null)
  const approvedRuns = useTranscript((s) => s.calls.some((open) => open.state === 'running'))
  const stoppable = running || asked || approvedRuns
  const archived = session?.status === 'archived'
  useEffect(() => {
    if (!focusAsked) return
    area.current?.focus()
    useComposer.getState().focusTaken()
  }, [focusAsked])
  const send = async (how: 'prompt' | 'steer' | 'followup') => {
    const text = draft.trim()
    if (text === '') return
    setDraft(key, '')
    // Not taken: the words come back, before what was typed meanwhile.
    if (!(await sendMessage(text, how))) setDraft(key, [text, draftOf(key)].filter((part) => part !== '').join('\n'))
  }
  const stop = () => { if (session) void attempt(() => call('sessions.cancel', { project: projectId(), sessionId: session.id })) }
  const cycle = () => {
    const modes = WorkMode.options
    const now = session?.workMode ?? useNewSession.getState().workMode
    setWorkMode(session, modes[(modes.indexOf(now) + 1) % modes.length] ?? 'normal')
  }
  const keys = (event: KeyboardEvent) => {
    if (composing(event)) return
    const enter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey
    const acts: [boolean, () => void][] = [
      [enter && event.shiftKey !== enterSends, () => void send(running ? 'steer' : 'prompt')],
      [event.key === 'Tab' && event.shiftKey, cycle],
      [event.key === 'Escape' && (running || approvedRuns), stop],
      [event.key === 'ArrowUp' && draft === '', () => setDraft(key, lastOwnWords())],
    ]
    const act = acts.find(([is]) => is)?.[1]
    if (act) { event.preventDefault(); act() }
  }
  return (
    <div className="composer-box">
      <textarea ref={area} className="input composer" data-testid="composer" data-user-content rows={3} aria-label={t('sessions.composer')} title={t(enterSends ? 'sessions.enterSends' : 'sessions.modEnterSends')} disabled={archived || readOnly}
        placeholder={t(archived ? 'sessions.archived' : asked ? 'sessions.composerAnswer' : running ? 'sessions.composerSteer' : 'sessions.composerHint')} value={draft} onChange={(event) => setDraft(key, event.target.value)} onKeyDown={keys} />
      <div className="composer-buttons">
        {running && draft.trim() !== '' && <IconButton label={t('sessions.later')} testId="send-later" onClick={() => void send('followup')}><Clock size={16} aria-hidden /></IconButton>}
        {stoppable && <IconButton label={t('sessions.stop')} testId="stop" className="stop" onClick={stop}><Square size={14} aria-hidden /></IconButton>}
        <IconButton label={t('sessions.send')} testId="send" className="send" disabled={draft.trim() === '' || archived || readOnly} onClick={() => void send(running ? 'steer' : 'prompt')}><ArrowUp size={16} aria-hidden /></IconButton>
      </div>
    </div>
  )
}
