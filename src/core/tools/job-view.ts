import type { Job } from '@shared/job'

/** A job as the model is shown it (04 §11). */
export const jobRow = ({ id, status, kind, title, startedAt, preview, error }: Job) => ({ id, status, kind, title, start: startedAt, preview, error })

export function jobLine(job: Job): string {
  const said = job.error ?? (job.preview === '' ? job.stage : job.preview)
  return `${job.id} ${job.status}${job.stopping && job.status === 'running' ? ' (stopping)' : ''} ${job.kind}: ${job.title}${said === null || said === '' ? '' : ` · ${said}`}`
}
