import { X } from 'lucide-react'
import type { Fault } from '@shared/fault'
import { faultText } from '../i18n/fault-text'
import { useText } from '../i18n/text'
import { useNotices } from '../stores/notices'
import { Button, IconButton } from './button'
import { openSettings, sectionFor } from './fault-way'

/** To where the author mends it, if that is in the settings. */
function Way({ fault, onGone }: { fault: Fault; onGone: () => void }) {
  const t = useText()
  const section = sectionFor(fault)
  return section && <Button size="small" testId="to-settings" onClick={() => { openSettings(section); onGone() }}>{t('settings.goTo')}</Button>
}

/** Toasts in the lower left corner, away from the caret. */
export function Toaster() {
  const t = useText()
  const { notices, dismiss } = useNotices()
  return (
    <div className="toasts" role="region" aria-label={t('frame.toasts')}>
      {notices.map(({ id, kind, text, fault, action, times }) => (
        <div key={id} className="toast" data-testid="toast" data-kind={kind} role={kind === 'error' ? 'alert' : 'status'} data-code={fault?.code} title={fault ? faultText(fault).details : undefined}>
          <span className="toast-text">{fault ? faultText(fault).line : text}{times > 1 && <span className="muted" data-testid="toast-times" data-value={times}>{` ×${times}`}</span>}</span>
          {fault && <Way fault={fault} onGone={() => dismiss(id)} />}
          {action && <Button size="small" onClick={() => { action.run(); dismiss(id) }}>{action.label}</Button>}
          <IconButton label={t('frame.dismiss')} onClick={() => dismiss(id)}><X size={14} aria-hidden /></IconButton>
        </div>
      ))}
    </div>
  )
}
