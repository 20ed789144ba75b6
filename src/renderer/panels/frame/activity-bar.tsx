import { BookOpen, FolderTree, Globe, Hourglass, Inbox, Settings, Trash2, Wrench, type LucideIcon } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import { shownKeys } from '../../commands/keys'
import { useText } from '../../i18n/text'
import { useApp } from '../../stores/app'
import { activities, useLayout, type Activity } from '../../stores/layout'
import { useInbox } from '../../stores/inbox'
import { useJobs } from '../../stores/jobs'
import { useHasWorld } from '../../stores/world'

const icons: Record<Activity, LucideIcon> = { story: BookOpen, world: Globe, files: FolderTree, inbox: Inbox, jobs: Hourglass, trash: Trash2, tools: Wrench, settings: Settings }

/** Icon and name of each activity; Mod+digit reaches them too (W6). The icons of world, jobs and tools come with their first use; their digits are kept free for them. */
export function ActivityBar() {
  const t = useText()
  const { activity, worldUsed, jobsUsed, toolsUsed, show } = useLayout(useShallow(({ activity, worldUsed, jobsUsed, toolsUsed, show }) => ({ activity, worldUsed, jobsUsed, toolsUsed, show })))
  const world = useHasWorld() || worldUsed
  const waiting = useInbox((s) => s.waiting)
  const jobs = useJobs((s) => (s.jobs?.length ?? 0) > 0) || jobsUsed
  const asking = useJobs((s) => s.jobs?.filter((job) => job.status === 'waiting').length ?? 0)
  const tools = useApp((s) => (s.project?.ownTools ?? 0) > 0) || toolsUsed
  return (
    <nav className="activity-bar" data-testid="activity-bar" aria-label={t('frame.activities')}>
      {activities.map((name, index) => {
        if ((name === 'world' && !world) || (name === 'jobs' && !jobs) || (name === 'tools' && !tools)) return null
        const Icon = icons[name]
        const label = t(`frame.${name}`)
        return (
          <button key={name} type="button" className="activity" data-testid={`activity-${name}`} aria-current={activity === name ? 'page' : undefined}
            aria-keyshortcuts={`Control+${index + 1}`} title={`${label}  ${shownKeys(`Mod+${index + 1}`)}`} onClick={() => show(name)}>
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            <span>{label}</span>
            {name === 'inbox' && waiting > 0 && <span className="activity-count" data-testid="inbox-waiting" data-value={waiting} title={t('inbox.waiting', { count: waiting })}>{waiting > 99 ? '99+' : waiting}</span>}
            {name === 'jobs' && asking > 0 && <span className="activity-count" data-testid="jobs-waiting" data-value={asking} title={t('frame.jobsWaiting', { count: asking })}>{asking}</span>}
          </button>
        )
      })}
    </nav>
  )
}
