import { isOver, type Job } from '@shared/job'
import { call } from '../../bridge/call'
import { isReadOnly, projectId } from '../../stores/app'
import { useJobs } from '../../stores/jobs'
import { useLayout } from '../../stores/layout'
import { attempt } from '../../stores/notices'
import { useSessions } from '../../stores/sessions'

/** A request: it is over once the work has settled; what it finished stays. */
export async function cancelJob({ id }: Job): Promise<void> {
  useJobs.getState().ask(null)
  await attempt(() => call('jobs.cancel', { project: projectId(), jobId: id }))
}

/** Takes one that is over off the list, or all. */
export async function clearJobs(jobId?: string): Promise<void> {
  useJobs.getState().ask(null)
  await attempt(() => call('jobs.clear', { project: projectId(), ...(jobId === undefined ? {} : { jobId }) }))
}

/** The conversation that does the work; for a job without one, the one that asked for it. */
export const openJobSession = (job: Pick<Job, 'sessionId' | 'ownerId'>): void => useSessions.getState().open(job.sessionId ?? job.ownerId)

/** Looks at a job in the centre. */
export function showJob(id: string): void {
  useJobs.getState().show(id)
  useLayout.getState().set({ centre: 'jobs' })
}

/** Gives the row of a job the keys. */
export const focusJobRow = (id: string): void => document.querySelector<HTMLElement>(`[data-testid="job-row"][data-id="${CSS.escape(id)}"] [data-row]`)?.focus()

/** Looks at a job that was just started, with the keys on its row: they would go to another row, and show that one, once the form is gone. */
export async function showStarted(id: string): Promise<void> {
  await useJobs.getState().load()
  showJob(id)
  requestAnimationFrame(() => focusJobRow(id))
}

/** Del: asks in the row, to stop what runs or to drop what is over. */
export function askAbout(job: Job): void {
  if (!isReadOnly() && !(job.stopping && !isOver(job.status))) useJobs.getState().ask(job.id)
}
