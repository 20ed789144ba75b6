import type { Handlers } from '@shared/procedures'
import type { jobProcedures } from '@shared/procedures/jobs'
import type { RequestContext } from '../app/types'

/** Background jobs as the window shows them (04 §11, 09 §9). */
export const jobsHandlers: Handlers<keyof typeof jobProcedures, RequestContext> = {
  'jobs.list': ({ project }, { core }) => {
    const { jobs, agents } = core.get(project)
    const list = jobs.list()
    return { jobs: list, usage: Object.fromEntries(list.flatMap(({ id, sessionId, startedAt, finishedAt }) => (sessionId === null ? [] : [[id, agents.usedBetween(sessionId, startedAt, finishedAt)]]))) }
  },
  'jobs.get': ({ project, jobId }, { core }) => {
    const { job, result } = core.get(project).jobs.get(jobId)
    return { job, result }
  },
  'jobs.cancel': ({ project, jobId }, { core }) => core.get(project).jobs.cancel(jobId),
  'jobs.clear': ({ project, jobId }, { core }) => {
    core.get(project).jobs.clear(jobId)
    return {}
  },
}
