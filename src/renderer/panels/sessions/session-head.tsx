import { ChevronDown, Plus } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { useText } from '../../i18n/text'
import { useLayout } from '../../stores/layout'
import { attempt } from '../../stores/notices'
import { newProfile } from '../../stores/new-session'
import { useSessions } from '../../stores/sessions'
import { IconButton } from '../../ui/button'
import { ButtonMenu } from '../../ui/menu'
import { HeadControls } from './head-controls'
import { LinkedSessions } from './linked-sessions'
import { WriteRootList } from './outside-write'
import { SessionList } from './session-list'
import { sessionTitle } from './session-title'

/** A conversation of the usual kind, or of one chosen from those the author can start. */
function NewSession() {
  const t = useText()
  const { create, startable } = useSessions()
  const others = startable.filter(({ key }) => key !== newProfile)
  return (
    <span className="session-new">
      <IconButton label={t('sessions.new')} testId="session-new" onClick={() => void attempt(() => create())}><Plus size={16} aria-hidden /></IconButton>
      {others.length > 0 && <ButtonMenu trigger={<IconButton label={t('sessions.newWith')} testId="session-new-with" className="narrow"><ChevronDown size={13} aria-hidden /></IconButton>} entries={() => others.map(({ key, name }) => ({ label: name, testId: `new-${key}`, onSelect: () => void attempt(() => create(key)) }))} />}
    </span>
  )
}

/** Which conversation, and with what: modes, model, usage. */
export function SessionHead() {
  const t = useText()
  const { list, profiles } = useSessions()
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
          <Popover.Portal><Popover.Content className="menu session-menu" align="start" collisionPadding={8} aria-label={t('sessions.title')}><SessionList onDone={() => setOpen(false)} /></Popover.Content></Popover.Portal>
        </Popover.Root>
        {session && <span className="session-profile ellipsis" data-user-content title={t('sessions.profile', { name: profiles[session.profileKey] ?? session.profileKey })}>{profiles[session.profileKey] ?? session.profileKey}</span>}
        <NewSession />
      </div>
      {session && <LinkedSessions session={session} />}
      <HeadControls session={session ?? null} />
      {session && <WriteRootList sessionId={session.id} />}
    </header>
  )
}
