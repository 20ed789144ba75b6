import { isOver, type Job } from '@shared/job'
import { markdownOf, wordsIn } from '@shared/result-text'
import { call } from '../../bridge/call'
import { jobTitle } from '../../i18n/job-title'
import { currentLocale, text, useText } from '../../i18n/text'
import { projectId, useReadOnly } from '../../stores/app'
import { useLayout } from '../../stores/layout'
import { attempt, inform } from '../../stores/notices'
import { Button } from '../../ui/button'
import { useOneAtATime } from '../../ui/one-at-a-time'
import { dataOf } from './result-words'

/** A whole result as text: what a workflow reports as Markdown, anything else as it is. */
export function textOfResult({ kind }: Pick<Job, 'kind'>, result: string): string {
  const data = kind === 'workflow' ? dataOf(result) : null
  return data === null ? result : markdownOf(data, wordsIn(currentLocale()))
}

/** `notes/<title>-<day and time>.md`; what no file name may hold is left out. */
const notePath = (job: Job): string => {
  const name = jobTitle(job).replace(/[\s<>:"|?*\\/~.\p{C}]+/gu, '-').replace(/^-+|-+$/g, '').slice(0, 40)
  return `notes/${[name, (job.finishedAt ?? job.startedAt).slice(0, 19).replace(/[-:]/g, '').replace('T', '-')].filter((part) => part !== '').join('-')}.md`
}

async function saveNote(job: Job, result: string): Promise<void> {
  const made = await attempt(() => call('files.create', { project: projectId(), path: notePath(job), kind: 'file', text: `# ${jobTitle(job)}\n\n${textOfResult(job, result).trim()}\n` }))
  if (made) inform(text('jobs.noteSaved', { path: made.path }), { label: text('common.open'), run: () => useLayout.getState().openText(made.path) })
}

async function copy(job: Job, result: string): Promise<void> {
  await navigator.clipboard.writeText(textOfResult(job, result))
  inform(text('jobs.copied'))
}

/** Takes a result along: it goes with its job when that is cleared. */
export function KeepResult({ job, result }: { job: Job; result: string }) {
  const t = useText()
  const readOnly = useReadOnly()
  const once = useOneAtATime()
  if (!isOver(job.status) || result.trim() === '') return null
  return (
    <span className="row">
      <Button size="small" kind="quiet" testId="job-copy" onClick={() => void copy(job, result)}>{t('jobs.copy')}</Button>
      <Button size="small" kind="quiet" testId="job-note" disabled={readOnly} onClick={() => once(() => saveNote(job, result))}>{t('jobs.saveNote')}</Button>
    </span>
  )
}
