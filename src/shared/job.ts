import { z } from 'zod'

export const JobKind = z.enum(['workflow', 'invoke_agent', 'task', 'bash'])
export type JobKind = z.infer<typeof JobKind>
export const JobStatus = z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled', 'interrupted'])
export type JobStatus = z.infer<typeof JobStatus>
export const DeliveryStatus = z.enum(['not_required', 'pending', 'accepted', 'failed'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** What a job waits for: a question of its own, or a child's approval or pause, which is answered elsewhere. */
export const JobAsk = z.object({ id: z.string(), kind: z.enum(['select', 'text', 'approve', 'approval', 'pause']), text: z.string(), /** More about a question of its own. */ description: z.string().optional(), options: z.array(z.string()).optional(), /** The session the author must look at, for `approval` and `pause`. */ sessionId: z.number().optional() })
export type JobAsk = z.infer<typeof JobAsk>

export const JobTitles = z.object({ zh: z.string(), en: z.string() })
export type JobTitles = z.infer<typeof JobTitles>

/** Work that goes on beside the reply that started it (04 §11). `stage` is what it really does now; there is no percentage. */
export const Job = z.object({
  id: z.string(), kind: JobKind, title: z.string(), /** Of a workflow that is named in both languages; the window shows its own. */ titles: JobTitles.optional(), status: JobStatus, ownerId: z.number(), rootId: z.number(),
  /** The session that does the work, if one does. */
  sessionId: z.number().nullable(),
  stage: z.string().nullable(), asks: z.array(JobAsk), stopping: z.boolean(), deliveryStatus: DeliveryStatus,
  preview: z.string(), error: z.string().nullable(), startedAt: z.string(), finishedAt: z.string().nullable(),
})
export type Job = z.infer<typeof Job>

export const isOver = (status: JobStatus): boolean => status !== 'running' && status !== 'waiting'
