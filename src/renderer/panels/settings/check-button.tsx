import { useState } from 'react'
import { useText } from '../../i18n/text'
import { attempt } from '../../stores/notices'
import { Button } from '../../ui/button'

interface Props { check: () => Promise<{ ok: boolean; ms: number; message: string }>; testId: string }

/** Makes one small live call and says how it went. */
export function CheckButton({ check, testId }: Props) {
  const t = useText()
  const [said, setSaid] = useState<{ ok: boolean; text: string } | null>(null)
  const run = async () => {
    setSaid({ ok: true, text: t('settings.checking') })
    const done = await attempt(check)
    setSaid(done ? { ok: done.ok, text: done.ok ? t('settings.checkOk', { ms: done.ms }) : done.message } : null)
  }
  return (
    <>
      <Button size="small" testId={testId} onClick={() => void run()}>{t('settings.check')}</Button>
      {said && <span role="status" className={said.ok ? 'muted' : 'bad'} data-user-content={said.ok ? undefined : ''}>{said.text}</span>}
    </>
  )
}
