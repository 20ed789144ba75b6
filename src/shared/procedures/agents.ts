import { z } from 'zod'
import { Approval } from '../approval'
import { ContextReport } from '../context'
import { BudgetScope, Locale } from '../settings'
import { Answer, Entry, MissingSession, Picture, Session, SessionSnapshot, Usage } from '../session'
import { PermissionMode, ToolResult, WorkMode, WriteMode } from '../tool-result'
import { human, open } from './procedure'

const inProject = { project: z.string() }
const inSession = { project: z.string(), sessionId: z.number() }
const done = z.object({})

export const ProfileRow = z.object({ key: z.string(), name: z.string(), description: z.string(), pack: z.string(), creationMode: z.string() })

/** One call of a model (04 §8). */
export const CallUsageRow = Usage.extend({ at: z.string(), sessionId: z.number(), model: z.string(), ms: z.number(), retries: z.number() })
export const SessionUsage = z.object({
  own: Usage, total: Usage, today: Usage, project: Usage, /** Newest first. */ calls: z.array(CallUsageRow),
  limits: z.array(z.object({ scope: BudgetScope, /** `tokens` or the currency. */ unit: z.string(), spent: z.number(), limit: z.number() })),
})
export type SessionUsage = z.infer<typeof SessionUsage>

export const sessionProcedures = {
  'profiles.list': open('Profiles the author can start.', z.strictObject({ ...inProject, lang: Locale.optional() }), z.object({ profiles: z.array(ProfileRow), /** What every profile is called, also one that only the app or another assistant starts. */ names: z.record(z.string(), z.string()), /** Keys of those that hold Write or Edit: only these heed the write mode (05 §1). */ proposing: z.array(z.string()) })),
  'sessions.list': open('All sessions of a project, newest first; and linked ones that are no longer there.', z.strictObject(inProject), z.object({ sessions: z.array(Session), missing: z.array(MissingSession) })),
  'sessions.create': human('Starts an empty session.', z.strictObject({ ...inProject, profileKey: z.string() }), Session),
  'sessions.snapshot': open('What a window needs to draw a session; deltas continue from its seq.', z.strictObject(inSession), SessionSnapshot),
  'sessions.entries': open('A page of the visible branch: `before` an index counted from the start, newest page when absent. Long results come cut.', z.strictObject({ ...inSession, before: z.number().int().nonnegative().optional(), limit: z.number().int().min(1).max(500).default(100) }), z.object({ entries: z.array(Entry), first: z.number(), total: z.number() })),
  'sessions.context': open('The next request of a session in rows, each with its tokens and in a sentence why it is there; `lang` is the language of the sentences.', z.strictObject({ ...inSession, lang: Locale.optional() }), ContextReport),
  'sessions.result': open('A call\'s full result text.', z.strictObject({ ...inSession, callId: z.string() }), z.object({ result: ToolResult, text: z.string() })),
  'sessions.send': human('Sends the author\'s message; `steer` reaches a running reply, `followup` waits for its end.', z.strictObject({ ...inSession, text: z.string().min(1), how: z.enum(['prompt', 'steer', 'followup']).default('prompt'), pictures: z.array(Picture).max(8).optional() }), z.object({ queued: z.boolean() })),
  'sessions.addPicture': human('Keeps a picture for a message that is being written: PNG, JPEG, GIF or WebP of at most 5 MiB.', z.strictObject({ ...inProject, name: z.string().max(255), base64: z.base64().max(7_200_000) }), Picture),
  'sessions.picture': open('A picture of a message.', z.strictObject({ ...inProject, blob: Picture.shape.blob }), z.object({ mime: z.string(), base64: z.string() })),
  'sessions.cancel': human('Stops the run; what was made stays.', z.strictObject(inSession), done),
  'sessions.continue': human('Goes on after a pause or an interruption.', z.strictObject(inSession), done),
  'sessions.unqueue': human('Takes a queued message back.', z.strictObject({ ...inSession, id: z.string() }), done),
  'sessions.configure': human('Sets modes and model of a session.', z.strictObject({ ...inSession, workMode: WorkMode.optional(), permissionMode: PermissionMode.optional(), writeMode: WriteMode.optional(), model: z.string().nullable().optional() }), Session),
  'sessions.rename': human('Gives a session the author\'s own title.', z.strictObject({ ...inSession, title: z.string().min(1).max(120) }), Session),
  'sessions.retry': human('Asks again beside an old reply (a sibling).', z.strictObject({ ...inSession, entryId: z.string() }), done),
  'sessions.edit': human('Sends a changed message beside an old one (a sibling).', z.strictObject({ ...inSession, entryId: z.string(), text: z.string().min(1) }), done),
  'sessions.switchBranch': human('Shows another sibling and its newest end.', z.strictObject({ ...inSession, entryId: z.string() }), done),
  'sessions.fork': human('A new session from here.', z.strictObject({ ...inSession, entryId: z.string() }), Session),
  'sessions.export': human('Writes a session as JSON Lines into a folder outside the project.', z.strictObject({ ...inSession, folder: z.string().min(1) }), z.object({ path: z.string(), entries: z.number() })),
  'sessions.archive': human('Makes a session read-only, or usable again.', z.strictObject({ ...inSession, archived: z.boolean() }), Session),
  'sessions.answer': human('Answers the questions a call waits for.', z.strictObject({ ...inSession, callId: z.string(), answers: z.array(Answer) }), done),
  'sessions.writeRoots': open('Folders outside the novel that the author lets a session write in; for a refused path also the folder that could be granted.', z.strictObject({ ...inSession, path: z.string().max(4_096).optional() }), z.object({ roots: z.array(z.string()), offer: z.string().nullable() })),
  'sessions.grantWriteRoot': human('Lets a session write in a folder outside the novel.', z.strictObject({ ...inSession, folder: z.string().max(4_096) }), done),
  'sessions.revokeWriteRoot': human('Takes that back; it counts from the next call.', z.strictObject({ ...inSession, folder: z.string().max(4_096) }), done),
  'sessions.markSeen': open('Clears the unread dot.', z.strictObject(inSession), done),
  'usage.session': open('What a session used, with its helpers, per call and against every limit that applies.', z.strictObject(inSession), SessionUsage),
  'usage.project': open('Usage of the whole project, and per day.', z.strictObject(inProject), z.object({ total: Usage, days: z.array(z.object({ day: z.string(), usage: Usage })) })),
} as const

export const approvalProcedures = {
  'approvals.list': open('Approvals waiting, oldest first, from every session.', z.strictObject(inProject), z.object({ approvals: z.array(Approval) })),
  'approvals.get': open('One approval, also after it was answered.', z.strictObject({ ...inProject, id: z.string() }), Approval),
  'approvals.answer': human('Approves exactly the effects shown, or denies with a reason.', z.strictObject({ ...inProject, id: z.string(), verdict: z.enum(['approve', 'deny']), effectsHash: z.string(), note: z.string().max(2_000).nullable(), /** For a dry run: record the proposal, or apply now. */ as: z.enum(['apply', 'record']).optional(), /** A command: store the rule of rules.offer first. */ remember: z.boolean().optional() }), z.object({ status: z.string(), code: z.string().nullable(), newId: z.string().nullable() })),
} as const
