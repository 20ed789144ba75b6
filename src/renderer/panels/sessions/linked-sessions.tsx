import { CornerLeftUp } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '@shared/session'
import { useText } from '../../i18n/text'
import { useSessions } from '../../stores/sessions'
import { sessionTitle } from './session-title'

const atOnce = 3

/** The way back to whoever asked, and the assistants this one asked, each with its state; live (09 §6). */
export function LinkedSessions({ session }: { session: Session }) {
  const t = useText()
  const { list, open } = useSessions()
  const [all, setAll] = useState(false)
  const parent = list.find((one) => one.id === session.parentId)
  const children = list.filter((one) => one.parentId === session.id && one.kind !== 'system' && !one.detached && one.status !== 'archived').toSorted((a, b) => b.id - a.id)
  if (!parent && children.length === 0) return null
  const title = (one: Session) => sessionTitle(one, t('sessions.placeholder'))
  const shown = all ? children : children.slice(0, atOnce)
  return (
    <nav className="session-links" aria-label={t('sessions.linked')}>
      {parent && <button type="button" className="session-link" data-testid="session-parent" data-id={parent.id} title={t('sessions.parent', { title: title(parent) })} aria-label={t('sessions.parent', { title: title(parent) })} data-user-content onClick={() => open(parent.id)}><CornerLeftUp size={13} aria-hidden /><span className="ellipsis">{title(parent)}</span></button>}
      {shown.map((child) => (
        <button key={child.id} type="button" className="session-link" data-testid="session-link" data-id={child.id} data-state={child.status} title={title(child)} onClick={() => open(child.id)}>
          {child.unread && <span className="dot unread" role="img" aria-label={t('sessions.unread')} />}
          <span className="ellipsis" data-user-content>{title(child)}</span>
          <span className="session-state" data-state={child.status}>{t(`sessions.state.${child.status}`)}</span>
        </button>
      ))}
      {children.length > shown.length && <button type="button" className="session-link" onClick={() => setAll(true)}>{t('sessions.moreLinked', { count: children.length - shown.length })}</button>}
    </nav>
  )
}
