import { BookOpen, FolderTree, Settings, Trash2, type LucideIcon } from 'lucide-react'
import { shownKeys } from '../../commands/keys'
import { useText } from '../../i18n/text'
import { activities, useLayout, type Activity } from '../../stores/layout'

const icons: Record<Activity, LucideIcon> = { story: BookOpen, files: FolderTree, trash: Trash2, settings: Settings }

/** Icon and name of each activity; Mod+digit reaches them too (W6). */
export function ActivityBar() {
  const t = useText()
  const { activity, show } = useLayout()
  return (
    <nav className="activity-bar" data-testid="activity-bar" aria-label={t('frame.activities')}>
      {activities.map((name, index) => {
        const Icon = icons[name]
        const label = t(`frame.${name}`)
        return (
          <button key={name} type="button" className="activity" data-testid={`activity-${name}`} aria-current={activity === name ? 'page' : undefined}
            aria-keyshortcuts={`Control+${index + 1}`} title={`${label}  ${shownKeys(`Mod+${index + 1}`)}`} onClick={() => show(name)}>
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            <span>{label}</span>
          </button>
        )
      })}
    </nav>
  )
}
