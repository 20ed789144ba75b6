import { z } from 'zod'
import { Job } from '../job'
import { Usage } from '../session'
import { human, open } from './procedure'

const inProject = { project: z.string() }
const ofJob = { ...inProject, jobId: z.string() }

export const jobProcedures = {
  'jobs.list': open('Background jobs of every session, newest first, and by id what the models used for each that works with one.', z.strictObject(inProject), z.object({ jobs: z.array(Job), usage: z.record(z.string(), Usage) })),
  'jobs.get': open('One job with its full result.', z.strictObject(ofJob), z.object({ job: Job, result: z.string() })),
  'jobs.cancel': human('Asks a job to stop; what it finished stays.', z.strictObject(ofJob), Job),
  'jobs.clear': human('Takes finished jobs off the list: one, or all.', z.strictObject({ ...inProject, jobId: z.string().optional() }), z.object({})),
} as const
