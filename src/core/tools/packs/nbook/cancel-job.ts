import { fail } from '@shared/fault'
import { isOver } from '@shared/job'
import { z } from 'zod'
import { defineTool } from '../../define-tool'

/** `cancel_job` of 04 §11: a request; the job is `cancelled` once it has settled. */
export const cancelJob = defineTool({
  name: 'cancel_job',
  operation: 'job.cancel',
  description: 'Ask a background job that you started to stop. What it finished stays.',
  input: z.strictObject({ jobId: z.string().min(1).max(80).describe('The id, e.g. job_01J….') }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'action',
  needs: ['jobs'],
  prepare({ jobId }, { jobs }, { caller }) {
    const { job } = jobs.get(jobId)
    if (!jobs.owns(caller.sessionId, job)) fail('JOB_NOT_OWNED', `${job.id} was started by session ${job.ownerId}; only that session and the author may stop it.`, { actual: `session ${caller.sessionId}`, expected: `session ${job.ownerId}` })
    return { plan: jobId, effects: [] }
  },
  run(jobId, { jobs }) {
    const before = jobs.get(jobId).job.status
    const job = jobs.cancel(jobId)
    return { value: { job, over: isOver(before) }, changes: [], details: { jobId: job.id, status: job.status } }
  },
  say: ({ job, over }) => (over ? `${job.id} was over already: ${job.status}.` : job.status === 'cancelled' ? `${job.id} is cancelled.` : `${job.id} is asked to stop; you are told when it has.`),
})
