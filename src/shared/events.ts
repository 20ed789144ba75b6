import { z } from 'zod'
import { Approval } from './approval'
import { Job } from './job'
import { Entry, OpenCall, QueueItem, Session } from './session'
import { StoryKind } from './story'

const note = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) => z.object({ type: z.literal(type), ...shape })

/** Everything core tells the window. Committed changes only, except deltas, which a snapshot replaces (12 "State"). */
export const CoreEvent = z.discriminatedUnion('type', [
  note('story.changed', { kinds: z.array(StoryKind), ids: z.array(z.string()), by: z.enum(['author', 'agent', 'outside']) }),
  /** Both lists empty: another process changed something of the world. */
  note('world.changed', { slices: z.array(z.string()), subjects: z.array(z.string()), by: z.enum(['author', 'agent', 'outside']) }),
  note('file.changed', { path: z.string(), kind: z.enum(['create', 'modify', 'delete', 'move']), hash: z.string().nullable(), from: z.string().nullable(), by: z.enum(['author', 'agent', 'outside']) }),
  note('file.editing', { path: z.string(), sessionId: z.number(), active: z.boolean() }),
  /** Texts the window holds unsaved and is asked to save now (06 §6); it answers with `text.unsaved`. */
  note('text.flush', { paths: z.array(z.string()) }),
  note('version.added', { path: z.string() }),
  note('trash.changed', {}),
  note('inbox.changed', {}),
  note('approval.requested', { approval: Approval }),
  note('approval.resolved', { id: z.string(), status: z.string(), by: z.string(), note: z.string().nullable() }),
  note('approval.stale', { id: z.string(), newId: z.string() }),
  note('approval.expired', { id: z.string(), why: z.string() }),
  note('approval.executed', { id: z.string(), status: z.string(), code: z.string().nullable() }),
  note('settings.changed', {}),
  note('trust.changed', {}),
  note('lock.changed', {}),
  note('session.changed', { session: Session }),
  note('session.removed', { sessionId: z.number() }),
  note('entry.added', { sessionId: z.number(), entry: Entry }),
  note('leaf.moved', { sessionId: z.number(), leafId: z.string().nullable() }),
  /** A model call was booked for it. */
  note('usage.changed', { sessionId: z.number() }),
  note('queue.changed', { sessionId: z.number(), queue: z.array(QueueItem), returned: z.array(QueueItem) }),
  note('message.start', { sessionId: z.number(), runId: z.string() }),
  note('text.delta', { sessionId: z.number(), runId: z.string(), text: z.string() }),
  note('reasoning.delta', { sessionId: z.number(), runId: z.string(), text: z.string() }),
  note('args.start', { sessionId: z.number(), runId: z.string(), callId: z.string(), tool: z.string() }),
  note('args.delta', { sessionId: z.number(), runId: z.string(), callId: z.string(), text: z.string() }),
  note('args.end', { sessionId: z.number(), runId: z.string(), callId: z.string() }),
  note('message.end', { sessionId: z.number(), runId: z.string() }),
  note('run.retry', { sessionId: z.number(), runId: z.string(), attempt: z.number(), waitMs: z.number(), why: z.string() }),
  /** What came before is being summed up for the model; told again when an attempt that was asked for again brings something. */
  note('run.summing', { sessionId: z.number(), runId: z.string(), active: z.boolean() }),
  note('run.ended', { sessionId: z.number(), runId: z.string(), how: z.enum(['end', 'error', 'aborted', 'interrupted', 'paused']), code: z.string().nullable(), text: z.string().nullable() }),
  note('call.start', { sessionId: z.number(), call: OpenCall }),
  note('call.progress', { sessionId: z.number(), callId: z.string(), stage: z.string(), done: z.number().nullable(), total: z.number().nullable(), note: z.string().nullable() }),
  note('call.heartbeat', { sessionId: z.number(), callId: z.string(), elapsedMs: z.number() }),
  note('call.waiting', { sessionId: z.number(), callId: z.string(), approvalId: z.string().nullable() }),
  note('call.output', { sessionId: z.number(), callId: z.string(), tail: z.string() }),
  note('call.end', { sessionId: z.number(), callId: z.string(), status: z.string(), code: z.string().nullable(), ms: z.number() }),
  note('job.changed', { job: Job }),
  note('job.removed', { ids: z.array(z.string()) }),
  /** The chart, the log or the journal of a workflow's run grew. */
  note('workflow.changed', { jobId: z.string() }),
  /** Script tools, what was approved of them, or their files changed. */
  note('tools.changed', {}),
  /** How an MCP server stands, or what it lists, changed. */
  note('mcp.changed', {}),
  /** A server failed; told once until it works again. */
  note('mcp.outage', { alias: z.string(), cause: z.string() }),
  note('tooltest.progress', { tool: z.string(), layer: z.enum(['global', 'project']), done: z.number(), total: z.number(), state: z.enum(['running', 'done', 'stopped', 'failed']), row: z.object({ name: z.string(), kind: z.string(), verdict: z.string() }).nullable(), message: z.string().nullable() }),
  note('import.progress', { importId: z.string(), stage: z.string(), done: z.number(), /** Of those done, left as an earlier import made them. */ skipped: z.number(), total: z.number(), state: z.enum(['running', 'done', 'stopped', 'failed']), message: z.string().nullable() }),
  note('export.progress', { exportId: z.string(), stage: z.string(), done: z.number(), total: z.number(), state: z.enum(['running', 'done', 'stopped', 'failed']), message: z.string().nullable() }),
])
export type CoreEvent = z.infer<typeof CoreEvent>
export type CoreEventType = CoreEvent['type']
export type EventOf<T extends CoreEventType> = Extract<CoreEvent, { type: T }>

/** An event in its place: `epoch` changes when core restarts, `seq` counts from 1 within it. `project` is null for global events. */
export const Numbered = z.object({ epoch: z.string(), seq: z.number(), project: z.string().nullable(), event: CoreEvent })
export type Numbered = z.infer<typeof Numbered>
