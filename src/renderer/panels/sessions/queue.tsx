import { X } from 'lucide-react'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { useTranscript } from '../../stores/transcript'
import { IconButton } from '../../ui/button'
import { JobEnded } from './job-ended'

/** Messages not yet used; each can be taken back (A6). */
export function Queue() {
  const t = useText()
  const queue = useTranscript((s) => s.queue)
  const sessionId = useTranscript((s) => s.sessionId)
  if (queue.length === 0 || sessionId === null) return null
  return (
    <ul className="queue" data-testid="queue" aria-label={t('sessions.queue')}>
      {queue.map((item) => (
        <li key={item.id} data-testid="queue-item" data-id={item.id} data-kind={item.kind}>
          <span className="tag">{t(`sessions.queue.${item.kind}`)}</span>{item.source?.job ? <span className="ellipsis"><JobEnded {...item.source.job} /></span> : <span className="ellipsis" data-user-content>{item.text}</span>}{item.pictures !== undefined && <span className="muted">{t('sessions.pictureCount', { count: item.pictures.length })}</span>}
          <IconButton label={t('sessions.queue.remove')} onClick={() => void attempt(() => call('sessions.unqueue', { project: projectId(), sessionId, id: item.id }))}><X size={14} aria-hidden /></IconButton>
        </li>
      ))}
    </ul>
  )
}
