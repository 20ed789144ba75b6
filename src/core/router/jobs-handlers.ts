import type { Handlers } from '@shared/procedures'
import type { jobProcedures } from '@shared/procedures/jobs'
import type { RequestContext } from '../app/types'

/** The list is read at every step of a job: what older ones cost is seen when one looks at their conversations. */
const MOST_PRICED = 100
/** A run's usage is summed over all who worked for it; of older ones it is seen when one looks at them. */
const MOST_RUNS = 30

/** Background jobs as the window shows them (04 §11, 09 §9). */
export const jobsHandlers: Handlers<keyof typeof jobProcedures, RequestContext> = {
  'jobs.list': ({ project }, { core }) => {
    const { jobs, agents, workflows } = core.get(project)
    const list = jobs.list()
    const runs = list.filter((job) => job.kind === 'workflow').slice(0, MOST_RUNS)
    const usage = [...list.slice(0, MOST_PRICED).flatMap(({ id, sessionId, startedAt, finishedAt }) => (sessionId === null ? [] : [[id, agents.usedBetween(sessionId, startedAt, finishedAt)] as const])), ...runs.map(({ id }) => [id, workflows.state(id).usage] as const)]
    return { jobs: list, usage: Object.fromEntries(usage) }
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
