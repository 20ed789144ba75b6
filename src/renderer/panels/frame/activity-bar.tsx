import { BookOpen, FolderTree, Globe, Inbox, Settings, Trash2, Wrench, type LucideIcon } from 'lucide-react'
import { shownKeys } from '../../commands/keys'
import { useText } from '../../i18n/text'
import { useApp } from '../../stores/app'
import { activities, useLayout, type Activity } from '../../stores/layout'
import { useInbox } from '../../stores/inbox'
import { useHasWorld } from '../../stores/world'

const icons: Record<Activity, LucideIcon> = { story: BookOpen, world: Globe, files: FolderTree, inbox: Inbox, trash: Trash2, tools: Wrench, settings: Settings }

/** Icon and name of each activity; Mod+digit reaches them too (W6). The icons of world and tools come with their first use; their digits are kept free for them. */
export function ActivityBar() {
  const t = useText()
  const { activity, worldUsed, toolsUsed, show } = useLayout()
  const world = useHasWorld() || worldUsed
  const waiting = useInbox((s) => s.waiting)
  const tools = useApp((s) => (s.project?.scriptTools ?? 0) > 0) || toolsUsed
  return (
    <nav className="activity-bar" data-testid="activity-bar" aria-label={t('frame.activities')}>
      {activities.map((name, index) => {
        if ((name === 'world' && !world) || (name === 'tools' && !tools)) return null
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
