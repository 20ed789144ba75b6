import { useState } from 'react'
import type { Fault } from '@shared/fault'
import { faultText } from '../i18n/fault-text'
import { useText } from '../i18n/text'
import { Button } from './button'
import { openSettings, sectionFor } from './fault-way'

/** One error, where it happened: what, what next, details on demand (09 §1); `opened` where only the details say what to mend. */
export function ErrorNote({ fault, onRetry, testId, opened = false }: { fault: Fault; onRetry?: () => void; testId?: string; opened?: boolean }) {
  const t = useText()
  const [open, setOpen] = useState(opened)
  const { line, details } = faultText(fault)
  const section = sectionFor(fault)
  return (
    <div className="error-note" role="alert" data-testid={testId} data-code={fault.code}>
      <span>{line}</span>
      <span style={{ display: 'flex', gap: 8 }}>
        {section && <Button size="small" testId="to-settings" onClick={() => openSettings(section)}>{t('settings.goTo')}</Button>}
        {onRetry && <Button size="small" onClick={onRetry}>{t('common.retry')}</Button>}
        <Button size="small" kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>{t('common.details')}</Button>
      </span>
      {open && <pre data-testid="error-details" data-user-content>{details}</pre>}
    </div>
  )
}
