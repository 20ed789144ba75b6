import { call } from '../../bridge/call'
import { isMessageKey } from '../../i18n/message-key'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { useTranscript } from '../../stores/transcript'
import { Button } from '../../ui/button'
import { amount } from './amount'

/** A pause or an interruption, with its reason and Continue; only the author goes on. */
export function StateBar() {
  const t = useText()
  const { snapshot, sessionId } = useTranscript()
  if (!snapshot || sessionId === null) return null
  const paused = snapshot.pause
  if (!paused && snapshot.session.status !== 'interrupted') return null
  const values = paused?.values ?? {}
  const budget = paused?.code === 'BUDGET' ? `sessions.budget.${String(values['scope'])}` : ''
  const why = isMessageKey(budget) ? budget : `sessions.pause.${paused?.code}`
  const unit = String(values['unit'] ?? '')
  const shown = budget === '' ? values : Object.fromEntries(['limit', 'spent', 'next'].map((name) => [name, amount(t, Number(values[name]), unit)]))
  return (
    <div className="state-bar" data-testid="state-bar" role="status" data-code={paused?.code}>
      <span title={paused?.text}>{paused ? `${t('sessions.paused')} ${isMessageKey(why) ? t(why, shown) : ''}` : t('sessions.interruptedBar')}{paused && !isMessageKey(why) && <span data-user-content>{paused.text}</span>}</span>
      <Button size="small" onClick={() => void attempt(() => call('sessions.continue', { project: projectId(), sessionId }))}>{t('sessions.continue')}</Button>
    </div>
  )
}
