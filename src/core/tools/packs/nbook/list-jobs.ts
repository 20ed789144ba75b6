import { isOver, type Job } from '@shared/job'
import { z } from 'zod'
import { defineTool } from '../../define-tool'
import { jobLine, jobRow } from '../../job-view'

/** Finished jobs shown without `all`. */
const RECENT = 10

/** `list_jobs` of 04 §11: the background jobs this session started. */
export const listJobs = defineTool({
  name: 'list_jobs',
  operation: 'job.list',
  description: 'List the background jobs that you started: those still open and the newest finished ones. You are told of an end without asking.',
  input: z.strictObject({
    all: z.boolean().optional().describe(`Show every finished one too. When omitted: the newest ${RECENT} of them.`),
    status: z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled', 'interrupted']).optional().describe('Only jobs in this state. When omitted: every state.'),
  }),
  risk: 'low',
  mutates: false,
  gate: 'none',
  result: 'content',
  needs: ['jobs'],
  prepare: (input) => ({ plan: input, effects: [] }),
  run({ all, status }, { jobs }, { caller }) {
    const own = jobs.list({ ownerId: caller.sessionId }).filter((job) => status === undefined || job.status === status)
    const shown = all === true ? own : [...own.filter((job) => !isOver(job.status)), ...own.filter((job) => isOver(job.status)).slice(0, RECENT)]
    return { value: { shown, hidden: own.length - shown.length }, changes: [], details: { jobs: shown.map(jobRow) } }
  },
  say: ({ shown, hidden }) => [...sayJobs(shown), ...(hidden > 0 ? [`(${hidden} older ones; all: true shows them)`] : [])].join('\n'),
})

const sayJobs = (jobs: readonly Job[]): string[] => (jobs.length === 0 ? ['No jobs.'] : jobs.map(jobLine))
