import { useEffect, useState } from 'react'
import { providerTrouble } from '@shared/provider-trouble'
import { isMessageKey } from '@shared/i18n'
import { useText } from '../../i18n/text'
import type { Retry } from '../../stores/transcript'

/** Why the service is asked again, and the seconds until then as they go by. */
export function RetryNote({ retry }: { retry: Retry }) {
  const t = useText()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const key = `sessions.retrying.${providerTrouble(retry.why)}`
  const seconds = Math.max(0, Math.ceil((retry.at - now) / 1_000))
  return <p className="muted entry-note" role="status" data-testid="retry-note">{t(isMessageKey(key) ? key : 'sessions.retrying.error', { seconds, attempt: retry.attempt })}</p>
}
