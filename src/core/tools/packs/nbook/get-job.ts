import { fail } from '@shared/fault'
import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { jobLine, jobRow } from '../../job-view'

/** `get_job` of 04 §11: where a job stands, and its full result. */
export const getJob = defineTool({
  name: 'get_job',
  operation: 'job.get',
  description: 'Show where a background job stands and, once it is over, its full result.',
  input: z.strictObject({ jobId: z.string().min(1).max(80).describe('The id, e.g. job_01J….') }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'content',
  needs: ['jobs'],
  prepare({ jobId }, { jobs }, { caller }) {
    const full = jobs.get(jobId)
    if (!jobs.owns(caller.sessionId, full.job)) fail('JOB_UNKNOWN', `There is no job "${jobId}" of this session.`, { fix: 'list_jobs gives the ids.' })
    return { plan: jobId, effects: [] }
  },
  run(jobId, { jobs }) {
    const full = jobs.get(jobId)
    const { asks, stage, sessionId, finishedAt } = full.job
    return { value: full, changes: [], details: { job: { ...jobRow(full.job), stage, sessionId, finishedAt, asks }, data: full.data } }
  },
  say: ({ job, result }) => [jobLine(job), ...job.asks.map((ask) => `waits: ${ask.text}`), ...(result === '' ? [] : ['', result])].join('\n'),
})
