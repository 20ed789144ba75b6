import { isOver, type Job } from '@shared/job'
import type { Session } from '@shared/session'
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
export function openJobSession(job: Pick<Job, 'sessionId' | 'ownerId'>): void {
  if (job.sessionId !== null || isAsked(job, useSessions.getState().list)) useSessions.getState().open(job.sessionId ?? job.ownerId)
}

/** A run that was started from the panel was asked for by nobody: the session that keeps its assistants has no words in it. */
const isAsked = ({ ownerId }: Pick<Job, 'ownerId'>, sessions: readonly Pick<Session, 'id' | 'kind'>[]): boolean => sessions.find((one) => one.id === ownerId)?.kind !== 'workflow'

/** Whether there is a conversation that asked for it. */
export const useAsked = (job: Pick<Job, 'ownerId'>): boolean => useSessions((s) => isAsked(job, s.list))

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
