import type { MessageSource } from '@shared/session'
import { jobTitle } from '../../i18n/job-title'
import { useText } from '../../i18n/text'
import { visibleText } from '@shared/visible-text'

export type EndedJob = NonNullable<MessageSource['job']>

/** A job's end in the author's words, where the assistant is told of it in its own. */
export function JobEnded(job: EndedJob) {
  const t = useText()
  return <>{t('sessions.jobEnded')}<span data-user-content>{visibleText(jobTitle(job))}</span>{t('sessions.jobEndedHow', { kind: t(`jobs.kind.${job.kind}`), state: t(`jobs.state.${job.status}`) })}</>
}
