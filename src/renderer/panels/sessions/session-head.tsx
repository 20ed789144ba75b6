import { ChevronDown, Plus } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import type { Session } from '@shared/session'
import { Popover } from 'radix-ui'
import { call } from '../../bridge/call'
import { useText } from '../../i18n/text'
import { projectId } from '../../stores/app'
import { useLayout } from '../../stores/layout'
import { attempt } from '../../stores/notices'
import { useSessions } from '../../stores/sessions'
import { IconButton } from '../../ui/button'
import { composing } from '../../ui/composing'
import { moveInList } from '../../ui/list-keys'
import { RowMenu } from '../../ui/menu'
import { visibleText } from '../approvals/visible-text'
import { exportSession } from './export-session'
import { HeadControls } from './head-controls'
import { WriteRootList } from './outside-write'

export const sessionTitle = (session: Session, placeholder: string) => (session.title === '' ? placeholder : visibleText(session.title))

function Row({ session, onOpen, depth }: { session: Session; onOpen: () => void; depth: number }) {
  const t = useText()
  const [editing, setEditing] = useState(false)
  const rename = (title: string) => {
    setEditing(false)
    if (title.trim() !== '' && title.trim() !== session.title) void attempt(() => call('sessions.rename', { project: projectId(), sessionId: session.id, title: title.trim() }))
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (composing(event)) return
    if (event.key === 'Enter') rename(event.currentTarget.value)
    if (event.key === 'Escape') setEditing(false)
  }
  const archived = session.status === 'archived'
  const entries = [{ label: t('sessions.rename'), keys: 'F2', onSelect: () => setEditing(true) }, { label: t(archived ? 'sessions.unarchive' : 'sessions.archive'), onSelect: () => void attempt(() => call('sessions.archive', { project: projectId(), sessionId: session.id, archived: !archived })) }, { label: t('sessions.export'), onSelect: () => void attempt(() => exportSession(session.id, t)) }]
  if (editing) return <li><input className="input" autoFocus data-user-content aria-label={t('sessions.rename')} defaultValue={session.title} onKeyDown={keys} onBlur={(e) => rename(e.currentTarget.value)} /></li>
  return (
    <RowMenu entries={entries}>
      <li style={{ paddingLeft: depth * 14 }}>
        <button type="button" data-row className="session-row" data-testid="session-row" data-id={session.id} data-state={session.status} onClick={onOpen} onKeyDown={(event) => { if (event.key === 'F2') setEditing(true) }}>
          {session.unread && <span className="dot unread" />}
          <span className="ellipsis" data-user-content={session.title === '' ? undefined : ''}>{sessionTitle(session, t('sessions.placeholder'))}</span>
          <span className="session-state" data-state={session.status}>{session.status === 'idle' ? '' : t(`sessions.state.${session.status}`)}</span>
        </button>
      </li>
    </RowMenu>
  )
}

/** Root conversations, each with the agents linked to it below. */
function SessionList({ onDone }: { onDone: () => void }) {
  const t = useText()
  const { list, open } = useSessions()
  const known = new Set(list.map((s) => s.id))
  const below = (session: Session): Session[] => [session, ...list.filter((s) => s.parentId === session.id).flatMap(below)]
  const rows = list.filter((s) => s.parentId === null || !known.has(s.parentId)).flatMap(below)
  if (rows.length === 0) return <p className="muted session-none">{t('sessions.none')}</p>
  return <ul className="session-rows" onKeyDown={moveInList}>{rows.map((session) => <Row key={session.id} session={session} depth={session.depth} onOpen={() => { open(session.id); onDone() }} />)}</ul>
}

/** Which conversation, and with what: modes, model, usage. */
export function SessionHead() {
  const t = useText()
  const { list, create, profiles } = useSessions()
  const sessionId = useLayout((s) => s.sessionId)
  const [open, setOpen] = useState(false)
  const session = list.find((s) => s.id === sessionId)
  return (
    <header className="session-head">
      <div className="session-line">
        <Popover.Root open={open} onOpenChange={setOpen}>
          <Popover.Trigger asChild>
            <button type="button" className="session-pick" title={t('sessions.choose')} data-testid="session-list-open"><span className="ellipsis" data-user-content={session && session.title !== '' ? '' : undefined}>{session ? sessionTitle(session, t('sessions.placeholder')) : t('sessions.placeholder')}</span><ChevronDown size={14} aria-hidden /></button>
          </Popover.Trigger>
          <Popover.Portal><Popover.Content className="menu session-menu" align="start" aria-label={t('sessions.title')}><SessionList onDone={() => setOpen(false)} /></Popover.Content></Popover.Portal>
        </Popover.Root>
        {session && <span className="session-profile ellipsis" data-user-content title={t('sessions.profile', { name: profiles[session.profileKey] ?? session.profileKey })}>{profiles[session.profileKey] ?? session.profileKey}</span>}
        <IconButton label={t('sessions.new')} testId="session-new" onClick={() => void attempt(create)}><Plus size={16} aria-hidden /></IconButton>
      </div>
      <HeadControls session={session ?? null} />
      {session && <WriteRootList sessionId={session.id} />}
    </header>
  )
}
