import { Keyboard, MessageSquare } from 'lucide-react'
import { isOver } from '@shared/job'
import { shownKeys } from '../../commands/keys'
import { runCommand } from '../../commands/registry'
import { useText } from '../../i18n/text'
import { useApprovals } from '../../stores/approvals'
import { useJobs } from '../../stores/jobs'
import { useLayout } from '../../stores/layout'
import { useStatus } from '../../stores/status'
import { useStory } from '../../stores/story'
import { IconButton } from '../../ui/button'

/** 字数, save state, approvals waiting, jobs under way, the way to the assistant. */
export function StatusBar() {
  const t = useText()
  const words = useStatus((s) => s.words)
  const save = useStatus((s) => s.save)
  const total = useStory((s) => s.outline?.words)
  const pending = useApprovals((s) => s.pending.length)
  const jobs = useJobs((s) => s.jobs?.filter((job) => !isOver(job.status)).length ?? 0)
  const assistant = useLayout((s) => s.assistant)
  const assistantKeys = `${t('command.toggleAssistant')}  ${shownKeys('Mod+Alt+B')}`
  return (
    <footer className="status-bar" data-testid="status-bar" aria-label={t('frame.status')}>
      {words && <span data-testid="word-count" data-value={words.words}>{t('frame.chapterWords', { count: words.words })}</span>}
      {words && <span className="muted" data-testid="word-count-punct" data-value={words.withPunctuation}>{t('frame.withPunctuation', { count: words.withPunctuation })}</span>}
      {total !== undefined && <span className="muted" data-testid="project-words" data-value={total}>{t('frame.projectWords', { count: total })}</span>}
      <span className="spacer" />
      <span data-testid="status-save" data-state={save}>{save === 'none' ? '' : t(`frame.${save}`)}</span>
      <button type="button" className="status-button" data-testid="status-pending" data-value={pending} onClick={() => runCommand('approvals')}>
        {pending === 0 ? t('frame.pendingNone') : t('frame.pending', { count: pending })}
      </button>
      {jobs > 0 && <button type="button" className="status-button" data-testid="status-jobs" data-value={jobs} onClick={() => runCommand('activity.jobs')}>{t('frame.openJobs', { count: jobs })}</button>}
      <IconButton label={t('frame.showKeys')} onClick={() => runCommand('keysList')}><Keyboard size={15} aria-hidden /></IconButton>
      <button type="button" className="status-button" data-testid="toggle-assistant" aria-pressed={assistant} title={assistantKeys} onClick={() => runCommand('toggleAssistant')}>
        <MessageSquare size={15} aria-hidden />{t('frame.assistant')}
      </button>
    </footer>
  )
}
