import type { z } from 'zod'
import type { RecentProject } from '@shared/procedures/project'
import { call } from '../../bridge/call'
import { timeText } from '../../i18n/dates'
import { useText } from '../../i18n/text'
import { attempt } from '../../stores/notices'
import { openDir } from '../../stores/start-up'
import { Button } from '../../ui/button'
import { visibleText } from '@shared/visible-text'

/** Novels known from before or found in the usual folder. */
export function RecentList({ projects }: { projects: z.infer<typeof RecentProject>[] }) {
  const t = useText()
  const other = async () => {
    const picked = await attempt(() => call('app.pickFolder', { title: t('first.openOther') }))
    if (picked?.path) await openDir(picked.path)
  }
  return (
    <section className="recent" data-testid="recent-list">
      <h2>{t('first.recent')}</h2>
      <ul>
        {projects.map((project) => (
          <li key={project.dir}>
            <button type="button" className="recent-row" data-testid="recent-project" data-id={project.dir} disabled={project.missing} onClick={() => void openDir(project.dir)}>
              <span className="recent-title" data-user-content>{visibleText(project.title)}</span>
              <span className="muted">{project.missing ? t('first.missing') : t('common.words', { count: project.words })}</span>
              <span className="muted ellipsis recent-dir" data-user-content title={project.dir}><bdi dir="ltr">{project.dir}</bdi></span>
              <span className="muted">{project.openedAt === null ? '' : timeText(project.openedAt)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Button size="small" onClick={() => void other()}>{t('first.openOther')}</Button>
    </section>
  )
}
