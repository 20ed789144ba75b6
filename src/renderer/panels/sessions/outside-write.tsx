import { X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../bridge/call'
import { onEvent } from '../../bridge/event-stream'
import { useText } from '../../i18n/text'
import { projectId, useReadOnly } from '../../stores/app'
import { attempt } from '../../stores/notices'
import { Button, IconButton } from '../../ui/button'
import { visibleText } from '@shared/visible-text'

interface Roots { roots: readonly string[]; offer: string | null }

/** The folders a conversation may write in outside the novel, and what could be granted for a refused path; live. */
function useRoots(sessionId: number, path?: string): Roots {
  const [found, setFound] = useState<Roots>({ roots: [], offer: null })
  const ask = useCallback(() => {
    void call('sessions.writeRoots', { project: projectId(), sessionId, ...(path === undefined ? {} : { path }) }).then(setFound, () => undefined)
  }, [sessionId, path])
  useEffect(() => {
    ask()
    return onEvent('session.changed', ({ session }) => { if (session.id === sessionId) ask() })
  }, [ask, sessionId])
  return found
}

const change = (name: 'sessions.grantWriteRoot' | 'sessions.revokeWriteRoot', sessionId: number, folder: string) => void attempt(() => call(name, { project: projectId(), sessionId, folder }))

/** Beside a write that was refused because it leaves the novel: the author may allow its folder, for this conversation (06 §1.1). */
export function OutsideWrite({ sessionId, path }: { sessionId: number; path: string }) {
  const t = useText()
  const readOnly = useReadOnly()
  const { roots, offer } = useRoots(sessionId, path)
  if (offer === null) return null
  const shown = { folder: visibleText(offer) }
  if (roots.includes(offer)) return <p className="muted outside-write" data-testid="outside-granted">{t('sessions.outsideGranted', shown)}</p>
  return (
    <div className="outside-write" data-testid="outside-write">
      <p>{t('sessions.outsideAsk')}</p>
      <Button size="small" disabled={readOnly} onClick={() => change('sessions.grantWriteRoot', sessionId, offer)}>{t('sessions.outsideGrant', shown)}</Button>
    </div>
  )
}

/** What the author has allowed this conversation, each with its way back. */
export function WriteRootList({ sessionId }: { sessionId: number }) {
  const t = useText()
  const { roots } = useRoots(sessionId)
  if (roots.length === 0) return null
  return (
    <ul className="write-roots" aria-label={t('sessions.outsideList')} data-testid="write-roots">
      <li className="muted">{t('sessions.outsideList')}</li>
      {roots.map((folder) => (
        <li key={folder}>
          <span className="ellipsis" title={visibleText(folder)} data-user-content>{visibleText(folder)}</span>
          <IconButton label={t('sessions.outsideRevoke', { folder: visibleText(folder) })} onClick={() => change('sessions.revokeWriteRoot', sessionId, folder)}><X size={12} aria-hidden /></IconButton>
        </li>
      ))}
    </ul>
  )
}
