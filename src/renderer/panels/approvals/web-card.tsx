import type { Effect } from '@shared/tool-result'
import { useText } from '../../i18n/text'
import { visibleText } from '@shared/visible-text'

/** An address that waits: the host as it is dialled, then the whole of it (05 §6). */
export function WebCard({ effect }: { effect: Effect }) {
  const t = useText()
  return (
    <li className="effect" data-kind="web" data-id={effect.target}>
      <p className="effect-head"><strong>{t('approvals.web.visit')}</strong><span data-user-content data-testid="web-host">{visibleText(effect.target)}</span></p>
      <pre className="diff" data-user-content data-testid="web-address">{visibleText(effect.resolved ?? effect.preview)}</pre>
      <p className="muted">{t('approvals.web.leaves')}</p>
    </li>
  )
}
