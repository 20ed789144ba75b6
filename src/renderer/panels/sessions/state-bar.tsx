import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { useTranscript } from '../../stores/transcript'
import { Button } from '../../ui/button'
import { OriginalWords } from '../../ui/original-words'
import { visibleText } from '@shared/visible-text'
import { pauseText } from './pause-words'

/** A pause or an interruption, with its reason and Continue; only the author goes on. */
export function StateBar() {
  const t = useText()
  const snapshot = useTranscript((s) => s.snapshot)
  const sessionId = useTranscript((s) => s.sessionId)
  if (!snapshot || sessionId === null) return null
  const paused = snapshot.pause
  if (!paused && snapshot.session.status !== 'interrupted') return null
  const why = paused ? pauseText(t, paused) : ''
  return (
    <div className="state-bar" data-testid="state-bar" role="status" data-code={paused?.code}>
      <div className="state-why">
        <span>{paused ? `${t('sessions.paused')} ${why ?? ''}` : t('sessions.interruptedBar')}{paused && why === null && <span data-user-content>{paused.text}</span>}</span>
        {paused && why !== null && <OriginalWords words={visibleText(paused.text)} />}
      </div>
      <Button size="small" onClick={() => void attempt(() => call('sessions.continue', { project: projectId(), sessionId }))}>{t('sessions.continue')}</Button>
    </div>
  )
}
