import type { Effect } from '@shared/tool-result'
import { isMessageKey } from '@shared/i18n'
import { useText } from '../../i18n/text'
import { visibleText } from '@shared/visible-text'

/** An act in a web page that waits: what it is, on which host and address, on what there, and all that would be typed (05 §6). */
export function BrowserCard({ effect }: { effect: Effect }) {
  const t = useText()
  const key = `approvals.browser.${effect.action}`
  const value = (field: string) => effect.fields?.find((each) => each.field === field)?.to
  const role = `approvals.browser.role.${String(value('role'))}`
  const name = value('name')
  const text = value('text')
  return (
    <li className="effect" data-kind="browser" data-id={effect.target} data-action={effect.action}>
      <p className="effect-head"><strong>{isMessageKey(key) ? t(key) : effect.action}</strong><span data-user-content data-testid="browser-host">{visibleText(effect.target)}</span></p>
      <pre className="diff" data-user-content data-testid="browser-address">{visibleText(effect.resolved ?? effect.preview)}</pre>
      {isMessageKey(role) && <p className="effect-head" data-testid="browser-element">{t(role)}<span data-user-content>{visibleText(String(name))}</span></p>}
      {typeof text === 'string' && <p className="muted">{t('approvals.browser.text')}</p>}
      {typeof text === 'string' && <pre className="diff" data-user-content data-testid="browser-text">{visibleText(text)}</pre>}
      {value('submit') === true && <p className="muted">{t('approvals.browser.submits')}</p>}
      <p className="muted">{t(effect.action === 'extract' || effect.action === 'screenshot' ? 'approvals.browser.reads' : effect.action === 'navigate' ? 'approvals.web.leaves' : 'approvals.browser.leaves')}</p>
    </li>
  )
}
