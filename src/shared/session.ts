import { z } from 'zod'
import { Job } from './job'
import { PermissionMode, Role, ToolResult, WorkMode, WriteMode } from './tool-result'

export const SessionStatus = z.enum(['idle', 'running', 'waiting', 'interrupted', 'archived'])
export type SessionStatus = z.infer<typeof SessionStatus>

/** Token counts of one model call or a sum of them; cost null = unpriced (04 §8), 0 without a currency = the offline demo alone, which costs nothing. */
export const Usage = z.object({
  input: z.number(), cachedInput: z.number(), cacheWrite: z.number(), output: z.number(), reasoning: z.number(),
  cost: z.number().nullable(), currency: z.string().nullable(),
})
export type Usage = z.infer<typeof Usage>

/** What the calls behind one shown reply used together. */
export const Used = Usage.extend({ calls: z.number(), /** Some of it is our own estimate. */ estimated: z.boolean() })
export type Used = z.infer<typeof Used>

export const Session = z.object({
  id: z.number(), profileKey: z.string(), title: z.string(), titleSource: z.enum(['placeholder', 'auto', 'user']),
  kind: z.enum(['chat', 'workflow', 'system', 'cli']), role: Role, parentId: z.number().nullable(), rootId: z.number(), depth: z.number(), /** Its parent no longer reaches it. */ detached: z.boolean(),
  workMode: WorkMode, permissionMode: PermissionMode, writeMode: WriteMode, model: z.string().nullable(), status: SessionStatus,
  activeLeafId: z.string().nullable(), createdAt: z.string(), updatedAt: z.string(), unread: z.boolean(), tags: z.array(z.string()),
})
export type Session = z.infer<typeof Session>

/** A linked session that is no longer there: only who asked for it is known, and what it was called. */
export const MissingSession = z.object({ id: z.number(), parentId: z.number(), title: z.string().nullable() })
export type MissingSession = z.infer<typeof MissingSession>

export const ToolCall = z.object({ id: z.string(), tool: z.string(), args: z.record(z.string(), z.unknown()), /** Set when the arguments were not JSON (04 §8). */ argsError: z.string().optional() })
export type ToolCall = z.infer<typeof ToolCall>

/** One question of request_user_input (04 §5). */
export const Question = z.object({ header: z.string().optional(), question: z.string(), options: z.array(z.object({ label: z.string(), description: z.string().optional() })).optional(), /** Several may be picked (AskUserQuestion). */ multiSelect: z.boolean().optional() })
export const Answer = z.object({ questionIndex: z.number(), text: z.string(), selectedOptionIndex: z.number(), note: z.string(), ignored: z.boolean(), /** For AskUserQuestion: the labels picked; `text` is then the other answer. */ selected: z.array(z.string()).optional() })
export type Question = z.infer<typeof Question>
export type Answer = z.infer<typeof Answer>

/** Who sent a message that is not the author's: a job that ended, another assistant, a schedule. */
export const MessageSource = z.object({ kind: z.enum(['job', 'agent', 'schedule']), jobId: z.string().optional(), /** What the author is told of the job that ended. */ job: Job.pick({ kind: true, title: true, titles: true, status: true }).extend({ /** The session that did the work. */ sessionId: z.number().optional() }).optional(), sessionId: z.number().optional(), callId: z.string().optional(), /** What was handed over with the message, and the model of this run alone. */ input: z.record(z.string(), z.unknown()).optional(), model: z.string().optional() })
export type MessageSource = z.infer<typeof MessageSource>

/** A picture the author put into a message; its bytes are a blob, never part of the session (04 §2). */
export const Picture = z.object({ blob: z.string().regex(/^[0-9a-f]{64}$/), mime: z.string(), name: z.string().max(255), bytes: z.number() })
export type Picture = z.infer<typeof Picture>

export const MessagePayload = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), text: z.string(), intent: z.enum(['normal', 'steer']), source: MessageSource.optional(), pictures: z.array(Picture).optional() }),
  z.object({
    role: z.literal('assistant'), text: z.string(), reasoning: z.string().optional(), calls: z.array(ToolCall),
    status: z.enum(['complete', 'partial', 'interrupted', 'error']), model: z.string(), usage: Usage.nullable(), /** Why it ended, when not plainly. */ note: z.string().optional(), /** What the connection said when it broke off. */ why: z.string().optional(),
    /** It was asked for again because it broke off; what had come before is beside it. `why` null: the app stopped. */ askedAgain: z.object({ times: z.number(), why: z.string().nullable() }).optional(),
    /** Of several calls together, when more than its own stands behind it; `estimated`: not all of it was counted by the provider. */ used: Used.optional(), /** The pictures of the words it answers were only named to the model, which does not see. */ unseen: z.boolean().optional(),
  }),
  z.object({ role: z.literal('toolResult'), callId: z.string(), tool: z.string(), result: ToolResult }),
])
export type MessagePayload = z.infer<typeof MessagePayload>

export const EntryType = z.enum([
  'message', 'custom', 'custom_message', 'leaf', 'label', 'branch_summary', 'compaction', 'clearing', 'model_change', 'thinking_level_change',
  'profile_change', 'current_project_change', 'session_update', 'session_archived', 'session_restored', 'invocation_lifecycle',
])
/** These stand beside the branch, not on it: they are in no page and never move the leaf. */
export const offBranchTypes: ReadonlySet<string> = new Set(['invocation_lifecycle', 'session_update', 'session_archived', 'session_restored', 'model_change', 'thinking_level_change', 'leaf', 'label'])
export const Entry = z.object({
  id: z.string(), parentId: z.string().nullable(), seq: z.number(), type: EntryType, at: z.string(), runId: z.string().nullable(),
  origin: z.enum(['user', 'model', 'tool', 'system', 'engine']), payload: z.record(z.string(), z.unknown()),
  /** For user and assistant messages: this one's place among its siblings, `‹2/3›`. */
  branch: z.object({ index: z.number(), total: z.number(), siblings: z.array(z.string()) }).optional(),
})
export type Entry = z.infer<typeof Entry>

export const QueueItem = z.object({ id: z.string(), kind: z.enum(['steer', 'followup']), text: z.string(), at: z.string(), /** Null: the author's own. */ source: MessageSource.nullable(), pictures: z.array(Picture).optional() })
export type QueueItem = z.infer<typeof QueueItem>

export const TaskStep = z.object({ id: z.string(), text: z.string(), status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']), note: z.string().optional() })
export type TaskStep = z.infer<typeof TaskStep>

/** What a running call is at, as its tool says it; `note` says of what. */
export const CallStage = z.object({ name: z.string(), done: z.number().nullable(), total: z.number().nullable(), note: z.string().nullable() })
export type CallStage = z.infer<typeof CallStage>

/** A call that is open right now: running, or waiting for the author. */
export const OpenCall = z.object({
  callId: z.string(), tool: z.string(), args: z.record(z.string(), z.unknown()), state: z.enum(['running', 'approval', 'question']),
  approvalId: z.string().nullable(), questions: z.array(Question).nullable(), stage: CallStage.nullable(), elapsedMs: z.number(),
})
export type OpenCall = z.infer<typeof OpenCall>

/** What a window needs to draw a session it just opened; deltas continue from `seq`. */
export const SessionSnapshot = z.object({
  session: Session, queue: z.array(QueueItem), openCalls: z.array(OpenCall), tasks: z.object({ title: z.string().nullable(), steps: z.array(TaskStep) }).nullable(),
  streaming: z.object({ runId: z.string(), text: z.string(), reasoning: z.string() }).nullable(),
  /** The provider is asked again in `waitMs`; what had come before stays in `streaming` until something new does. */ retry: z.object({ attempt: z.number(), waitMs: z.number(), why: z.string() }).nullable(),
  /** What came before is being summed up for the model. */ summing: z.boolean(),
  usage: z.object({ own: Usage, total: Usage, window: z.number().nullable(), contextTokens: z.number(), /** Some of the total is not the offline demo's, which nobody pays for. */ real: z.boolean() }),
  pause: z.object({ code: z.string(), text: z.string(), /** Its numbers, for the window's own sentence. */ values: z.record(z.string(), z.union([z.string(), z.number()])).optional() }).nullable(), seq: z.number(), entryCount: z.number(),
})
export type SessionSnapshot = z.infer<typeof SessionSnapshot>
