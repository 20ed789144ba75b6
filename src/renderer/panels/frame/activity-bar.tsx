import { BookOpen, FolderTree, Globe, Inbox, Settings, Trash2, type LucideIcon } from 'lucide-react'
import { shownKeys } from '../../commands/keys'
import { useText } from '../../i18n/text'
import { activities, useLayout, type Activity } from '../../stores/layout'
import { useInbox } from '../../stores/inbox'
import { useHasWorld } from '../../stores/world'

const icons: Record<Activity, LucideIcon> = { story: BookOpen, world: Globe, files: FolderTree, inbox: Inbox, trash: Trash2, settings: Settings }

/** Icon and name of each activity; Mod+digit reaches them too (W6). The world's icon comes with its first use; its digit is kept free for it. */
export function ActivityBar() {
  const t = useText()
  const { activity, worldUsed, show } = useLayout()
  const world = useHasWorld() || worldUsed
  const waiting = useInbox((s) => s.waiting)
  return (
    <nav className="activity-bar" data-testid="activity-bar" aria-label={t('frame.activities')}>
      {activities.map((name, index) => {
        if (name === 'world' && !world) return null
        const Icon = icons[name]
        const label = t(`frame.${name}`)
        return (
          <button key={name} type="button" className="activity" data-testid={`activity-${name}`} aria-current={activity === name ? 'page' : undefined}
            aria-keyshortcuts={`Control+${index + 1}`} title={`${label}  ${shownKeys(`Mod+${index + 1}`)}`} onClick={() => show(name)}>
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            <span>{label}</span>
            {name === 'inbox' && waiting > 0 && <span className="activity-count" data-testid="inbox-waiting" data-value={waiting} title={t('inbox.waiting', { count: waiting })}>{waiting > 99 ? '99+' : waiting}</span>}
          </button>
        )
      })}
    </nav>
  )
}
