import { z } from 'zod'
import { Job } from '../job'
import { Locale } from '../settings'
import { WorkflowAnswer, WorkflowInfo, WorkflowState } from '../workflow'
import { human, open } from './procedure'

const inProject = { project: z.string() }
const ofJob = { ...inProject, jobId: z.string() }

export const workflowProcedures = {
  'workflows.list': open('Workflows that can be started, and why some cannot.', z.strictObject({ ...inProject, lang: Locale.optional() }), z.object({ workflows: z.array(WorkflowInfo), models: z.array(z.string()) })),
  'workflows.run': human('Starts a workflow for the author; its end is told to the session when one is named.', z.strictObject({ ...inProject, workflowKey: z.string(), args: z.unknown().optional(), model: z.string().optional(), sessionId: z.number().int().optional(), lang: Locale.optional() }), z.object({ jobId: z.string(), runId: z.string() })),
  'workflows.state': open('A run of a workflow as its journal tells it: chart, phases, log, questions.', z.strictObject(ofJob), WorkflowState),
  'workflows.answer': human('Answers questions of a workflow; all are checked before one is stored.', z.strictObject({ ...ofJob, answers: z.record(z.string(), WorkflowAnswer) }), z.object({ job: Job })),
  'workflows.resume': human('An interrupted run goes on from what its journal holds.', z.strictObject(ofJob), z.object({ job: Job })),
} as const
