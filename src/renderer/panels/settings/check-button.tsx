import { useState } from 'react'
import { isMessageKey } from '../../i18n/message-key'
import { useText } from '../../i18n/text'
import { attempt } from '../../stores/notices'
import { Button } from '../../ui/button'

interface Checked { ok: boolean; ms: number; message: string; code?: string | null }
interface Props { check: () => Promise<Checked>; testId: string; /** Another number: what is tried has changed, and the last answer no longer holds. */ changes?: number }
type Said = { changes: number; checked: Checked | null }

/** Makes one small live call and says how it went: in words where it is known, and as the other side put it. */
export function CheckButton({ check, testId, changes = 0 }: Props) {
  const t = useText()
  const [said, setSaid] = useState<Said | null>(null)
  const run = async () => {
    setSaid({ changes, checked: null })
    const checked = await attempt(check)
    setSaid(checked && { changes, checked })
  }
  return (
    <>
      <Button size="small" testId={testId} onClick={() => void run()}>{t('settings.check')}</Button>
      {said !== null && said.changes === changes && <Answer checked={said.checked} />}
    </>
  )
}

function Answer({ checked }: { checked: Checked | null }) {
  const t = useText()
  if (checked === null) return <span role="status" className="muted">{t('settings.checking')}</span>
  if (checked.ok) return <span role="status" className="muted">{t('settings.checkOk', { ms: checked.ms })}</span>
  const key = `fault.${checked.code ?? ''}`
  return <span role="status" className="bad">{isMessageKey(key) && <>{t(key)} </>}<span data-user-content>{checked.message}</span></span>
}
