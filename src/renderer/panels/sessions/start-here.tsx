import { useText } from '../../i18n/text'
import { Button } from '../../ui/button'
import { sendMessage } from './send-message'

const examples = ['sessions.example.tour', 'sessions.example.read', 'sessions.example.plan'] as const

/** An empty conversation: three requests that work at once. */
export function StartHere() {
  const t = useText()
  return (
    <div className="start-here">
      <p>{t('sessions.empty')}</p>
      {examples.map((key) => <Button key={key} size="small" onClick={() => void sendMessage(t(key), 'prompt')}>{t(key)}</Button>)}
    </div>
  )
}
