import { useState } from 'react'
import { faultText } from '../../i18n/fault-text'
import { useText } from '../../i18n/text'
import { attempt } from '../../stores/notices'
import { Button } from '../../ui/button'
import { OriginalWords } from '../../ui/original-words'
import { visibleText } from '@shared/visible-text'

interface Checked { ok: boolean; ms: number; message: string; code?: string | null }
interface Props { check: () => Promise<Checked>; testId: string; /** Another number: what is tried has changed, and the last answer no longer holds. */ changes?: number }
/** Nobody was asked: there are no other words. */
const saysAll: ReadonlySet<string> = new Set(['SEARCH_NOT_CONFIGURED', 'EMBEDDING_NOT_CONFIGURED'])

type Said = { changes: number; checked: Checked | null }

/** Makes one small live call and says how it went; as the other side put it behind "Details". */
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
  const code = checked.code ?? ''
  return (
    <>
      <span role="status" className="bad">{faultText({ code, message: checked.message }).line}</span>
      {checked.message !== '' && !saysAll.has(code) && <OriginalWords words={visibleText(checked.message)} />}
    </>
  )
}
